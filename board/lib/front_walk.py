"""A walk for the moving picture of the README: the received fixes, and Picket's results."""

import datetime
import json
import lzma
import math
import sys

METRES = 111_320  # of a degree of latitude, near enough for a picture


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Walk:
    """Places are metres east and south of the first fix; times are seconds since then."""

    def __init__(self, recording, regions, lines, printed):
        with lzma.open(recording, "rt") as file:
            reports = [json.loads(line) for line in file]
        reports = [each for each in reports if "lat" in each]
        self.origin = reports[0]["lat"], reports[0]["lon"]
        self.start = seconds(reports[0]["time"])
        self.received = [(self.time(each), self.place(each)) for each in reports]
        self.taken, self.depths, self.events = [], [], []
        for line in lines:
            if line.get("fix") == "trusted":
                self.taken.append((self.time(line), self.place(line)))
                self.depths += [(self.time(line), each["region"], each["raw"], each["depth"])
                                for each in line["regions"] if "raw" in each]
            elif "event" in line:
                self.events.append((self.time(line), line["event"], line["region"], line))
        # The same events as a person reads them.
        self.printed = printed
        if len(printed) != len(self.events):
            sys.exit(f"front: {len(printed)} lines for {len(self.events)} events and reminders")
        with open(regions, encoding="utf-8") as file:
            self.regions = json.load(file)["features"]

    def time(self, line):
        return seconds(line["time"]) - self.start

    def place(self, line):
        return self.at(line["lon"], line["lat"])

    def at(self, longitude, latitude):
        east = (longitude - self.origin[1]) * METRES * math.cos(math.radians(self.origin[0]))
        return east, (self.origin[0] - latitude) * METRES

    def inside(self, region):
        """The times from each entry to its exit, by Picket; the walk may have begun inside."""
        spans, begin = [], 0.0
        for time, event, name, _ in self.events:
            if name == region and event == "enter":
                begin = time
            elif name == region and event == "exit":
                spans.append((begin, time))
                begin = None
        return spans

    def flips(self, region):
        """The number of times that the receiver's position alone changed its side of the border."""
        sides = [raw >= 0 for _, name, raw, _ in self.depths if name == region]
        return sum(a != b for a, b in zip(sides, sides[1:]))
