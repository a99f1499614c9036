"""The card of all signals: each pattern over time, and what it means."""

import pathlib
import re
import sys
import tomllib

import breadboard
from drawing import Drawing

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The program's own list.
SOURCE = ROOT / "Sources/Board/Outputs/Signals/Signal.swift"
SAMPLE = ROOT / "deploy/picket.toml"
MEANINGS = {
    "enter": "You have entered a region.",
    "exit": "You have left a region.",
    "dwell": "You have stayed inside for the time that the region names.",
    "cross": "You have crossed a gate.",
    "speeding": "You are faster than a region allows.",
    "speedOK": "You are no longer faster than a region allows.",
    "reminder": "You are on the wrong side of a border.",
    "last_reminder": "The same for the last time: no more reminders follow.",
    "blind": "No fix can be trusted. Nothing is confirmed until it is heard again.",
    "sighted": "There is a fix that can be trusted again.",
    "fault": "Picket has a fault: see journalctl -u picket.",
    "backlog": "Too many signals wait: see picket events.",
    "again": "An event's signal may not have sounded before a crash.",
    "ready": "Picket has started.",
    "mark": "Your mark is written, after a long press.",
    "inside": "After a very long press: you are inside this region.",
    "outside": "After a very long press: you are outside this region.",
    "unknown": "After a very long press: this region's state is unknown or unsure.",
}
NAMES = {"short": (100, 150), "long": (500, 150), "pause": (0, 500)}

# Millimetres on A4.
LEFT, AXIS, RIGHT = 12.0, 92.0, 198.0
TOP, ROW, ROWS = 37.0, 12.4, 190.0
SECOND = 46.0
COLOURS = {"buzzer": "#000000", "led": "#1b7f3b"}


def steps(pattern):
    """The beginning and the end of each beep of a pattern, in milliseconds."""
    items = re.sub(r"@\d+", "", pattern).split()
    times = int(items.pop()[1:]) if re.fullmatch(r"x\d+", items[-1]) else 1
    found, at = [], 0
    for item in items * times:
        on, off = NAMES[item] if item in NAMES else [int(each) for each in (item.split("/") + ["0"])[:2]]
        if on:
            found.append((at, at + on))
        at += on + off
    return found


def listed():
    """The program's signals, each with the pattern of each output."""
    body = SOURCE.read_text().split("static let defaults", 1)[1].split("].reduce", 1)[0]
    signals = {
        name: dict(re.findall(r'"(\w+)": "([^"]*)"', patterns))
        for name, patterns in re.findall(r'"(\w+)": \[((?:"\w+": "[^"]*"(?:,\s*)?)+)\]', body)}
    if not signals or body.count("[") - 2 != len(signals):
        sys.exit(f"draw: the signals in {SOURCE.relative_to(ROOT)} have another form: adapt board/wiring/signals.py")
    for name in signals:
        if name not in MEANINGS:
            sys.exit(f"draw: the signal {name} has no meaning yet: add it to MEANINGS in board/wiring/signals.py")
    for name in MEANINGS:
        if name not in signals:
            sys.exit(f"draw: there is no signal {name} any more: remove it from board/wiring/signals.py")
    return {name: signals[name] for name in MEANINGS}


def draw_axis(drawing, bottom):
    """The seconds above the patterns, and a line down from each half."""
    for half in range(5):
        x = AXIS + half * SECOND / 2
        drawing.line((x, TOP - 4), (x, bottom), width=0.15, colour="#999999")
        drawing.text(x, TOP - 5.5, f"{half / 2:g} s", size=2.3, anchor="middle")


def draw_patterns(drawing, y, patterns):
    """A bar for each beep, a row for each output."""
    for row, (output, colour) in enumerate(COLOURS.items()):
        base = y + 3.6 + row * 4.2
        drawing.line((AXIS, base), (RIGHT, base), width=0.15)
        drawing.text(AXIS - 1.5, base, {"buzzer": "buzzer", "led": "LED"}[output], size=2.2, anchor="end", fill=colour)
        for begin, end in steps(patterns[output]) if output in patterns else []:
            drawing.box(
                AXIS + begin / 1000 * SECOND, base - 3, (end - begin) / 1000 * SECOND, 3, fill=colour, line=0)


def draw_row(drawing, y, height, name, meaning, patterns):
    drawing.text(LEFT, y + 2.4, name, size=3.1, weight="bold")
    for number, line in enumerate(breadboard.wrapped(meaning, 40)):
        drawing.text(LEFT, y + 6 + 3.3 * number, line, size=2.6)
    draw_patterns(drawing, y, patterns)
    drawing.line((LEFT, y + height - 1.5), (RIGHT, y + height - 1.5), width=0.1, colour="#999999")


def words(signals):
    """The card in words, for those who do not see the picture."""
    return " ".join(
        f"{name}: buzzer {patterns.get('buzzer', 'silent')}, LED {patterns.get('led', 'dark')}. {MEANINGS[name]}"
        for name, patterns in signals.items())


def picture():
    """The card."""
    signals = listed()
    cue = tomllib.loads(SAMPLE.read_text())["approach"]
    drawing = Drawing()
    drawing.text(LEFT, 18, "Signals of Picket", size=6, weight="bold")
    drawing.text(LEFT, 24.5, "as they sound without settings of your own; hear them: picket outputs play all", size=2.9)
    y, height = TOP, min(ROW, ROWS / len(signals))
    draw_axis(drawing, TOP + height * len(signals) - 1.5)
    for name, patterns in signals.items():
        draw_row(drawing, y, height, name, MEANINGS[name], patterns)
        y += height
    y += 5
    drawing.text(LEFT, y, "The approach cue", size=3.1, weight="bold")
    drawing.text(LEFT, y + 4, "Ticks that quicken towards a border", size=2.6)
    drawing.text(LEFT, y + 7.3, "with approach; far above, near below.", size=2.6)
    for number, pattern in enumerate(cue["buzzer"]):
        base = y + 0.4 + number * 3.6
        drawing.line((AXIS, base), (RIGHT, base), width=0.15)
        period = steps(pattern + " x2")[1][0]
        for begin in range(0, int((RIGHT - AXIS) / SECOND * 1000), period):
            tick = steps(pattern)[0][1]
            drawing.box(AXIS + begin / 1000 * SECOND, base - 2.6, tick / 1000 * SECOND, 2.6, fill="black", line=0)
    y += 19
    drawing.text(LEFT, y, "The button", size=3.1, weight="bold")
    for number, (press, what) in enumerate((
            ("short press", "ends the signal that plays, all reminders, and the approach cue"),
            ("long press, 1 s", "writes a mark into the journal"),
            ("very long press, 4 s", "plays the state of each region, in the order of their names"))):
        drawing.text(48, y + 4 * number, press, size=2.6, weight="bold")
        drawing.text(AXIS, y + 4 * number, what, size=2.6)
    drawing.text(LEFT, 290, "Made by board/wiring/draw from the program's own list of signals.", size=2.5)
    return drawing.svg("Signals of Picket: what is heard and seen, and what it means", words(signals))
