"""The ways of carriers: true places in metres, one every STEP seconds."""

import math

STEP = 0.2


class Way:
    """True places at equal steps, with their times and velocities."""

    def __init__(self):
        self.places = []
        # The places and times of long stands, and the straight legs.
        self.stands = []
        self.legs = []

    @property
    def seconds(self):
        return (len(self.places) - 1) * STEP

    def at(self, time):
        place = min(max(time / STEP, 0.0), len(self.places) - 1.0)
        low = int(place)
        high = min(low + 1, len(self.places) - 1)
        (e1, n1), (e2, n2) = self.places[low], self.places[high]
        return e1 + (e2 - e1) * (place - low), n1 + (n2 - n1) * (place - low)

    def velocity(self, time):
        """Metres a second to the east and north, over the last 0.4 s."""
        (e1, n1), (e2, n2) = self.at(time - 2 * STEP), self.at(time)
        return (e2 - e1) / (2 * STEP), (n2 - n1) / (2 * STEP)

    def goes(self, rng, seconds, pace, course, turn=0.06, quick=0.8):
        """Walks on at a pace in m/s while the course wanders, by turn in radians after a second."""
        east, north = self.places[-1] if self.places else (0.0, 0.0)
        speed = self.speed() if len(self.places) > 1 else 0.0
        for _ in range(round(seconds / STEP)):
            wish = pace * (1 + 0.1 * rng.gauss(0, 1))
            speed += max(-quick * STEP, min(quick * STEP, wish - speed))
            course += rng.gauss(0, turn) * math.sqrt(STEP)
            east += speed * math.sin(course) * STEP
            north += speed * math.cos(course) * STEP
            self.places.append((east, north))
        return course

    def stays(self, seconds):
        place = self.places[-1] if self.places else (0.0, 0.0)
        begin = len(self.places) * STEP
        self.places += [place] * round(seconds / STEP)
        self.stands.append((begin, begin + seconds, place))

    def speed(self):
        (e1, n1), (e2, n2) = self.places[-2:]
        return math.hypot(e2 - e1, n2 - n1) / STEP


def wander(rng, seconds, paces, stops=40.0, quick=0.8, turn=0.06, within=math.inf):
    """Goes this way and that, turns at corners, stops once in a while (some seconds at most).

    Beyond `within` metres it turns back, so that it passes the same borders again.
    """
    way, course = Way(), rng.uniform(0, 2 * math.pi)
    way.places.append((0.0, 0.0))
    while way.seconds < seconds:
        pace = rng.uniform(*paces)
        course = way.goes(rng, min(rng.uniform(25, 120), within / pace), pace, course, turn, quick)
        course += rng.choice([-1, 1]) * rng.choice([0.3, 0.8, 1.5, 1.6])
        east, north = way.places[-1]
        if math.hypot(east, north) > within:
            course = math.atan2(-east, -north) + rng.uniform(-0.8, 0.8)
        if rng.random() < 0.25:
            way.goes(rng, 2 + pace / quick, 0.0, course, 0.0, quick)
            way.stays(rng.uniform(3, stops))
    return way


def stand(rng, seconds):
    """Stands or lies still all the time."""
    way = Way()
    way.places.append((0.0, 0.0))
    way.stays(seconds)
    return way


def visits(rng, seconds):
    """Walks, stands still for 5 to 10 minutes, and walks on."""
    way, course = Way(), rng.uniform(0, 2 * math.pi)
    way.places.append((0.0, 0.0))
    while way.seconds < seconds:
        pace = rng.uniform(0.9, 1.6)
        course = way.goes(rng, rng.uniform(60, 150), pace, course)
        way.goes(rng, 3, 0.0, course, 0.0)
        way.stays(rng.uniform(300, 600))
        course += rng.uniform(-1.5, 1.5)
    return way


def waits(rng, seconds):
    """Waits where the recording begins, and then walks."""
    way = Way()
    way.places.append((0.0, 0.0))
    way.stays(rng.choice([0, 5, 20, 60]) + STEP)
    course = rng.uniform(0, 2 * math.pi)
    while way.seconds < seconds:
        course = way.goes(rng, rng.uniform(60, 120), rng.uniform(0.8, 1.6), course)
        course += rng.choice([-1, 1]) * rng.uniform(0.5, 1.6)
    return way


def straight(rng, seconds):
    """Walks straight for 60 to 200 m, turns, and so on."""
    way, course = Way(), rng.uniform(0, 2 * math.pi)
    way.places.append((0.0, 0.0))
    while way.seconds < seconds:
        pace, begin = rng.uniform(0.8, 1.6), way.seconds
        way.goes(rng, rng.uniform(60, 200) / pace, pace, course, 0.005)
        way.legs.append((begin, way.seconds, course))
        if rng.random() < 0.3:
            way.goes(rng, 3, 0.0, course, 0.0)
            way.stays(rng.uniform(5, 60))
        course += rng.choice([-1, 1]) * rng.uniform(1.2, 1.7)
    return way
