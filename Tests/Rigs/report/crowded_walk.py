#!/usr/bin/env python3
"""Generates an hour on foot among a thousand plots: crowded_walk.py PATH

Writes PATH.geojson (circles and polygons, 60 m from one to the next) and PATH.json (gpsd's
reports, one a second, off by some metres).
"""

import datetime
import json
import math
import random
import sys

HERE = (47.0, 15.0)
START = datetime.datetime(2026, 6, 3, 9)
SPACING = 60.0
SIDE = 32
COUNT = 1000


def position(east, north):
    return [round(HERE[1] + east / 76_057, 7), round(HERE[0] + north / 111_170, 7)]


def region(number):
    east = (number % SIDE - SIDE / 2) * SPACING
    north = (number // SIDE - SIDE / 2) * SPACING
    one = {"type": "Feature", "id": f"plot-{number}", "properties": {"note": f"Plot {number}"}}
    if number % 2:
        one["properties"]["radius"] = 20
        return one | {"geometry": {"type": "Point", "coordinates": position(east, north)}}
    ring = [
        position(
            east + random.uniform(16, 24) * math.cos(math.radians(30 * corner)),
            north + random.uniform(16, 24) * math.sin(math.radians(30 * corner)))
        for corner in range(12)
    ]
    return one | {"geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}}


def reports():
    (east, north), course, errors = (0.0, 0.0), 0.3, [0.0, 0.0]
    for second in range(3600):
        course += random.gauss(0, 0.12)
        if max(abs(east), abs(north)) > 600:
            course = math.atan2(-east, -north)
        east, north = east + 1.4 * math.sin(course), north + 1.4 * math.cos(course)
        errors = [0.98 * error + random.gauss(0, 0.5) for error in errors]
        longitude, latitude = position(east + errors[0], north + errors[1])
        time = (START + datetime.timedelta(seconds=second)).isoformat() + ".000Z"
        yield {
            "class": "TPV", "device": "/dev/gps", "mode": 3, "time": time, "lat": latitude,
            "lon": longitude, "eph": 15.2, "speed": 1.4,
            "track": round(math.degrees(course) % 360, 1),
        }


def main():
    random.seed(1)
    features = [region(number) for number in range(COUNT)]
    with open(sys.argv[1] + ".geojson", "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": features}, file)
    with open(sys.argv[1] + ".json", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(report) + "\n" for report in reports())


main()
