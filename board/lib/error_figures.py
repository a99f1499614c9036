"""The errors of a receiver: their size, the error of each fix alone, and their duration."""

import math

from plane import Plane

HEADINGS = (
    "hours", "half", "95 %", "99 %", "own", "stay for", "with speed", "gaps an hour", "longest")
# Seconds between two fixes beyond which there was a gap.
GAP = 5.0
# Seconds by which errors are compared.
LAGS = [1, 2, 3, 5, 7, 10, 14, 20, 28, 40, 56, 80, 112, 160, 224, 320]


def percentile(values, share):
    """The value that this share of all does not exceed; NaN without values."""
    ordered = sorted(values)
    if not ordered:
        return math.nan
    place = (len(ordered) - 1) * share
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


class Figures:
    """The errors of some recordings."""

    def __init__(self):
        self.errors, self.own = [], []
        self.agreement = {lag: [0.0, 0.0, 0] for lag in LAGS}
        self.seconds = 0.0
        self.fixes = self.with_speed = 0
        self.gaps = []

    def add(self, fixes, path):
        """Adds a recording whose true path is known."""
        found = []
        for before, fix in zip([None, *fixes], fixes):
            if before and fix.time - before.time > GAP:
                self.gaps.append(fix.time - before.time)
            self.fixes += 1
            self.with_speed += fix.speed is not None
            true = path.at(fix.time, (fix.latitude, fix.longitude))
            if true:
                found.append((fix.time, *Plane(*true).point(fix.latitude, fix.longitude)))
        if not found:
            return
        self.seconds += fixes[-1].time - fixes[0].time
        self.errors += [math.hypot(east, north) for _, east, north in found]
        for one, two, three in zip(found, found[1:], found[2:]):
            if three[0] - one[0] <= 2 * GAP:
                # A fix's own error has 1.5 times its variance here.
                self.own += [
                    (two[axis] - (one[axis] + three[axis]) / 2) / math.sqrt(1.5) for axis in (1, 2)
                ]
        self.compare(found)

    def compare(self, found):
        """Adds the agreement of errors with earlier ones; wild errors are limited to the 95 % value."""
        limit = percentile([math.hypot(east, north) for _, east, north in found], 0.95)
        cut = {}
        for time, east, north in found:
            scale = min(1.0, limit / (math.hypot(east, north) or 1))
            cut[round(time)] = east * scale, north * scale
        for lag, sums in self.agreement.items():
            for time, (east, north) in cut.items():
                other = cut.get(time + lag)
                if other:
                    sums[0] += east * other[0] + north * other[1]
                    sums[1] += (east * east + north * north + other[0] ** 2 + other[1] ** 2) / 2
                    sums[2] += 1

    def stay(self):
        """Seconds after which the errors agree by less than 1/e."""
        for lag, (product, square, count) in self.agreement.items():
            if 20 * count > len(self.errors) and product / square < math.exp(-1):
                return lag
        return math.inf

    def cells(self):
        """The cells of a row of a table."""
        if not self.errors:
            return ["-"] * len(HEADINGS)
        own = percentile([abs(off) for off in self.own], 0.5) * 1.4826
        stay, hours = self.stay(), self.seconds / 3600
        return [
            f"{hours:.1f}",
            *(f"{percentile(self.errors, share):.1f} m" for share in (0.5, 0.95, 0.99)),
            f"{own:.2f} m", f"{stay} s" if stay < math.inf else f"> {LAGS[-1]} s",
            f"{100 * self.with_speed / self.fixes:.0f} %",
            f"{len(self.gaps) / hours:.1f}", f"{max(self.gaps, default=0):.0f} s",
        ]
