#!/usr/bin/python3
"""The program that Picket is compared with: a simple geofence, written in an afternoon.

    peer.py HOST PORT REGIONS [LINE]

It prints when the carrier enters or leaves a circle of REGIONS, a GeoJSON file, and sets
LINE, a GPIO line with that name, active for 200 ms.
"""

import glob
import json
import math
import sys
import time

import gps

try:
    import gpiod
except ImportError:
    gpiod = None


def distance(lat1, lon1, lat2, lon2):
    lat1, lon1, lat2, lon2 = map(math.radians, (lat1, lon1, lat2, lon2))
    a = (math.sin((lat2 - lat1) / 2) ** 2
         + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2)
    return 2 * 6371000 * math.asin(math.sqrt(a))


def output(name):
    """The function that sets a line, through the binding of libgpiod 1 or 2."""
    if hasattr(gpiod, "find_line"):
        line = gpiod.find_line(name)
        line.request(consumer="peer", type=gpiod.LINE_REQ_DIR_OUT)
        return line.set_value
    from gpiod.line import Direction, Value
    for path in glob.glob("/dev/gpiochip*"):
        with gpiod.Chip(path) as chip:
            if any(chip.get_line_info(n).name == name for n in range(chip.get_info().num_lines)):
                settings = gpiod.LineSettings(direction=Direction.OUTPUT)
                request = gpiod.request_lines(path, config={name: settings})
                return lambda value: request.set_value(name, Value(value))


host, port, path, *names = sys.argv[1:]
regions = json.load(open(path))["features"]
buzzer = output(names[0]) if names else None

inside = {}
for report in gps.gps(host=host, port=port, mode=gps.WATCH_ENABLE | gps.WATCH_NEWSTYLE):
    if report["class"] != "TPV" or report.mode < 2:
        continue
    for region in regions:
        name = region["id"]
        lon, lat = region["geometry"]["coordinates"]
        now = distance(report.lat, report.lon, lat, lon) < region["properties"]["radius"]
        if now != inside.get(name, now):
            print(report.time, "enter" if now else "exit", name, flush=True)
            if buzzer:
                buzzer(1)
                time.sleep(0.2)
                buzzer(0)
        inside[name] = now
