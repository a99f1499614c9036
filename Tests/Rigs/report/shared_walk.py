#!/usr/bin/env python3
"""Checks that reports that are shared do not show where home is: shared_walk.py REGIONS FILE...

Home is the first of the regions. Prints what a file still has: the name of a region that reaches home, or a
position within 200 m of it, also in the numbers from which the script of a page explains the fixes.
"""

import base64
import json
import math
import re
import sys

NEAR = 199.0


def numbers(text):
    """The numbers of a column: seven bits to a byte, the lowest first, the sign in the lowest bit."""
    found, value, shift = [], 0, 0
    for byte in base64.b64decode(text):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(-(value + 1) // 2 if value % 2 else value // 2)
            value = shift = 0
    return found


def sums(text):
    total = 0
    for step in numbers(text):
        total += step
        yield total


def metres(one, other):
    north = (one[1] - other[1]) * 111_320
    return math.hypot((one[0] - other[0]) * 111_320 * math.cos(math.radians(other[1])), north)


def positions(text):
    """All positions that a file has as numbers: of GeoJSON, of GPX, and of the fixes of a page."""
    for longitude, latitude in re.findall(r"\[(-?\d+\.\d+),(-?\d+\.\d+)\]", text):
        yield float(longitude), float(latitude)
    for latitude, longitude in re.findall(r'lat="([^"]+)" lon="([^"]+)"', text):
        yield float(longitude), float(latitude)
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    if found:
        data = json.loads(found[1])
        for latitude, longitude in zip(sums(data["lat"]), sums(data["lon"])):
            yield longitude / 1e6, latitude / 1e6


def mistakes(path, features):
    home = features[0]["geometry"]["coordinates"]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    # The style and the script of a page are the same for all walks.
    content = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", text, flags=re.S)
    count = 0
    for place in positions(content):
        count += 1
        if metres(place, home) < NEAR:
            yield f"a position {metres(place, home):.0f} m from home"
            return
    if count < 100:
        yield f"only {count} positions"
    for feature in features:
        reach = metres(feature["geometry"]["coordinates"], home) - feature["properties"]["radius"]
        if reach < NEAR and re.search(rf"\b{feature['id']}\b", content, re.I):
            yield f"the name of {feature['id']}"


def main(regions, *paths):
    with open(regions, encoding="utf-8") as file:
        features = json.load(file)["features"]
    wrong = [f"{path.rsplit('/', 1)[-1]} has {mistake}" for path in paths for mistake in mistakes(path, features)]
    for words in wrong:
        print(words, file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
