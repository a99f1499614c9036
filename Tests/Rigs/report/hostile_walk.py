#!/usr/bin/env python3
"""Generates a walk with everything that a report draws: hostile_walk.py PATH

Writes PATH.geojson (shapes of all kinds, names that would be markup) and PATH.json
(gpsd's reports: fixes that jump, that are missing, and that are less exact).
"""

import datetime
import json
import math
import random
import sys

HERE = (46.62, 14.31)
START = datetime.datetime(2026, 6, 3, 9)
# Metres east and north of here, by way of the regions.
WAY = [
    (-280, -165), (-130, -142), (-90, -100), (-80, 0), (-40, 0), (-70, 60), (20, 45), (20, 0),
    (40, -20), (130, -20), (180, -15), (190, 10), (230, 35), (100, -110), (-20, -146), (-260, -162),
]
# A name that is wider than a phone, and has no place to break it.
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def position(east, north):
    degree = 111_320
    return [
        round(HERE[1] + east / degree / math.cos(math.radians(HERE[0])), 7),
        round(HERE[0] + north / degree, 7),
    ]


def feature(name, kind, places, **properties):
    def positions(value):
        return position(*value) if isinstance(value, tuple) else [positions(one) for one in value]

    geometry = {"type": kind, "coordinates": positions(places)}
    return {"type": "Feature", "id": name, "properties": properties, "geometry": geometry}


def regions():
    yard = [(-120, -60), (40, -80), (60, 70), (-100, 90), (-120, -60)]
    hole = [(-60, -20), (-20, -20), (-20, 20), (-60, 20), (-60, -20)]
    pond = "</script><script>alert('pond')</script>"
    return [
        feature("<b>\"orchard\"</b>", "Polygon", [yard, hole], dwell=40, exclude=[pond]),
        feature(pond, "Point", (20, 20), radius=22, note="]]> & <!--"),
        feature(
            LONG, "LineString", [(-260, -160), (-120, -140), (60, -150), (160, -60), (240, 40)],
            width=14, cushion=5),
        feature("parish", "Point", (0, 20_200), radius=20_100),
        feature("\u202eבוסתן", "Point", (170, -20), radius=35, note="' onclick='alert(1)"),
    ]


def reports():
    random.seed(5)
    (x, y), second, errors = WAY[0], 0, [0.0, 0.0]
    for leg, (to_x, to_y) in enumerate(WAY[1:]):
        while math.hypot(to_x - x, to_y - y) > 1.5:
            course = math.atan2(to_x - x, to_y - y)
            x, y = x + 1.4 * math.sin(course), y + 1.4 * math.cos(course)
            errors = [0.97 * error + random.gauss(0, 0.35) for error in errors]
            second += 1
            time = (START + datetime.timedelta(seconds=second)).isoformat() + ".000Z"
            report = {"class": "TPV", "device": "/dev/gps", "mode": 3, "time": time}
            if 330 < second < 352:
                continue
            if 500 < second < 530:
                yield report | {"mode": 1}
                continue
            scale = 3 if leg in (5, 6) else 1
            jump = (300, -200) if second in (200, 201, 420) else (0, 0)
            longitude, latitude = position(
                x + scale * errors[0] + 3 * jump[0], y + scale * errors[1] + 3 * jump[1])
            yield report | {
                "lat": latitude, "lon": longitude, "eph": 95.0 if leg == 9 else 12.0 * scale,
                "speed": 1.4, "track": round(math.degrees(course) % 360, 1),
            }


def main():
    with open(sys.argv[1] + ".geojson", "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": regions()}, file)
    with open(sys.argv[1] + ".json", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(report) + "\n" for report in reports())


main()
