#!/usr/bin/env python3
"""Makes roads and hedges around a place for --map of picket report: roads.py LATITUDE LONGITUDE

They are a grid of 100 m, and go on far beyond the walk. They are printed as GeoJSON.
"""

import json
import math
import sys

KINDS = [{"highway": "residential"}, {"barrier": "hedge"}, {"highway": "footway"}, {"waterway": "stream"}]


def main():
    latitude, longitude = map(float, sys.argv[1:])
    across = 111_320 * math.cos(math.radians(latitude))

    def place(east, north):
        return [round(longitude + east / across, 6), round(latitude + north / 111_320, 6)]

    features = []
    for number in range(-20, 21):
        for line in ([(-30_000, 100 * number), (30_000, 100 * number)],
                     [(100 * number, -30_000), (100 * number, 30_000)]):
            features.append({
                "type": "Feature", "properties": KINDS[number % len(KINDS)],
                "geometry": {"type": "LineString", "coordinates": [place(*end) for end in line]}})
    json.dump({"type": "FeatureCollection", "features": features}, sys.stdout)


main()
