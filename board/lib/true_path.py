"""The carrier's true path, from a truth: its path, or its depths in circles.

Used by simulate, to compare errors; picket-score has the same in Swift.
"""

import math

from recordings import seconds, stamp

# The nearest circles at a time give the place; more would only cost time.
CIRCLES = 8
# Metres by which the depths may disagree; beyond that the place is not known.
DISAGREEMENT = 0.5


class TruePath:
    """The place at each step of a truth, computed when it is needed."""

    def __init__(self, truth, collection=None, plane=None):
        """The path of a truth that was drawn on a plane: that around the first fix."""
        self.plane = plane
        self.start, self.step = seconds(truth["start"]), truth["depth_step_s"]
        self.path = truth.get("path")
        self.circles = []
        self.known = {}
        if self.path:
            self.steps = len(self.path)
            return
        for feature in collection["features"]:
            if feature["geometry"]["type"] == "Point":
                name = feature.get("id") or feature["properties"]["id"]
                longitude, latitude = feature["geometry"]["coordinates"][:2]
                centre = plane.point(latitude, longitude)
                depths = truth["regions"][name]["depth"]
                self.circles.append((*centre, feature["properties"]["radius"], depths))
        self.steps = max(len(about["depth"]) for about in truth["regions"].values())

    @classmethod
    def of(cls, places, start):
        """A path that is known: a place each second."""
        return cls({"start": stamp(start), "depth_step_s": 1.0, "path": places, "regions": {}})

    def at(self, time, guess):
        """Latitude and longitude at a time, near a guess; None if it is not known."""
        place = (time - self.start) / self.step
        if not 0 <= place <= self.steps - 1:
            return None
        low = int(place)
        high = min(low + 1, self.steps - 1)
        ends = self.place(low, guess), self.place(high, guess)
        if None in ends:
            return None
        share = place - low
        return tuple(one + (other - one) * share for one, other in zip(*ends))

    def place(self, step, guess):
        if self.path:
            return tuple(self.path[step])
        if step not in self.known:
            # The place at the last step is nearer than any fix; its mirror image is farther.
            before = self.known.get(step - 1)
            self.known[step] = self.solve(step, before or guess)
        return self.known[step]

    def solve(self, step, guess):
        """The place whose depths in the circles match the truth, by Gauss and Newton."""
        near = sorted(self.circles, key=lambda one: abs(one[2] - one[3][step]))[:CIRCLES]
        if len(near) < 3:
            return None
        east, north = self.plane.point(*guess)
        for _ in range(20):
            offs = []
            ee = en = nn = e_off = n_off = 0.0
            for to_east, to_north, radius, depths in near:
                away = east - to_east, north - to_north
                distance = math.hypot(*away) or 1e-9
                off = radius - depths[step] - distance
                offs.append(abs(off))
                ue, un = away[0] / distance, away[1] / distance
                ee, en, nn = ee + ue * ue, en + ue * un, nn + un * un
                e_off, n_off = e_off + ue * off, n_off + un * off
            size = ee * nn - en * en
            if size < 1e-9:
                return None
            move = (nn * e_off - en * n_off) / size, (ee * n_off - en * e_off) / size
            length = math.hypot(*move)
            scale = min(1, 200 / (length or 1))
            east, north = east + move[0] * scale, north + move[1] * scale
            if length < 0.001:
                break
        return self.plane.position(east, north) if max(offs) < DISAGREEMENT else None
