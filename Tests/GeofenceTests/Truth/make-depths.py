#!/usr/bin/env python3
"""Makes depths.bin: random shapes all over the earth and the true depth of random positions.

Every distance and every position is computed with Karney's algorithms, by the Python package
geographiclib 2.1 (C. F. F. Karney, MIT licence). An edge is the geodesic between its corners;
its distance is found by a search along it. A position is inside if the rings turn around it an
odd number of times in all, in azimuths. Usage: make-depths.py depths.bin

The file is little-endian and contains only shapes, one after the other:
  u8      kind: 0 circle, 1 polygon, 2 corridor
  u8      number of chains (rings or lines; of a circle 1)
  u8...   number of corners of each chain; a ring's first corner is not repeated
  i32,i32 latitude and longitude of each corner in 1e-7 degrees
  u32     radius or width in millimetres, 0 for a polygon
  u8      number of positions
  i32,i32,i32  latitude, longitude (1e-7 degrees) and depth (0.1 mm) of each position
"""
import math
import random
import struct
import sys

from geographiclib.geodesic import Geodesic

EARTH = Geodesic.WGS84
DEGREE = 10_000_000


def rounded(latitude, longitude):
    longitude = (longitude + 180) % 360 - 180
    return round(latitude * DEGREE), round(longitude * DEGREE)


def move(place, azimuth, metres):
    there = EARTH.Direct(place[0] / DEGREE, place[1] / DEGREE, azimuth, metres)
    return rounded(there["lat2"], there["lon2"])


def inverse(a, b):
    return EARTH.Inverse(a[0] / DEGREE, a[1] / DEGREE, b[0] / DEGREE, b[1] / DEGREE)


def distance(a, b):
    return inverse(a, b)["s12"]


class Edge:
    def __init__(self, start, end):
        self.start, self.end = start, end
        self.line = EARTH.InverseLine(
            start[0] / DEGREE, start[1] / DEGREE, end[0] / DEGREE, end[1] / DEGREE)
        self.length = self.line.s13

    def distance(self, position):
        def at(s):
            point = self.line.Position(s)
            return EARTH.Inverse(
                position[0] / DEGREE, position[1] / DEGREE, point["lat2"], point["lon2"])["s12"]

        # Along a line shorter than 100 km the distance has one minimum: golden section.
        low, high = 0.0, self.length
        ratio = (math.sqrt(5) - 1) / 2
        first, second = high - ratio * (high - low), low + ratio * (high - low)
        f, g = at(first), at(second)
        while high - low > 0.02:
            if f < g:
                high, second, g = second, first, f
                first = high - ratio * (high - low)
                f = at(first)
            else:
                low, first, f = first, second, g
                second = low + ratio * (high - low)
                g = at(second)
        # Near the foot the square of the distance is a parabola.
        middle, step = (low + high) / 2, 5.0
        a, b, c = at(middle - step) ** 2, at(middle) ** 2, at(middle + step) ** 2
        bend = a - 2 * b + c
        foot = middle + (step * (a - c) / (2 * bend) if bend > 0 else 0)
        return at(min(self.length, max(0.0, foot)))


def to_edges(edges, corners, position):
    """The distance to the nearest of many edges."""
    reach = {corner: distance(position, corner) for corner in set(corners)}
    least = min(reach.values())
    near = []
    for edge in edges:
        a, b = reach[edge.start], reach[edge.end]
        near.append((max((a + b - edge.length) / 2, max(a, b) - edge.length), edge))
    for bound, edge in sorted(near, key=lambda pair: pair[0]):
        if bound > least:
            break
        least = min(least, edge.distance(position))
    return least


def turns(ring, position):
    """The number of turns of a ring around a position."""
    azimuths = [inverse(position, corner)["azi1"] for corner in ring]
    total = 0.0
    for a, b in zip(azimuths, azimuths[1:] + azimuths[:1]):
        total += (b - a + 180) % 360 - 180
    return round(total / 360)


def star(rng, place, corners, least, most):
    directions = sorted(rng.uniform(0, 360) for _ in range(corners))
    gaps = [(b - a) % 360 for a, b in zip(directions, directions[1:] + directions[:1])]
    if max(gaps) > 170:
        return star(rng, place, corners, least, most)
    ring = [move(place, azimuth, rng.uniform(least, most)) for azimuth in directions]
    if len(set(ring)) < corners:
        return star(rng, place, corners, least, most)
    return ring if rng.random() < 0.5 else ring[::-1]


def anywhere(rng):
    kind = rng.random()
    if kind < 0.1:
        return rounded(rng.choice([-90, 90]), 0)
    if kind < 0.2:
        return rounded(rng.choice([-1, 1]) * (90 - rng.random() ** 3 * 0.5), rng.uniform(-180, 180))
    if kind < 0.4:
        return rounded(
            math.degrees(math.asin(rng.uniform(-1, 1))), 180 + rng.uniform(-1, 1) ** 3 * 0.3)
    if kind < 0.5:
        return rounded(rng.uniform(-1, 1) ** 3 * 0.3, rng.uniform(-180, 180))
    return rounded(math.degrees(math.asin(rng.uniform(-1, 1))), rng.uniform(-180, 180))


def logarithmic(rng, least, most):
    return math.exp(rng.uniform(math.log(least), math.log(most)))


def aside(rng, least=0.01, most=1000):
    return rng.choice([-1, 1]) * logarithmic(rng, least, most)


def beside(rng, edges, offset):
    edge = rng.choice(edges)
    point = edge.line.Position(rng.uniform(0, 1) * edge.length)
    there = EARTH.Direct(point["lat2"], point["lon2"], point["azi2"] + 90, offset)
    return rounded(there["lat2"], there["lon2"])


def circle(rng):
    place = anywhere(rng)
    radius = round(logarithmic(rng, 1, 50_000), 3)
    found = []
    for _ in range(2):
        there = move(place, rng.uniform(0, 360), max(0, radius + aside(rng)))
        found.append((there, radius - distance(place, there)))
    return 0, [[place]], radius, found


def polygon(rng):
    place = anywhere(rng)
    size = logarithmic(rng, 10, 25_000)
    chains = [star(rng, place, rng.choice([3, 4, 5, 6]), size * 0.55, size)]
    if rng.random() < 0.4:
        chains.append(star(rng, place, 3, size * 0.05, size * 0.12))
    if rng.random() < 0.1 and size < 6000:
        other = move(place, rng.uniform(0, 360), size * rng.uniform(2.1, 3))
        chains.append(star(rng, other, 4, size * 0.5, size))
    edges = [Edge(a, b) for ring in chains for a, b in zip(ring, ring[1:] + ring[:1])]
    corners = [corner for ring in chains for corner in ring]
    found = []
    while len(found) < 4:
        if rng.random() < 0.85:
            there = beside(rng, edges, aside(rng))
        else:
            there = move(place, rng.uniform(0, 360), rng.uniform(0, size * 1.1))
        depth = to_edges(edges, corners, there)
        if depth < 0.001 or depth > 1500:
            continue
        inside = sum(abs(turns(ring, there)) for ring in chains) % 2 == 1
        found.append((there, depth if inside else -depth))
    return 1, chains, 0, found


def corridor(rng):
    size = logarithmic(rng, 20, 25_000)
    line = [anywhere(rng)]
    azimuth = rng.uniform(0, 360)
    for _ in range(rng.choice([1, 2, 3])):
        line.append(move(line[-1], azimuth, size * rng.uniform(0.3, 0.66)))
        azimuth += rng.uniform(-120, 120)
    width = round(logarithmic(rng, 2, 2000), 3)
    edges = [Edge(a, b) for a, b in zip(line, line[1:])]
    found = []
    while len(found) < 3:
        there = beside(rng, edges, rng.choice([-1, 1]) * width / 2 + aside(rng))
        found.append((there, width / 2 - to_edges(edges, line, there)))
    return 2, [line], width, found


def main():
    rng = random.Random(20261121)
    kinds = [circle] * 1300 + [polygon] * 1600 + [corridor] * 600
    with open(sys.argv[1], "wb") as file:
        for make in kinds:
            kind, chains, metres, found = make(rng)
            file.write(struct.pack("<BB", kind, len(chains)))
            for chain in chains:
                file.write(struct.pack("<B", len(chain)))
            for chain in chains:
                for corner in chain:
                    file.write(struct.pack("<ii", *corner))
            file.write(struct.pack("<IB", round(metres * 1000), len(found)))
            for there, depth in found:
                file.write(struct.pack("<iii", *there, round(depth * 10_000)))


main()
