"""A day on simulated lines: soak.py PICKET CHIP HOURS, on the virtual board.

It plays gpsd to picket: a fix each second, in a time that skips over idleness, of a carrier that
walks to and fro across a border. Three regions share that border: one gives the events and has an
approach cue, one has reminders while the carrier is outside, and each hour the hours of the third
begin, with an event. Every ten minutes it sets the clock of the system to another year. Meanwhile
it checks the lines and the process, and at the end the journal.
"""

import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

picket, chip, hours = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])

SPEED = 1.4  # metres a second
EVENTS_A_DAY = 2000
EVERY = 86_400 / EVENTS_A_DAY  # seconds from one event to the next
START = 1_780_000_000
LATE = 0.02  # seconds that a line may be active for longer than its pattern says
WARM_UP = 0.2  # of the day
# The longest time that a line is active.
PATTERNS = {"buzzer": 0.5, "led": 2.0, "ticker": 0.06, "bell": 0.1, "lamp": 0.1}
REMIND = 10  # seconds outside to a reminder, for REMINDERS and a last one
REMINDERS = 2

seconds = hours * 3600
# The hours that begin once the carrier's side is known.
beginnings = sum((START + second) % 3600 == 0 for second in range(60, seconds - 60))
wanted = int(seconds / EVERY) + beginnings
work = pathlib.Path(tempfile.mkdtemp())
breaches = []


def depth(second):
    """Metres inside of the region, a zigzag that passes 0 each EVERY seconds."""
    phase = (second + EVERY / 2) % (2 * EVERY)
    far = SPEED * EVERY / 2
    return SPEED * phase - far if phase < EVERY else 3 * far - SPEED * phase


def report(second):
    """The TPV of a second: north of the equator, the circle's radius less the depth."""
    north = 200 - depth(second)
    goes_south = depth(second + 0.5) > depth(second - 0.5)
    when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(START + second))
    return (
        '{"class":"TPV","device":"/dev/serial0","mode":3,"time":"%s.000Z","ept":0.005,'
        '"lat":%.9f,"lon":0.001000000,"alt":22.8000,"track":%.4f,"speed":%.3f,"eph":17.100}\r\n'
        % (when, north / 110_574, 180 if goes_south else 0, SPEED)
    ).encode()


class Lines:
    """The kernel's trace of the levels that the lines were set to, and their present levels."""

    FOLDER = pathlib.Path("/sys/kernel/tracing")

    def __init__(self):
        # In nanoseconds of CLOCK_MONOTONIC, with room for all of a day.
        (self.FOLDER / "trace_clock").write_text("mono")
        (self.FOLDER / "buffer_size_kb").write_text("32768")
        (self.FOLDER / "events/gpio/gpio_value/enable").write_text("1")

    def active(self):
        return [f.parent.name for f in chip.glob("sim_gpio*/value") if f.read_text()[:1] == "1"]

    def uses(self):
        """For each line, in the order of the chip: the lengths of its active times."""
        since, lasted = {}, {}
        for line in (self.FOLDER / "trace").read_text().splitlines():
            # picket-41 [000] ..... 3.141593: gpio_value: 508 set 1
            words = line.split()
            if len(words) < 4 or words[-4] != "gpio_value:" or words[-2] != "set":
                continue
            now, number = float(words[-5].rstrip(":")), int(words[-3])
            if words[-1] == "1":
                since.setdefault(number, now)
            elif number in since:
                lasted.setdefault(number, []).append(now - since.pop(number))
        for number in since:
            lasted.setdefault(number, []).append(float("inf"))
        return [lasted[number] for number in sorted(lasted)]


def memory(pid):
    """The own memory of a process in kB, and its open descriptors."""
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("RssAnon:"):
            kilobytes = int(line.split()[1])
    return kilobytes, len(os.listdir(f"/proc/{pid}/fd"))


if "User Mode Linux" not in pathlib.Path("/proc/cpuinfo").read_text():
    sys.exit("soak: this sets the clock of the system, so it only runs on the virtual board")

server = socket.create_server(("127.0.0.1", 0))
silent = {"notifyOnEntry": False, "notifyOnExit": False}
regions = {
    "home": {"approach": 4, "approachFrom": "both"},
    "leash": {
        **silent, "class": "leash", "remind": REMIND, "remindSide": "outside",
        "remindAtMost": REMINDERS,
    },
    "shift": {
        "active": ",".join(f"{hour:02}:00-{hour:02}:30" for hour in range(24)), "atStart": True,
        # The carrier never leaves this region.
        "radius": 5000,
    },
}
(work / "regions.geojson").write_text(json.dumps({
    "type": "FeatureCollection",
    "timezone": "<UTC>0",
    "features": [
        {
            "type": "Feature",
            "id": name,
            "properties": {"radius": 200, **properties},
            "geometry": {"type": "Point", "coordinates": [0.001, 0]},
        }
        for name, properties in regions.items()
    ],
}))
(work / "picket.toml").write_text(
    f"""
    [gpsd]
    host = "127.0.0.1"
    port = {server.getsockname()[1]}
    [output.buzzer]
    line = "BUZZER"
    [output.led]
    line = "LED"
    [output.ticker]
    line = "TICKER"
    [output.bell]
    line = "BELL"
    [output.lamp]
    line = "LAMP"
    kind = "light"
    outside = ["leash"]
    outside_pattern = "100/9900"
    [approach]
    ticker = ["60/940", "60/440", "60/190", "60/65"]
    [signal.reminder]
    bell = "100"
    [signal.last_reminder]
    bell = "100"
    [signal.ready]
    [signal.sighted]
    [signal.enter]
    buzzer = "500/150 100"
    led = "2000"
    [signal.exit]
    buzzer = "short short"
    led = "1000"
    [state]
    directory = "{work}/state"
    """
)
lines = Lines()
process = subprocess.Popen(
    [picket, "run", "--config", work / "picket.toml", "--regions", work / "regions.geojson"],
    stdin=subprocess.DEVNULL,
    stdout=subprocess.DEVNULL,
    stderr=open(work / "said", "w"),
)
server.settimeout(60)
client = server.accept()[0]
client.recv(1000)
client.sendall(b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r\n')

samples = []  # (kB, descriptors), once a minute after the warm-up
# This kernel is the virtual board's own: its clock may be set to any year.
jumps = random.Random(1)
begin = time.monotonic()
for second in range(seconds):
    if second % 600 == 300:
        time.clock_settime(time.CLOCK_REALTIME, START + jumps.randint(-20, 12) * 31_557_600)
    client.sendall(report(second))
    time.sleep(max(0, begin + second + 1 - time.monotonic()))
    if second % 60 == 59 and second > WARM_UP * seconds:
        samples.append(memory(process.pid))
    if process.poll() is not None:
        sys.stderr.write((work / "said").read_text())
        breaches.append(f"picket ended with {process.returncode} after {second} s")
        break

time.sleep(5)
if left := lines.active():
    breaches.append(f"active at the end: {left}")
if process.poll() is None:
    process.send_signal(signal.SIGTERM)
    if process.wait(30) != 0:
        breaches.append(f"picket ended with {process.returncode}")
if left := lines.active():
    breaches.append(f"active after the end: {left}")

events = {"enter": 0, "exit": 0}
scheduled = reminders = lasts = 0
numbers = []
for file in sorted((work / "state").glob("journal*")):
    for line in file.read_bytes().splitlines():
        text = line[line.find(b"{") : line.rfind(b"}") + 1]
        record = json.loads(text) if text else {}
        if record.get("event") in events:
            events[record["event"]] += 1
            scheduled += "scheduled" in record
            numbers.append(record["seq"])
        elif record.get("event") == "reminder":
            reminders += 1
            lasts += "the last" in record["text"]
count = sum(events.values())
if abs(count - wanted) > 1:
    breaches.append(f"{count} events in the journal, and there were {wanted}")
if numbers != list(range(numbers[0], numbers[0] + count)) if numbers else True:
    breaches.append("the numbers of the events are not one after the other")
if scheduled != beginnings:
    breaches.append(f"{scheduled} hours were reported as they began, and {beginnings} began")
# All reminders of each stay outside; the last stay may not be over.
if not 0 <= (REMINDERS + 1) * events["exit"] - reminders <= REMINDERS + 1:
    breaches.append(f"{reminders} reminders in {events['exit']} stays outside")
if not 0 <= events["exit"] - lasts <= 1:
    breaches.append(f"{lasts} last reminders in {events['exit']} stays outside")
uses = dict(zip(PATTERNS, lines.uses(), strict=False))
if len(uses) != len(PATTERNS):
    breaches.append(f"only {len(uses)} lines were set")
for name, lasted in uses.items():
    if max(lasted) > PATTERNS[name] + LATE:
        breaches.append(f"the {name} was active for {max(lasted):.3f} s")
cued = len(uses.get("ticker", []))
for name, times in ("buzzer", 2 * count), ("led", count), ("bell", reminders):
    if len(uses.get(name, [])) != times:
        breaches.append(f"the {name} was active {len(uses.get(name, []))} times, not {times}")
# Each border has several ticks before it, and each stay outside several flashes.
if cued < 4 * (count - scheduled):
    breaches.append(f"the cue ticked {cued} times before {count - scheduled} crossings")
if len(uses.get("lamp", [])) < 3 * events["exit"]:
    breaches.append(f"the lamp flashed {len(uses.get('lamp', []))} times")
longest = [f"{name} {max(lasted):.3f} s" for name, lasted in uses.items()]

# The first tenth after the warm-up against the last tenth.
tenth = max(1, len(samples) // 10)
grown = max(s[0] for s in samples[-tenth:]) - max(s[0] for s in samples[:tenth]) if samples else 0
if not samples:
    breaches.append("nothing was measured")
if grown > 100:
    breaches.append(f"its memory has grown by {grown} kB")
if samples and samples[-1][1] > max(s[1] for s in samples[:tenth]):
    breaches.append(f"it has {samples[-1][1]} descriptors, and had {samples[0][1]}")

for breach in breaches:
    print(f"soak: {breach}")
print(
    f"{'failed' if breaches else 'passed'}: {hours} h, {count} events"
    f" of which {scheduled} scheduled, {reminders} reminders, {cued} ticks of cues;"
    f" active for at most: {', '.join(longest)};"
    f" memory {samples[-1][0] if samples else 0} kB ({grown:+d} kB),"
    f" {samples[-1][1] if samples else 0} descriptors"
)
sys.exit(1 if breaches else 0)
