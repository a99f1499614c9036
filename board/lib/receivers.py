"""Receivers whose errors resemble those of real ones: the reports of gpsd on a way.

An error has parts that behave differently, each with its own figures in a Receiver:

- own: the error of one fix alone. It may have outliers of kilometres.
- shared: what fixes have in common for 20 to 90 s. It changes smoothly, as a receiver's own
  filter lets it, and is larger for minutes and smaller again, as houses and trees go by.
- slow: the error that stays for many minutes: ionosphere, a wall next to the receiver.
- an excursion: off by 12 to 40 m and back within 3 to 20 s.
- a bad stretch: the error slides 30 to 100 m within half a minute, the velocity agrees with it,
  and half of the velocities are missing.
- a wild stretch: after a gap, and after switching on, the fixes are 11 to 1,700 m off for
  seconds, seldom for 100 s, while a velocity is as good as ever.
"""

import dataclasses
import math

from recordings import stamp


@dataclasses.dataclass(frozen=True)
class Receiver:
    """The properties of a kind of receiver. Metres are of one axis, rates are per hour."""

    intervals: tuple            # seconds between fixes; one is chosen for a recording
    own: float                  # metres, of each fix
    shared: float               # metres
    stay: tuple                 # seconds for which the shared error stays
    slow: float = 0.0           # metres
    uneven: float = 0.0         # how much the shared error's size varies, in factors of e
    tail: float = 0.0           # the share of fixes whose own error is three times as large
    outliers: float = 0.0       # the share of fixes that are up to kilometres off
    doppler: float = 0.0        # m/s of noise of a velocity; 0 if it has none
    claim: str = ""             # what its eph is: "", hdop, steps, radius or sigma
    gaps: float = 0.0
    longest: float = 300.0      # seconds of a gap
    lost: float = 0.0           # the share of gaps after which there is a wild stretch
    excursions: float = 0.0
    bad: float = 0.0            # bad stretches
    frozen: float = 0.0         # stretches with one position and an advancing time
    blank: float = 0.2          # m/s up to which it has no course
    grain: float = 0.0          # metres below which a new position is not reported
    spread: float = 0.25        # how much receivers of the kind differ, in factors of e


# The figures are fitted to recordings: board/walks/README.md shows how well.
RECEIVERS = {
    # On a cow's collar: few satellites, 2 s, no velocity, eph of NMEA by gpsd: 19 m x HDOP.
    "collar": Receiver(
        (2.0,), own=0.1, shared=1.2, stay=(60, 100), slow=0.6, uneven=0.35, claim="hdop", gaps=6,
        longest=720, lost=0.3, grain=0.3),
    # A watch: its claim is a guess in steps.
    "watch": Receiver(
        (1.0,), own=0.02, shared=1.2, stay=(200, 500), slow=4.2, uneven=0.3, claim="steps",
        frozen=1, grain=0.25, spread=0.45),
    # A u-blox with SBAS on a roof.
    "roof": Receiver((1.0,), own=0.01, shared=0.22, stay=(40, 60), doppler=0.01),
    # A consumer's receiver between houses and through them: with velocity, and without.
    "campus": Receiver(
        (0.2,), own=0.04, shared=2.1, stay=(17, 50), slow=0.7, uneven=0.6, doppler=0.1, gaps=8,
        longest=200, lost=0.2, excursions=3, bad=0.5, frozen=1),
    "campus without speed": Receiver(
        (1.0,), own=0.17, shared=2.1, stay=(60, 130), slow=2.3, uneven=0.7, gaps=5, longest=240,
        lost=0.5, excursions=4, bad=1, frozen=0.5),
    # A good module in the open, as a board would have: it reports an estimate of its error.
    "module": Receiver(
        (0.1, 0.2, 1.0), own=0.1, shared=1.6, stay=(20, 90), slow=1.0, uneven=0.5, doppler=0.12,
        claim="sigma", gaps=3, lost=0.2, excursions=2, bad=0.3, frozen=0.3),
    # In a car: a phone, and a u-blox M8 at 10 Hz.
    "phone in a car": Receiver(
        (1.0,), own=0.2, shared=0.8, stay=(100, 250), slow=1.8, uneven=0.3, doppler=0.1, gaps=0.5,
        longest=60, lost=0.3, excursions=0.5, spread=0.5),
    "u-blox in a car": Receiver(
        (0.1,), own=0.01, shared=0.2, stay=(60, 120), slow=1.6, doppler=0.05, gaps=0.5, longest=60,
        lost=0.2, spread=0.2),
    # A snapshot receiver: each fix is independent.
    "snapshot": Receiver(
        (1.0,), own=8.0, shared=1.0, stay=(60, 120), slow=3.2, uneven=0.2, tail=0.12, outliers=0.009,
        claim="radius"),
    # A phone's position from only the pseudoranges of each second, with stretches missing.
    "phone": Receiver(
        (1.0,), own=1.3, shared=0.5, stay=(60, 90), slow=0.1, tail=0.12, gaps=25, longest=260),
    # Not fitted: what most modules do in the open, for the minutes that no recording has.
    "plain": Receiver((1.0,), own=0.5, shared=2.0, stay=(30, 60), doppler=0.1, spread=0.0),
    "plain at 5 Hz": Receiver((0.2,), own=0.5, shared=2.0, stay=(30, 60), doppler=0.1, spread=0.0),
    "plain without speed": Receiver((1.0,), own=0.5, shared=2.0, stay=(30, 60), spread=0.0),
    "slow without speed": Receiver((2.0, 5.0), own=0.5, shared=2.0, stay=(30, 60), spread=0.0),
    "good without speed": Receiver((1.0,), own=0.3, shared=1.0, stay=(30, 60), spread=0.0),
    "blank course": Receiver((1.0,), own=0.5, shared=2.0, stay=(30, 60), doppler=0.1, blank=0.4, spread=0.0),
}


class Smooth:
    """An error of deviation 1 that is smooth and agrees with itself by 1/e after some seconds."""

    def __init__(self, rng, stay):
        # It agrees with itself by (1 + x) exp(-x) after x memories: by 1/e at 2.146.
        self.rng, self.memory = rng, stay / 2.146
        self.value, self.rate = rng.gauss(0, 1), rng.gauss(0, 1) / self.memory

    def step(self, passed):
        # Critically damped and pushed by white noise, in steps short enough to be stable.
        left = passed
        while left > 1e-9:
            part = min(left, self.memory / 8)
            push = 2 * self.memory**-1.5 * math.sqrt(part) * self.rng.gauss(0, 1)
            self.rate += push - part * (2 * self.rate / self.memory + self.value / self.memory**2)
            self.value += part * self.rate
            left -= part
        return self.value


def poisson(rng, rate, seconds):
    """The times of events with this rate an hour."""
    times, time = [], 0.0
    while rate > 0:
        time += rng.expovariate(rate / 3600)
        if time >= seconds:
            break
        times.append(time)
    return times


class Bump:
    """An offset that comes and goes: kept between two times, with ramps of some seconds."""

    def __init__(self, rng, begin, metres, rise, hold, fall):
        self.begin, self.rise, self.hold, self.fall = begin, rise, hold, fall
        self.end = begin + rise + hold + fall
        course = rng.uniform(0, 2 * math.pi)
        self.east, self.north = metres * math.sin(course), metres * math.cos(course)

    def share(self, time):
        passed = time - self.begin
        if passed <= 0 or time >= self.end:
            return 0.0
        if passed < self.rise:
            return (1 - math.cos(math.pi * passed / self.rise)) / 2
        passed -= self.rise + self.hold
        return 1.0 if passed <= 0 else (1 + math.cos(math.pi * passed / self.fall)) / 2

    def slope(self, time):
        return (self.share(time + 0.1) - self.share(time - 0.1)) / 0.2


class Recorder:
    """One receiver of a kind on one way."""

    def __init__(self, rng, receiver, way):
        self.rng, self.receiver, self.way = rng, receiver, way
        self.interval = rng.choice(receiver.intervals)
        self.scale = math.exp(rng.gauss(0, receiver.spread))
        stay = rng.uniform(*receiver.stay)
        self.shared = [Smooth(rng, stay) for _ in range(2)]
        self.slow = [Smooth(rng, rng.uniform(300, 1200)) for _ in range(2)]
        self.size = Smooth(rng, rng.uniform(60, 180))
        self.hdop = Smooth(rng, 120)
        # The claimed error divided by the true one: a third for some receivers, three for others.
        self.belief = math.exp(rng.gauss(0, 0.5))
        self.plan(rng, receiver, way.seconds)

    def plan(self, rng, receiver, seconds):
        """Plans the gaps and bad stretches."""
        # In a gap there are reports without a fix, or gpsd is silent.
        self.gaps = []          # (begin, end, whether there are reports)
        self.wild, self.excursions, self.bad = [], [], []
        self.frozen = []        # (begin, end)
        for begin in poisson(rng, receiver.gaps, seconds):
            if self.gaps and begin < self.gaps[-1][1] + 20:
                continue
            # Half of them shorter than an eighth of the longest, none shorter than 6 s.
            length = max(6.0, receiver.longest * min(1.0, 0.12 * math.exp(rng.gauss(0, 1.3))))
            self.gaps.append((begin, begin + length, rng.random() < 0.5))
        ends = [end for _, end, _ in self.gaps if rng.random() < receiver.lost]
        if rng.random() < receiver.lost / 2:
            ends.append(0.0)
        for end in ends:
            metres = min(1700.0, 11 * math.exp(rng.expovariate(0.9)))
            hold = rng.uniform(60, 100) if rng.random() < 0.1 else rng.uniform(1, 20)
            self.wild.append(Bump(rng, end - 0.01, metres, 0.001, hold, rng.choice([0.001, 4, 15])))
        for begin in poisson(rng, receiver.excursions, seconds):
            long = rng.uniform(3, 20)
            metres = rng.uniform(12, 40)
            self.excursions.append(Bump(rng, begin, metres, long / 3, long / 3, long / 3))
        for begin in poisson(rng, receiver.bad, seconds):
            slide = Bump(rng, begin, rng.uniform(30, 100), rng.uniform(20, 35), rng.uniform(2, 15),
                         rng.uniform(8, 25))
            self.bad.append(slide)
        for begin in poisson(rng, receiver.frozen, seconds):
            self.frozen.append((begin, begin + rng.uniform(8, 40)))

    def reports(self, start, plane):
        """The reports of gpsd, in order, as objects; start is the time of the first second."""
        time, held = 0.0, None
        while time <= self.way.seconds:
            error, size = self.error(time)
            report = {"class": "TPV", "device": "/dev/gps0", "mode": 3, "time": stamp(start + time)}
            gap = next((gap for gap in self.gaps if gap[0] <= time < gap[1]), None)
            if gap:
                if gap[2]:
                    yield report | {"mode": 1}
            else:
                east, north = (true + off for true, off in zip(self.way.at(time), error))
                is_frozen = any(begin <= time < end for begin, end in self.frozen)
                if held and (is_frozen or math.dist(held, (east, north)) < self.receiver.grain):
                    east, north = held
                held = east, north
                latitude, longitude = plane.position(east, north)
                report |= {"lat": round(latitude, 8), "lon": round(longitude, 8)}
                yield report | self.velocity(time) | self.claim(size)
            time = round(time + self.interval, 3)

    def error(self, time):
        """The error of a fix in metres to the east and north, and the present size of errors."""
        receiver, rng = self.receiver, self.rng
        size = math.exp(receiver.uneven * self.size.step(self.interval)) * self.scale
        own = receiver.own * self.scale * (3 if rng.random() < receiver.tail else 1)
        if rng.random() < receiver.outliers:
            own = 60 * math.exp(rng.expovariate(0.6))
        found = []
        for axis in range(2):
            shared = receiver.shared * size * self.shared[axis].step(self.interval)
            slow = receiver.slow * self.scale * self.slow[axis].step(self.interval)
            found.append(shared + slow + rng.gauss(0, 1) * min(own, 15_000))
        for bump in self.wild + self.excursions + self.bad:
            share = bump.share(time)
            found = [found[0] + share * bump.east, found[1] + share * bump.north]
        steady = math.hypot(receiver.own, receiver.slow) * self.scale
        return found, math.hypot(steady, receiver.shared * size)

    def velocity(self, time):
        """Speed and course by Doppler, where the receiver has them."""
        receiver, rng = self.receiver, self.rng
        if not receiver.doppler:
            return {}
        east, north = self.way.velocity(time)
        for slide in self.bad:
            slope = slide.slope(time)
            east, north = east + slide.east * slope, north + slide.north * slope
            if slide.begin < time < slide.end and rng.random() < 0.5:
                return {}
        noise = receiver.doppler
        east, north = east + noise * rng.gauss(0, 1), north + noise * rng.gauss(0, 1)
        speed = math.hypot(east, north)
        found = {"speed": round(speed, 3)}
        # Too slow for a course, a receiver leaves it blank.
        if speed > self.receiver.blank:
            found["track"] = round(math.degrees(math.atan2(east, north)) % 360, 1)
        return found

    def claim(self, size):
        """The eph; not all receivers have one, and few have the true error."""
        style, rng = self.receiver.claim, self.rng
        if style == "hdop":
            hdop = max(0.8, 2.8 * math.exp(0.35 * self.hdop.step(self.interval)))
            return {"eph": round(19 * hdop, 2)}
        if style == "steps":
            step = self.hdop.step(self.interval)
            return {"eph": 3.0 if step < -1 and self.belief < 1.2 else 16.0 if step < 1.2 else 24.0}
        if style == "radius":
            return {"eph": round(17 + 10 * math.exp(rng.gauss(0, 0.9)), 2)}
        if style == "sigma":
            return {"eph": round(6.3 * size * self.belief, 2)}
        return {}
