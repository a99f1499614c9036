"""Rules next to which Picket is scored: they need no more than the fixes and one region.

Each is a generator of the events (time, "enter" or "exit") of one region: causal, a fix at a time.
"""

import math

# What the rules are called in the tables.
NAMES = ("10 m", "10 m for 5 s", "10 m for 10 s", "plain rule")


def threshold(fixes, depths, metres=10.0, wait=0.0):
    """Past the border by some metres, at each fix of some seconds.

    The first fix that is as far from the border gives the side, or the first after 20 s.
    """
    side, since = 0, None
    for fix, depth in zip(fixes, depths):
        if side == 0:
            if abs(depth) > metres or fix.time >= fixes[0].time + 20:
                side = 1 if depth > 0 else -1
            continue
        if -side * depth <= metres:
            since = None
            continue
        since = fix.time if since is None else since
        if fix.time - since >= wait:
            side, since = -side, None
            yield fix.time, "enter" if side > 0 else "exit"


class PlainFilter:
    """The position of the plain rule: Doppler carries it, and the fixes lean on it over 20 s."""

    def __init__(self):
        self.time = None
        self.is_doppler = False

    def take(self, fix, east, north):
        """Where the carrier is after a fix: east, north, and the deviation of each in metres."""
        sigma = min(30.0, max(2.0, fix.sigma))
        known = fix.speed is not None and (fix.track is not None or fix.speed < 0.5)
        if known and fix.speed > 0.7:
            self.is_doppler = True
        velocity = (0.0, 0.0)
        if known and fix.speed >= 0.3 and fix.track is not None:
            course = math.radians(fix.track)
            velocity = fix.speed * math.sin(course), fix.speed * math.cos(course)
        known = known and self.is_doppler
        if self.time is None:
            self.start(east, north, sigma)
        else:
            self.go_on(fix.time - self.time, velocity, known, east, north, sigma)
        self.time, self.velocity, self.known = fix.time, velocity, known
        return self.east, self.north, math.sqrt(self.variance)

    def start(self, east, north, sigma):
        self.east, self.north, self.variance, self.astray = east, north, sigma**2, 0.0

    def go_on(self, passed, velocity, known, east, north, sigma):
        carried = min(passed, 3.0)
        if known and self.known:
            self.east += (velocity[0] + self.velocity[0]) / 2 * carried
            self.north += (velocity[1] + self.velocity[1]) / 2 * carried
            self.variance += max(0.3, 0.15 * sigma) ** 2 * carried
        else:
            self.variance += 64 * carried
        if passed > 3:
            self.variance += (2 * (passed - 3)) ** 2
        noise = sigma**2 * 20 / min(passed, 20.0)
        gain = self.variance / (self.variance + noise)
        off = math.hypot(east - self.east, north - self.north)
        limit = max(8.0, 2.5 * math.sqrt(self.variance))
        share = gain * (limit / off if off > limit else 1)
        self.east += (east - self.east) * share
        self.north += (north - self.north) * share
        self.variance *= 1 - gain
        self.astray = self.astray + min(passed, 5.0) if off > 12 + 3 * sigma else 0.0
        if self.astray > 20:
            self.start(east, north, sigma)


def plain(fixes, raws, depths, sigmas, inradius):
    """The rule that Picket started from: 2 m past the border after a run of 20 m, else 12 m."""
    side = 0
    lowest = highest = 0.0
    for fix, raw, depth, sigma in zip(fixes, raws, depths, sigmas):
        if side == 0:
            if abs(depth) > max(12.0, 2 * sigma) or fix.time >= fixes[0].time + 30:
                side = 1 if depth > 0 else -1
            lowest = highest = -side * depth
            continue
        past, raw_past = -side * depth, -side * raw
        if past < lowest:
            lowest = highest = past
        highest = max(highest, past)
        if highest - past > 3:
            lowest = highest = past
        run, deep = 2.0, 12.0
        if side < 0:
            run, deep = min(run, 0.3 * inradius), min(deep, 0.6 * inradius)
        is_past = raw_past > run and past > run
        if is_past and (past - lowest >= 20 or past > deep):
            side = -side
            lowest = highest = -past
            yield fix.time, "enter" if side > 0 else "exit"


def events(fixes, areas, plane):
    """What each rule makes of a recording: {rule: {region: events}}."""
    points = [plane.point(fix.latitude, fix.longitude) for fix in fixes]
    filtered = PlainFilter()
    carried = [filtered.take(fix, *point) for fix, point in zip(fixes, points)]
    found = {name: {} for name in NAMES}
    for region, area in areas.items():
        raws = [area.near(*point) for point in points]
        depths = [area.near(east, north) for east, north, _ in carried]
        sigmas = [sigma for _, _, sigma in carried]
        for name, wait in zip(NAMES, (0.0, 5.0, 10.0)):
            found[name][region] = list(threshold(fixes, raws, wait=wait))
        found["plain rule"][region] = list(plain(fixes, raws, depths, sigmas, area.inradius))
    return found
