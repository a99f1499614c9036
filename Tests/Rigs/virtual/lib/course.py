"""The courses of the walk past the posts, and what of them has to survive power cuts.

A course leads to and fro past one post. Each station sleeps until the one before it has reported, and
reports once. Every second station is a gate. For Tests/Rigs/virtual/lib/cuts.py and walk.py.
"""
import json

length = 10  # stations of a course
apart = 60  # metres from one station to the next
# This gate reports each crossing: to one side and to the other in turn.
middle = "middle"


class Station:
    """The place of a station in its course, by its number from 0 on."""

    def __init__(self, post, number, row):
        self.name = f"station-{post}-{number + 1:02}"
        self.after = f"station-{post}-{number:02}" if number > 0 else None
        self.is_gate = number % 2 == 1
        self.is_last = number == length - 1
        way = (number + 0.5) * apart % (2 * row)
        self.east = post * row + min(way, 2 * row - way)


class Courses:
    """The stations that have reported on one disk."""

    def __init__(self, stations):
        self.stations = {station.name: station for station in stations}
        self.done = {}  # by station: the number of its event and its time
        self.reported = 0  # before the last time that all courses began anew
        self.lost = 0
        self.twice = 0
        self.answers = 0

    @property
    def is_any_over(self):
        return any(self.stations[name].is_last for name in self.done)

    @property
    def count(self):
        return self.reported + len(self.done)

    def begin_anew(self):
        """Begins all courses anew, as picket was ordered to."""
        self.reported += len(self.done)
        self.done = {}

    def add(self, number, event):
        """Adds a station's event; returns what is wrong with it."""
        station, one = self.stations[event["region"]], (number, event["time"])
        if self.done.setdefault(station.name, one) != one:
            self.twice += 1
            return f"{station.name} has reported once more"
        if station.after is not None and station.after not in self.done:
            return f"{station.name} has reported before {station.after}"
        kind = "cross" if station.is_gate else "enter"
        return None if event["event"] == kind else f"{station.name} is to report {kind}"

    def compare(self, answer):
        """Compares the answer of a picket that has not had a fix yet; returns what is wrong."""
        self.answers += 1
        rows = {row["region"]: row for row in json.loads(answer)["stations"]}
        if set(rows) != set(self.stations):
            return ["picket does not know the courses"]
        wrong = []
        for name, station in self.stations.items():
            time = self.done[name][1] if name in self.done else None
            sleeps = station.after is not None and station.after not in self.done
            found = rows[name].get("done"), rows[name].get("asleep", False)
            if found != (time, sleeps):
                wrong.append(f"{name} is {found}, which has to be {time, sleeps}")
                self.lost += 1
        return wrong
