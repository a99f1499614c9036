"""The score: how well the events of a walk agree with what really happened on it.

A crossing that the truth makes clear must be reported; a brief visit may be; a graze may be
reported once there and once back. Any other event is false. So an event is never false where
the carrier truly was past the border, however briefly: such a passage is a graze at least.
"""

import json
import math

from recordings import seconds, stamp

# Of the slots that an event fits it gets the first of these, then that which opened first.
MOST_OBVIOUS_FIRST = {"required": 0, "brief": 0, "graze_back": 1, "graze_out": 2}


class Score:
    """What some walks came to."""

    def __init__(self):
        self.hours = 0.0
        self.false = self.required = self.missed = self.brief = self.brief_reported = 0
        self.delays = []
        self.within = self.placed = 0

    def add(self, other):
        self.hours += other.hours
        self.false += other.false
        self.required += other.required
        self.missed += other.missed
        self.brief += other.brief
        self.brief_reported += other.brief_reported
        self.delays += other.delays
        self.within += other.within
        self.placed += other.placed

    def delay(self, share):
        """The delay that this share of the required events did not exceed."""
        return percentile(self.delays, share)

    def cells(self):
        """The cells of a row of a table."""
        return [
            f"{self.hours:.1f}", f"{self.false}",
            f"{self.missed} of {self.required}" if self.required else "-",
            f"{self.delay(0.5):.1f} / {self.delay(0.95):.1f} s" if self.delays else "-",
            f"{self.brief_reported} of {self.brief}" if self.brief else "-",
            f"{100 * self.within / self.placed:.0f} %" if self.placed else "-",
        ]

    def brevity(self):
        """False, missed and the median delay in one cell."""
        delay = f"{self.delay(0.5):.1f} s" if self.delays else "-"
        missed = self.missed if self.required else "-"
        return f"{self.false} / {missed} / {delay}"


def percentile(values, share):
    """The value that this share of some does not exceed; not a number for none."""
    ordered = sorted(values)
    if not ordered:
        return math.nan
    place = (len(ordered) - 1) * share
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def match(slots, events, start, starts_inside):
    """Gives each event the slot that it belongs to: ({slot: time}, false events)."""
    reported, false = {}, []
    order = sorted(
        range(len(slots)), key=lambda i: (MOST_OBVIOUS_FIRST[slots[i]["kind"]], slots[i]["open"])
    )
    for number, (time, kind) in enumerate(events):
        for i in order:
            slot = slots[i]
            fits = slot["event"] == kind and slot["open"] <= time <= slot["close"]
            if i in reported or not fits:
                continue
            if slot["kind"] == "graze_back" and slot["pair"] not in reported:
                continue
            reported[i] = time
            break
        else:
            # An event that only states where the walk begins is no mistake.
            states_start = number == 0 and time <= start + 30
            if not (states_start and (kind == "enter") == starts_inside):
                false.append((time, kind))
    return reported, false


def was_early(slot, events, starts_inside):
    """Whether the region was on the right side before the crossing and stayed there."""
    side = "enter" if starts_inside else "exit"
    for time, kind in events:
        if time < slot["open"]:
            side = kind
    until = min(slot["close"], slot["t"] + 30)
    return side == slot["event"] and not any(slot["open"] <= t <= until for t, _ in events)


def score(truth, events):
    """The score of one walk, and a line for each event that is wrong: (time, line)."""
    start, end = seconds(truth["start"]), seconds(truth["end"])
    one, wrong = Score(), []
    one.hours = (end - start) / 3600
    for region, about in sorted(truth["regions"].items()):
        slots = [
            dict(slot, **{key: seconds(slot[key]) for key in ("t", "open", "close")})
            for slot in about["slots"]
        ]
        mine = sorted(events.get(region, []))
        inside = about["initial"] == "inside"
        reported, false = match(slots, mine, start, inside)
        one.false += len(false)
        for time, kind in false:
            depth = depth_at(truth, about, time - start)
            where = ""
            if depth is not None:
                where = f", {abs(depth):.1f} m {'inside' if depth > 0 else 'outside'}"
            wrong.append((time, f"{truth['name']}: {region}: false {kind} at {stamp(time)}{where}"))
        for i, slot in enumerate(slots):
            if slot["kind"] == "brief":
                one.brief += 1
                one.brief_reported += i in reported
            if slot["kind"] != "required":
                continue
            one.required += 1
            if i in reported:
                one.delays.append(reported[i] - slot["t"])
            elif not was_early(slot, mine, inside):
                one.missed += 1
                line = f"{truth['name']}: {region}: missed {slot['event']} at {stamp(slot['t'])}"
                wrong.append((slot["t"], line))
    return one, [line for _, line in sorted(wrong)]


def depth_at(truth, about, passed):
    """How deep inside the carrier truly was, in metres; none if the truth does not say."""
    depths, place = about.get("depth"), passed / truth.get("depth_step_s", 1.0)
    if not depths:
        return None
    place = min(max(place, 0.0), len(depths) - 1.0)
    low = int(place)
    high = min(low + 1, len(depths) - 1)
    return depths[low] + (depths[high] - depths[low]) * (place - low)


def read_events(lines):
    """The events in the JSON lines of picket: {region: [(time, kind)]}."""
    events = {}
    for line in lines:
        event = json.loads(line)
        if event.get("event") in ("enter", "exit") and not event.get("initial"):
            events.setdefault(event["region"], []).append((seconds(event["time"]), event["event"]))
    return events
