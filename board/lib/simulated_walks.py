"""Walks generated from a seed: ways, regions near them, a receiver's reports, and the truth.

The files have the form of a recorded walk: NAME.json has gpsd's reports, NAME.truth.json the
times of right events and the true path. The same seed gives the same walks.
"""

import json
import math
import multiprocessing
import random

import carriers
import everyday
from carriers import STEP
from plane import Plane, shapes
from receivers import RECEIVERS, Recorder
from recordings import seconds, stamp

START = seconds("2026-06-01T06:00:00Z")
# Metres from the border that make a side clear; less in shapes that are not as deep.
CLEAR = 10.0
# An event of a crossing is right from this many metres and seconds before the border.
APPROACH = 15.0
EARLY = 30.0
# Seconds for which an event is right after the walk has ended.
LATE = 60.0
# A stay shorter than this many seconds is a brief visit.
BRIEF = 30.0

CAMPUS = ("campus", "campus without speed", "module")


def walks(rng, duration):
    return carriers.wander(rng, duration, (0.9, 1.7), within=rng.choice([100, 250, math.inf]))


def walks_slowly(rng, duration):
    return carriers.wander(rng, duration, (0.2, 0.7), within=100)


def cycles(rng, duration):
    return carriers.wander(rng, duration, (3, 7), 20, 1.2, within=rng.choice([400, math.inf]))


def walks_or_cycles(rng, duration):
    return rng.choice([walks, cycles])(rng, duration)


def drives(rng, duration):
    return carriers.wander(rng, duration, (6, 22), 40, 2.5, 0.02)


# Of each kind: the way, its minutes, the receivers, and the function that draws the regions.
KINDS = {
    "still collar": (carriers.stand, 30, ("collar",), "ladder"),
    "still watch": (carriers.stand, 30, ("watch",), "ladder"),
    "still": (carriers.visits, 25, ("module", "campus", "roof"), "visited"),
    "walk": (walks, 20, ("campus", "module"), "along"),
    "walk without speed": (walks, 20, ("campus without speed",), "along"),
    "slow walk": (walks_slowly, 20, CAMPUS, "along"),
    "walking past": (carriers.straight, 20, CAMPUS, "past"),
    "starts beside": (carriers.waits, 8, (*CAMPUS, "phone"), "beside"),
    "lanes": (walks, 20, CAMPUS, "lanes"),
    "dropouts": (walks, 20, CAMPUS, "along"),
    "cycle": (cycles, 15, ("module", "campus"), "along"),
    "car": (drives, 12, ("phone in a car", "u-blox in a car"), "along"),
    "snapshot": (walks_or_cycles, 20, ("snapshot",), "along"),
    "phone": (walks, 15, ("phone",), "along"),
}

# The same for the everyday minutes, whose ways have a length of their own.
EVERYDAY = {
    "begins to run": (everyday.begins_to_run, 0, ("plain", "plain at 5 Hz"), "around"),
    "runs again": (everyday.runs_again, 0, ("plain",), "around"),
    "dashes out and back": (everyday.dashes, 0, ("plain without speed", "slow without speed"), "around"),
    "stood at a border": (everyday.stands_and_leaves, 0, ("good without speed",), "near"),
    "stops and goes": (everyday.stops_and_goes, 0, ("plain without speed",), "along"),
    "creeps out": (everyday.creeps, 0, ("blank course",), "around"),
}


def count(text):
    """A number of walks, or of a seed, on a command line."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def write(folder, count, seed, kinds=tuple(KINDS)):
    """Writes some walks of each kind into a folder."""
    tasks = [(folder, kind, number, seed) for kind in kinds for number in range(1, count + 1)]
    with multiprocessing.Pool() as pool:
        pool.starmap(write_walk, tasks, chunksize=1)
        # Not terminate(): its SIGTERM has no effect where a caller has blocked that signal.
        pool.close()
        pool.join()


def write_walk(folder, kind, number, seed):
    Walk(kind, number, seed).write(folder)


class Walk:
    def __init__(self, kind, number, seed):
        self.kind = kind
        self.name = f"{kind.replace(' ', '-')}-{number:03d}"
        rng = random.Random(f"{seed} {kind} {number}")
        going, minutes, receivers, drawing = (KINDS | EVERYDAY)[kind]
        self.start = START + rng.randrange(90) * 86_400
        self.plane = Plane(rng.uniform(-55, 62), rng.uniform(-170, 170))
        self.way = going(rng, 60 * minutes)
        self.features = DRAWINGS[drawing](rng, self.way, self.plane)
        # Each kind of receiver in turn, so that few walks have all of them.
        self.receiver = receivers[(number - 1) % len(receivers)]
        self.recorder = Recorder(rng, RECEIVERS[self.receiver], self.way)
        if kind == "dropouts":
            self.drop_out(rng)

    def drop_out(self, rng):
        """Adds gaps to those of the receiver: a tunnel, a house, a bag."""
        time = 60.0
        while (time := time + rng.uniform(60, 200)) < self.way.seconds:
            length = rng.choice([5, 12, 30, 60, 120])
            self.recorder.gaps.append((time, time + length, rng.random() < 0.5))
            time += length

    def collection(self):
        return {"type": "FeatureCollection", "features": self.features}

    def truth(self):
        areas = shapes(self.collection(), self.plane)
        steps = range(0, len(self.way.places), round(1 / STEP))
        return {
            "name": self.name, "kind": self.kind, "receiver": self.receiver,
            "rate_hz": 1 / self.recorder.interval, "start": stamp(self.start),
            "end": stamp(self.start + self.way.seconds),
            "gaps": [[round(one, 1) for one in gap[:2]] for gap in sorted(self.recorder.gaps)],
            "depth_step_s": 1.0,
            "path": [[round(one, 8) for one in self.plane.position(*self.way.places[step])]
                     for step in steps],
            "regions": {name: self.region(area, steps) for name, area in areas.items()},
        }

    def region(self, area, steps):
        depths = [area.near(*place) for place in self.way.places]
        clear = min(CLEAR, area.inradius / 2)
        slots = [
            slot | {key: stamp(self.start + slot[key]) for key in ("t", "open", "close")}
            for slot in slots_of(depths, STEP, clear)
        ]
        return {
            "initial": "inside" if depths[0] > 0 else "outside", "slots": slots,
            "depth": [round(depths[step], 1) for step in steps],
        }

    def write(self, folder):
        def save(ending, text):
            (folder / f"{self.name}{ending}").write_text(text, encoding="utf-8")

        reports = self.recorder.reports(self.start, self.plane)
        save(".json", "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in reports))
        save(".regions.geojson", json.dumps(self.collection()))
        save(".truth.json", json.dumps(self.truth()))


def slots_of(depths, step, clear):
    """The times of right events, by the true depths in one region from second 0 on.

    A crossing is one from a clear side to the other; the last passage of the border before it
    is clear. Other passages are grazes, in pairs out and back.
    """
    passages = [
        (step * (k + depths[k] / (depths[k] - depths[k + 1])), k + 1)
        for k in range(len(depths) - 1) if (depths[k] > 0) != (depths[k + 1] > 0)
    ]
    bounds = [0] + [k for _, k in passages] + [len(depths)]
    stays = [depths[begin:end] for begin, end in zip(bounds, bounds[1:])]
    # The carrier begins on a side, however near to the border.
    is_clear = [number == 0 or max(map(abs, stay)) >= clear for number, stay in enumerate(stays)]
    ends = (len(depths) - 1) * step

    crossings, grazes, since, side = [], [], 0, depths[0] > 0
    for number in range(1, len(stays)):
        is_inside = stays[number][0] > 0
        if not is_clear[number]:
            continue
        between = list(range(since, number))
        if is_inside != side:
            crossings.append(between.pop())
        grazes += pairs(between)
        since, side = number, is_inside
    grazes += pairs(range(since, len(passages)))

    def event(passage):
        return "enter" if depths[passages[passage][1]] > 0 else "exit"

    found = []
    times = [passages[one][0] for one in crossings]
    for place, passage in enumerate(crossings):
        time = times[place]
        before = times[place - 1] if place else -math.inf
        after = times[place + 1] if place + 1 < len(times) else math.inf
        is_brief = time - before < BRIEF or after - time < BRIEF
        found.append({
            "kind": "brief" if is_brief else "required", "event": event(passage), "t": time,
            "open": max(time - EARLY, before, approach(depths, step, passages[passage][1])),
            "close": min(after, ends + LATE),
        })
    for out, back in grazes:
        time = passages[out][0]
        home = ends if back is None else passages[back][0]
        found.append({"kind": "graze_out", "event": event(out), "t": time, "open": time - 5,
                      "close": home + (LATE if back is None else 5)})
        if back is not None:
            found.append({"kind": "graze_back", "event": event(back), "t": home, "open": time,
                          "close": home + LATE, "pair": len(found) - 1})
    return found


def pairs(passages):
    """Passages as pairs of out and back; the last may have no back."""
    passages = list(passages)
    return [(one, passages[n + 1] if n + 1 < len(passages) else None)
            for n, one in enumerate(passages) if n % 2 == 0]


def approach(depths, step, place):
    """The time at which the carrier came within APPROACH before it passed the border at a place."""
    while place > 0 and abs(depths[place - 1]) < APPROACH:
        place -= 1
    return place * step


# MARK: Regions


def circle(name, plane, east, north, radius):
    latitude, longitude = plane.position(east, north)
    return {
        "type": "Feature", "id": name, "properties": {"radius": round(radius, 2)},
        "geometry": {"type": "Point", "coordinates": [round(longitude, 8), round(latitude, 8)]},
    }


def polygon(name, plane, points):
    places = [plane.position(*point) for point in [*points, points[0]]]
    ring = [[round(longitude, 8), round(latitude, 8)] for latitude, longitude in places]
    return {
        "type": "Feature", "id": name, "properties": {},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


def corridor(name, plane, points, width):
    places = [plane.position(*point) for point in points]
    line = [[round(longitude, 8), round(latitude, 8)] for latitude, longitude in places]
    return {
        "type": "Feature", "id": name, "properties": {"width": round(width, 2)},
        "geometry": {"type": "LineString", "coordinates": line},
    }


def blob(rng, name, plane, east, north, radius):
    """A polygon of 4 to 8 corners, about as large as a circle."""
    corners = rng.randint(4, 8)
    turn = rng.uniform(0, 2 * math.pi)
    points = []
    for corner in range(corners):
        course = turn + 2 * math.pi * (corner + rng.uniform(-0.25, 0.25)) / corners
        far = radius * rng.uniform(0.75, 1.25)
        points.append((east + far * math.sin(course), north + far * math.cos(course)))
    return polygon(name, plane, points)


def along(rng, way, plane):
    """Circles and polygons that the way crosses, grazes or just misses."""
    # The metres of a minute, relative to a walker: a fast carrier needs larger regions.
    minute = round(60 / STEP)
    pace = max(1.0, max(map(math.dist, way.places, way.places[minute:])) / 90)
    found = []
    for number in range(20):
        east, north = way.at(rng.uniform(0.08, 0.92) * way.seconds)
        radius = 15 * 10 ** rng.uniform(0, 1) * rng.choice([1, min(3, pace)])
        course = rng.uniform(0, 2 * math.pi)
        # Up to a seventh outside: then it is passed, or grazed where the way bends.
        off = radius * rng.uniform(0, 1.17)
        east, north = east + off * math.sin(course), north + off * math.cos(course)
        if rng.random() < 0.5:
            found.append(circle(f"c{number:02d}", plane, east, north, radius))
        else:
            found.append(blob(rng, f"p{number:02d}", plane, east, north, radius))
    return found


def ladder(rng, way, plane, place=(0.0, 0.0), tag="", rungs=(3, 5, 8, 12, 16, 20, 30, 40)):
    """Borders 3 to 40 m from a place, on either side."""
    found = []
    for metres in rungs:
        for side in ("in", "out"):
            # A shape around the carrier must be larger than the distance of its border.
            radius = rng.uniform(20, 80) + metres
            off = radius - metres if side == "in" else radius + metres
            course = rng.uniform(0, 2 * math.pi)
            east, north = place[0] + off * math.sin(course), place[1] + off * math.cos(course)
            found.append(circle(f"{side}{metres:02d}{tag}", plane, east, north, radius))
    return found


def visited(rng, way, plane):
    """Borders near the places at which the carrier stands for a long time."""
    found = []
    for number, (_, _, place) in enumerate(way.stands):
        rungs = sorted(rng.sample([3, 5, 8, 12, 16, 20], 2))
        found += ladder(rng, way, plane, place, f"-{number}", rungs)
    return found


def beside(rng, way, plane):
    """Borders 2 to 12 m from the beginning of the recording."""
    found = []
    for number in range(10):
        radius, metres = rng.uniform(15, 80), rng.uniform(2, 12)
        off = radius + metres * rng.choice([-1, 1])
        course = rng.uniform(0, 2 * math.pi)
        east, north = off * math.sin(course), off * math.cos(course)
        if number % 2:
            turns = [course + math.pi + corner * math.pi / 6 for corner in range(12)]
            points = [(east + radius * math.sin(a), north + radius * math.cos(a)) for a in turns]
            found.append(polygon(f"p{number:02d}", plane, points))
        else:
            found.append(circle(f"c{number:02d}", plane, east, north, radius))
    return found


def past(rng, way, plane):
    """Long sides 2 to 8 m from the straight parts of the way, which is outside or inside."""
    found = []
    for number, (begin, end, course) in enumerate(way.legs):
        if len(found) == 12:
            break
        first, last = way.at(begin), way.at(end)
        length, metres = math.dist(first, last), rng.uniform(2, 8)
        course = math.atan2(last[0] - first[0], last[1] - first[1])
        ahead = math.sin(course), math.cos(course)
        right = (ahead[1], -ahead[0]) if rng.random() < 0.5 else (-ahead[1], ahead[0])
        # Inside, the near side is that behind the carrier.
        near = metres if rng.random() < 0.7 else -metres
        # From before the leg to behind it, or only along a part of it.
        one, other = -10.0, length + 10
        if near > 0:
            one, other = rng.uniform(0, 0.3) * length, rng.uniform(0.7, 1) * length
        far = near + rng.uniform(30, 80)
        points = [
            (first[0] + ahead[0] * a + right[0] * r, first[1] + ahead[1] * a + right[1] * r)
            for a, r in ((one, near), (other, near), (other, far), (one, far))
        ]
        found.append(polygon(f"p{number:02d}", plane, points))
    return found


def lanes(rng, way, plane):
    """Corridors 8 to 80 m wide that the way crosses, follows or just misses."""
    found = []
    for number in range(16):
        time = rng.uniform(0.08, 0.92) * way.seconds
        (east, north), (e2, n2) = way.at(time), way.at(time + 5)
        width = 8 * 10 ** rng.uniform(0, 1)
        # Half of them lead where the carrier goes.
        course = math.atan2(e2 - east, n2 - north) if number % 2 else rng.uniform(0, 2 * math.pi)
        off = width / 2 * rng.uniform(-1.3, 1.3)
        east, north = east + off * math.cos(course), north - off * math.sin(course)
        # Straight on to the carrier, and with a bend behind it.
        points = [
            (east - far * math.sin(course), north - far * math.cos(course))
            for far in (rng.uniform(20, 120), 0)]
        course += rng.uniform(-0.5, 0.5)
        far = rng.uniform(20, 120)
        points.append((east + far * math.sin(course), north + far * math.cos(course)))
        found.append(corridor(f"l{number:02d}", plane, points, width))
    return found


def around(rng, way, plane):
    """Circles around the beginning that are left late on the way."""
    far = max(math.hypot(*place) for place in way.places)
    return [circle(f"c{number}", plane, 0.0, 0.0, rng.uniform(30, max(35, 0.7 * far)))
            for number in range(4)]


def near(rng, way, plane):
    """A circle whose border is 4 to 8 m ahead of the beginning."""
    east, north = way.places[-1]
    far = math.hypot(east, north)
    radius = rng.uniform(30, 80)
    back = (radius - rng.uniform(4, 8)) / far
    return [circle("c0", plane, -east * back, -north * back, radius)]


DRAWINGS = {"along": along, "ladder": ladder, "visited": visited, "beside": beside, "past": past,
            "lanes": lanes, "around": around, "near": near}
