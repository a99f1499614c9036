"""Random schedules, as Picket and two other programs read them.

`board/research/hours` calls this. Each program computes at several times whether a schedule is active
and when that changes next. A difference from another program must have a
known reason: `reasons` names it.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import zoneinfo

import opening_hours

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
WEEKDAYS = "Mo Tu We Th Fr Sa Su".split()
LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
# Zones that change clocks at one, two and three o'clock, by half an hour, and never.
PLACES = {
    "Europe/Berlin": (52.52, 13.4),
    "Europe/London": (51.5, -0.12),
    "America/New_York": (40.7, -74.0),
    "Australia/Lord_Howe": (-31.55, 159.08),
    "Asia/Kolkata": (19.0, 72.8),
}
UTC = datetime.timezone.utc


class Maker:
    """Makes schedules of Picket's subset."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def clock(self, low=0, high=1439):
        minutes = self.random.randrange(low, high + 1)
        if self.random.random() < 0.7:
            minutes -= minutes % 30
        return minutes

    @staticmethod
    def text(minutes):
        return f"{minutes // 60:02}:{minutes % 60:02}"

    def span(self):
        if self.random.random() < 0.08:
            return "00:00-24:00"
        start = self.clock()
        # Some in the hour that is skipped or comes twice.
        if self.random.random() < 0.15:
            start = self.clock(60, 200)
        end = self.clock(1, 1440)
        if end == start:
            end = (start + 60) % 1440 or 1440
        if self.random.random() < 0.06:
            return f"{self.text(start)}-{self.text(min(2880, 1440 + self.clock(start // 2)))}"
        return f"{self.text(start)}-{self.text(end)}"

    def sun(self):
        def passage(name):
            if self.random.random() < 0.6:
                return name
            return f"({name}{self.random.choice('+-')}{self.text(self.clock(1, 120))})"

        rise, down = passage("sunrise"), passage("sunset")
        return self.random.choice([
            f"{rise}-{down}", f"{down}-{rise}", f"{rise}-{self.text(self.clock(720, 900))}",
            f"{self.text(self.clock(660, 780))}-{down}", f"{down}-{self.text(self.clock(0, 180))}",
            f"{self.text(self.clock(1380))}-{rise}",
        ])

    def spans(self):
        if self.random.random() < 0.12:
            return self.sun()
        return ",".join(self.span() for _ in range(self.random.choice([1, 1, 1, 2, 3])))

    def weekdays(self):
        parts = []
        for _ in range(self.random.choice([1, 1, 2])):
            first, last = self.random.sample(WEEKDAYS, 2)
            parts.append(first if self.random.random() < 0.5 else f"{first}-{last}")
        return ",".join(parts)

    def day(self):
        month = self.random.randrange(12)
        if self.random.random() < 0.1:
            return 1, self.random.choice([28, 29])
        return month, self.random.randrange(1, LENGTHS[month] + 1)

    def dates(self):
        kind = self.random.random()
        if kind < 0.3:
            first, last = self.random.sample(MONTHS, 2)
            return f"{first}-{last}"
        if kind < 0.45:
            return self.random.choice(MONTHS)
        month, day = self.day()
        if kind < 0.75:
            return f"{MONTHS[month]} {day}"
        other, end = self.day()
        return f"{MONTHS[month]} {day}-{MONTHS[other]} {end}"

    def rule(self, is_first):
        if is_first and self.random.random() < 0.05:
            return "24/7"
        parts = []
        if self.random.random() < 0.3:
            parts.append(self.dates())
        if self.random.random() < 0.6:
            parts.append(self.weekdays())
        off = not is_first and self.random.random() < 0.5
        if not (parts and (off or self.random.random() < 0.1)) or (off and self.random.random() < 0.3):
            parts.append(self.spans())
        return " ".join(parts + ["off"] * off)

    def schedule(self):
        count = self.random.choice([1, 1, 2, 2, 3])
        return "; ".join(self.rule(number == 0) for number in range(count))

    def times(self, zone, count):
        """Times in several years, half of them near a change of clocks or a leap day."""
        tz = zoneinfo.ZoneInfo(zone)
        near = []
        for year in (2026, 2028):
            start = datetime.datetime(year, 1, 1, tzinfo=UTC)
            near += [datetime.datetime(year, 2, 28, 12, tzinfo=UTC)]
            for hour in range(0, 366 * 24, 1):
                time = start + datetime.timedelta(hours=hour)
                after = time + datetime.timedelta(hours=1)
                if time.astimezone(tz).utcoffset() != after.astimezone(tz).utcoffset():
                    near.append(time)
        for number in range(count):
            if number % 2:
                base = datetime.datetime(self.random.choice([2026, 2027, 2028]), 1, 1, tzinfo=UTC)
                yield base + datetime.timedelta(minutes=self.random.randrange(365 * 1440))
            else:
                yield self.random.choice(near) + datetime.timedelta(
                    minutes=self.random.randrange(-1500, 1500))


def of_picket(picket, schedules, zone, times):
    """The answers of Picket: for each time, whether each schedule is active, and until when."""
    latitude, longitude = PLACES[zone]
    features = [{
        "type": "Feature", "id": str(number), "properties": {"radius": 50, "active": text},
        "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
    } for number, text in enumerate(schedules)]
    with tempfile.NamedTemporaryFile("w", prefix="picket-hours-", suffix=".geojson") as file:
        json.dump({"type": "FeatureCollection", "timezone": zone, "features": features}, file)
        file.flush()
        for time in times:
            command = [picket, "check", "--json", "--regions", file.name, "--at", time.isoformat()]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"picket check: {done.stdout}{done.stderr}")
            lines = [json.loads(line) for line in done.stdout.splitlines()]
            yield [(line["active"], moment(line.get("changes"))) for line in lines if "active" in line]


def moment(text):
    return text and datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def of_wheel(schedules, zone, times):
    """The answers of the wheel opening_hours_py."""
    tz = zoneinfo.ZoneInfo(zone)
    known = [opening_hours.OpeningHours(text, timezone=tz, coords=PLACES[zone])
             for text in schedules]
    for time in times:
        local = time.astimezone(tz)
        # Not next_change, which looks as far as the year 10000.
        end = local + datetime.timedelta(days=400)
        yield [(one.is_open(local), change(one, local, end)) for one in known]


def change(hours, time, end):
    """The time at which the state after a time changes; `None` if not before the end."""
    was_open = hours.is_open(time)
    for start, _, state, _ in hours.intervals(time, end):
        if (str(state) == "open") != was_open:
            return start.astimezone(UTC)
    return None


def of_library(program, schedules, zone, times):
    """The answers of KOpeningHours."""
    latitude, longitude = PLACES[zone]
    questions = [f"{zone} {latitude} {longitude} {int(time.timestamp())} {text}"
                 for time in times for text in schedules]
    # KOpeningHours gives times by the clocks of the process.
    done = subprocess.run([program], input="\n".join(questions) + "\n", capture_output=True,
                          text=True, check=True, env={**os.environ, "TZ": zone})
    answers = []
    for line in done.stdout.splitlines():
        state, *change = line.split()
        if state == "error":
            answers.append(None)
            continue
        number = None if change == ["-"] else int(change[0])
        answers.append((state == "open",
                        None if number is None else datetime.datetime.fromtimestamp(number, tz=UTC)))
    for start in range(0, len(answers), len(schedules)):
        yield answers[start:start + len(schedules)]


def is_same(one, other, time, uses_sun):
    """Whether two answers agree; the sun's to three minutes."""
    tolerance = datetime.timedelta(minutes=3 if uses_sun else 0)
    far = time + datetime.timedelta(days=390)

    def differs(first, second):
        first = None if first and first > far else first
        second = None if second and second > far else second
        if first is None or second is None:
            return first is not second
        return abs(first - second) > tolerance

    if one[0] == other[0]:
        return not differs(one[1], other[1])
    # Just before and just after the same passage of the sun.
    return uses_sun and any(
        change and change - time <= tolerance for change in (one[1], other[1]))


# The reasons for which another program may differ, in the order in which they are tried.
REASONS = {
    "night": "a span past midnight, and another rule for one of its two days",
    "clocks": "a time that comes twice or is left out as clocks are set",
    "overlap": "spans of one rule that overlap or meet",
    "order": "several rules, of which the later ones stand in for the others or take away",
    "east": "the sun where its day begins on another day of UTC",
    "alone": "none of these: KOpeningHours alone, where opening_hours_py agrees with Picket",
}


def reasons(schedule, zone, time, one, other, program):
    """The reasons that apply to a difference; KOpeningHours has more of them."""
    several = ";" in schedule
    if several and any(is_night(span) for span in spans_of(schedule)):
        yield "night"
    tz = zoneinfo.ZoneInfo(zone)
    day = datetime.timedelta(hours=27)
    for moment_ in (time, one[1], other[1]):
        if moment_ and ((moment_ - day).astimezone(tz).utcoffset()
                        != (moment_ + day).astimezone(tz).utcoffset()):
            yield "clocks"
    if program == "library":
        for rule in schedule.split(";"):
            if len(list(spans_of(rule))) > 1:
                yield "overlap"
        if several:
            yield "order"
        if "sun" in schedule and PLACES[zone][1] > 60:
            yield "east"


def spans_of(text):
    for word in text.replace(",", " ").split():
        start, hyphen, end = word.partition("-")
        if "sun" in word:
            yield word
        elif hyphen and ":" in start:
            yield word


def is_night(span):
    start, _, end = span.partition("-")
    return "sun" in span or end < start or end > "24:00"


def compare(arguments):
    maker = Maker(arguments.seed)
    counts = collections.Counter()
    table = {name: collections.Counter() for name in ("wheel", "library")}
    examples, unexplained = {}, []
    for zone in PLACES:
        schedules = [maker.schedule() for _ in range(arguments.count // len(PLACES))]
        times = list(maker.times(zone, arguments.times))
        answers = zip(times, of_picket(arguments.picket, schedules, zone, times),
                      of_wheel(schedules, zone, times),
                      of_library(arguments.library, schedules, zone, times))
        for time, picket, wheel, library in answers:
            for schedule, own, first, second in zip(schedules, picket, wheel, library):
                for name, other in (("wheel", first), ("library", second)):
                    counts[name] += 1
                    if other is None:
                        table[name]["refused"] += 1
                        continue
                    if is_same(own, other, time, "sun" in schedule):
                        table[name]["same"] += 1
                        continue
                    reason = next(reasons(schedule, zone, time, own, other, name), None)
                    if name == "library" and is_same(own, first, time, "sun" in schedule):
                        reason = reason or "alone"
                    line = f"{zone} {time:%Y-%m-%dT%H:%MZ}  {schedule}: Picket {words(own)}, " \
                           f"{name} {words(other)}"
                    if reason is None:
                        unexplained.append(line)
                    table[name][reason or "none"] += 1
                    examples.setdefault((name, reason), line)
    report(table, counts, examples, unexplained)
    return 1 if unexplained else 0


def words(answer):
    change_ = f" until {answer[1]:%Y-%m-%dT%H:%MZ}" if answer[1] else ""
    return ("active" if answer[0] else "off") + change_


def report(table, counts, examples, unexplained):
    print("| | opening_hours_py | KOpeningHours |\n|---|---:|---:|")
    rows = {"same": "the same", **REASONS, "refused": "refused there", "none": "not explained"}
    print(f"| answers | {counts['wheel']} | {counts['library']} |")
    for key, text in rows.items():
        if key in ("none", "refused") and not (table["wheel"][key] or table["library"][key]):
            continue
        print(f"| {text} | {table['wheel'][key]} | {table['library'][key]} |")
    print("\nExamples:")
    for line in examples.values():
        print(f"  {line}")
    for line in unexplained[:20]:
        print(f"hours: not explained: {line}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--picket", type=pathlib.Path, required=True)
    parser.add_argument("--library", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--times", type=int, default=20)
    sys.exit(compare(parser.parse_args()))


if __name__ == "__main__":
    main()
