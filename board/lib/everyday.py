"""The minutes of every user that recordings skip: carriers that begin to run, dash, brake and creep.

A way continues from its first place, which the circles around it are drawn for.
"""

import math

from carriers import Way


def way(going):
    """The function that makes a whole way of what continues one; its length follows from what it does."""
    def made(rng, _):
        whole = Way()
        whole.places.append((0.0, 0.0))
        going(rng, whole)
        return whole
    return made


def strolls(rng, way, seconds):
    """Strolls to and fro within some 30 m; the course in which it was last."""
    course, end = rng.uniform(0, 2 * math.pi), way.seconds + seconds
    while way.seconds < end:
        way.goes(rng, 24, rng.uniform(0.9, 1.4), course, 0.0)
        course += math.pi
    return course


@way
def begins_to_run(rng, way):
    course = strolls(rng, way, rng.uniform(90, 300))
    pace = rng.uniform(3, 12)
    way.goes(rng, 250 / pace, pace, course, 0.0, rng.uniform(0.5, 3))
    way.stays(60)


@way
def runs_again(rng, way):
    course = strolls(rng, way, 60)
    for _ in range(2):
        way.goes(rng, 12, 6.0, course, 0.0, 2.0)
        course += math.pi
    course = strolls(rng, way, rng.uniform(30, 600))
    way.goes(rng, 40, rng.uniform(5, 7), course, 0.0, 2.0)
    way.stays(60)


@way
def dashes(rng, way):
    pace, course = rng.uniform(3, 12), rng.uniform(0, 2 * math.pi)
    way.stays(180)
    for seconds in (rng.uniform(4, 30), 120):
        way.goes(rng, 2 + rng.uniform(80, 160) / pace, pace, course, 0.0, 4.0)
        way.goes(rng, 3, 0.0, course, 0.0, 4.0)
        way.stays(seconds)
        course += math.pi


@way
def stands_and_leaves(rng, way):
    way.stays(2400)
    pace = rng.choice([0.3, 0.6, 1.3, 5.0])
    way.goes(rng, 150 / pace, pace, rng.uniform(0, 2 * math.pi), 0.0)
    way.stays(60)


@way
def stops_and_goes(rng, way):
    course, pace = rng.uniform(0, 2 * math.pi), rng.uniform(5, 12)
    for _ in range(6):
        way.goes(rng, rng.uniform(8, 20), pace, course, 0.01, 2.0)
        way.goes(rng, pace / 2 + 1, 0.0, course, 0.0, 2.0)
        way.stays(rng.uniform(5, 40))
        course += rng.choice([0, 0.5, 1.5])


@way
def creeps(rng, way):
    way.stays(120)
    way.goes(rng, 300, rng.uniform(0.25, 0.4), rng.uniform(0, 2 * math.pi), 0.0)
