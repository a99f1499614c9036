#!/usr/bin/env python3
"""A walk of six hours at 1 Hz among twelve regions, from home and back: long_walk.py PREFIX

Writes PREFIX.json, reports of gpsd, and PREFIX.geojson, the regions.
"""

import datetime
import json
import math
import random
import sys

LATITUDE, LONGITUDE = 46.62, 14.31
NORTH = 111_320  # metres in a degree
EAST = NORTH * math.cos(math.radians(LATITUDE))
BEGIN = datetime.datetime(2026, 6, 3, 7, 34, 31, tzinfo=datetime.timezone.utc)
SECONDS = 6 * 3600
# Metres east and north of home, and the radius.
REGIONS = {
    "home": (0, 0, 60), "orchard": (900, 300, 120), "lane-gate": (500, 200, 25), "pond": (1300, -200, 80),
    "shed": (1500, 500, 40), "village": (2500, 900, 400), "meadow": (700, -600, 150), "well": (1700, 100, 30),
    "quarry": (2200, -500, 90), "mill": (2900, 600, 60), "chapel": (3100, 1000, 35), "bridge": (2000, 250, 30),
}
ROUND = ("lane-gate orchard well shed bridge village chapel mill village quarry pond meadow orchard lane-gate "
         "well bridge quarry mill village bridge orchard meadow lane-gate home").split()


def carried():
    """The true position at each second, in metres, with the course and the speed."""
    east = north = 0.0
    second = 0
    for name in ROUND * 9:
        to_east, to_north, _ = REGIONS[name]
        rest = random.choice([0, 60, 200])
        while second < SECONDS:
            left = math.hypot(to_east - east, to_north - north)
            if left <= 2 and rest <= 0:
                break
            course = math.degrees(math.atan2(to_east - east, to_north - north)) % 360
            if left > 2:
                east += (to_east - east) / left * 1.5
                north += (to_north - north) / left * 1.5
            else:
                rest -= 1
            yield east, north, course, 1.5 if left > 2 else 0.05
            second += 1


def main(prefix):
    random.seed(4)
    features = [
        {"type": "Feature", "id": name, "properties": {"radius": radius, "note": f"About the {name}"},
         "geometry": {"type": "Point", "coordinates": [LONGITUDE + east / EAST, LATITUDE + north / NORTH]}}
        for name, (east, north, radius) in REGIONS.items()]
    with open(f"{prefix}.geojson", "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": features}, file)
    # The error of a receiver wanders slowly.
    wrong_east = wrong_north = 0.0
    with open(f"{prefix}.json", "w", encoding="utf-8") as file:
        for second, (east, north, course, speed) in enumerate(carried()):
            wrong_east = 0.98 * wrong_east + random.gauss(0, 0.5)
            wrong_north = 0.98 * wrong_north + random.gauss(0, 0.5)
            time = BEGIN + datetime.timedelta(seconds=second)
            print(json.dumps({
                "class": "TPV", "device": "/dev/gps", "mode": 3, "time": f"{time:%Y-%m-%dT%H:%M:%S}.000Z",
                "lat": round(LATITUDE + (north + wrong_north) / NORTH, 8),
                "lon": round(LONGITUDE + (east + wrong_east) / EAST, 8), "eph": 6.0, "speed": speed,
                "track": round(course, 1)}), file=file)


main(sys.argv[1])
