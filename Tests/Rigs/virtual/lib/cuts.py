#!/usr/bin/env python3
"""Cuts the power of virtual boards and compares what is left: see Tests/Rigs/virtual/powercut.

    cuts.py RUN PICKET WORK CUTS TORN SEED FS...

One machine works for each FS, at the same time. WORK is a folder for their disks.
"""
import collections
import json
import math
import os
import random
import re
import selectors
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import course  # noqa: E402
import walk  # noqa: E402

here = os.path.dirname(os.path.realpath(__file__))
speed = 40
patience = 120  # seconds until a silent board is given up
configuration = """\
[state]
directory = "/run/disk/state"
max_writes_per_hour = 36000

[journal]
size = 100000

[output.lock]
kind = "relay"
line = "LOCK"
inside = "class:yard"
unsure = "hold"

[signal.ready]
[signal.sighted]
[signal.blind]
"""
repairs = re.compile(rb"cut off|left out|set aside|continuing with")
# A cut may repeat this many reminders: the one whose state was not flushed, and with torn writes
# the one of the generation before.
unflushed = 2


class Trouble(Exception):
    """A mistake other than an event lost or twice."""


class Record:
    """The expected contents of one disk, and the differences."""

    def __init__(self, say):
        self.say = say
        self.kept = {}  # by number: the line as picket printed it, or as it was read after a cut
        self.inside = {}  # by region: whether its last event was an entry
        self.known = {}  # the same when the power came back
        self.lost = set()
        self.twice = set()
        self.next = 1
        self.begun = {}  # by span of the shift's hours: the event that reported its beginning
        self.reminders = set()  # times and texts
        self.again = set()  # those of them whose numbers had come before
        self.highest = 0
        self.received = []  # the numbers that the program has received
        self.courses = course.Courses(walk.stations())
        self.crossings = 0  # of the gate in the middle
        self.side = None  # to which its last crossing led

    def add_printed(self, line):
        """Adds a line that picket printed: from now on it has to be there."""
        number = json.loads(line)["seq"]
        if number < self.next:
            self.count(self.twice, [number], "came again")
        elif number > self.next:
            self.count(self.lost, range(self.next, number), "was left out")
        self.keep(number, line)
        self.next = number + 1

    def compare(self, lines, files, headers):
        """Compares a journal as it was read after a cut."""
        events = [(json.loads(line)["seq"], line) for line in lines if line.startswith('{"seq":')]
        numbers = [number for number, _ in events]
        times = collections.Counter(numbers)
        self.count(self.twice, (n for n in times if times[n] > 1), "is there twice")
        # Only whole files are removed, the oldest first, and four always stay.
        of_files = sorted(int(name.split(".")[1]) for name in files if name.startswith("journal."))
        first = 1
        if len(of_files) >= 4 and of_files[0] > 1:
            first = first_numbers(headers).get(of_files[0], 1)
        there = set(events)
        self.kept = {n: line for n, line in self.kept.items() if n >= first}
        gone = [n for n, line in self.kept.items() if (n, line) not in there]
        self.count(self.lost, gone, "is not there any more")
        last = max(numbers, default=0)
        self.count(self.lost, set(range(first, last + 1)) - set(numbers), "was left out")
        if numbers != sorted(numbers):
            raise Trouble("the journal is not in order")
        for number, line in events:
            self.keep(number, line)
        self.next = last + 1
        self.known = dict(self.inside)

    def keep(self, number, line):
        if self.kept.get(number) == line:
            return
        self.kept[number] = line
        # Each region is entered and left in turn, and each beginning of hours is reported once.
        fields = json.loads(line)
        if fields["region"] in self.courses.stations:
            if mistake := self.courses.add(number, fields):
                raise Trouble(f"{mistake}: {line}")
            return
        if fields["region"] == course.middle:
            if fields["side"] == self.side:
                self.count(self.twice, [number], f"repeats the one before it: {line}")
            self.side = fields["side"]
            self.crossings += 1
            return
        is_entry = fields["event"] == "enter"
        if fields.get("scheduled"):
            day, time = fields["time"].split("T")
            span = day, (int(time[:2]) * 60 + int(time[3:5])) // walk.shift
            if self.begun.setdefault(span, number) != number:
                self.count(self.twice, [number], f"reports a beginning again: {line}")
        elif self.inside.get(fields["region"]) == is_entry:
            self.count(self.twice, [number], f"repeats the one before it: {line}")
        self.inside[fields["region"]] = is_entry

    def compare_reminders(self, lines):
        """Checks that the count of reminders goes on after each cut."""
        number = None  # the stay's last reminder; not known before a crossing
        is_restarted = False
        for line in lines:
            fields = json.loads(line)
            if fields["event"] == "start":
                is_restarted = True
            elif fields.get("region") == "leash":
                number = 0
            elif fields["event"] == "reminder":
                text = fields["text"]
                is_last = "the last" in text
                this = walk.reminders + 1 if is_last else int(text.split()[1])
                one = fields["time"], text
                self.reminders.add(one)
                self.highest = max(self.highest, this)
                if number is not None:
                    tolerated = unflushed if is_restarted else 0
                    if abs(this - number - 1) > tolerated or this > walk.reminders + 1:
                        raise Trouble(f"after reminder {number} of a stay came: {line}")
                    if this <= number:
                        self.again.add(one)
                number, is_restarted = this, False

    def compare_received(self, text):
        """Compares the numbers that the program has received by a cut."""
        # A file whose new end was not flushed may end with zeros.
        numbers = [int(line) for line in text.replace("\0", "").split()]
        if numbers[:len(self.received)] != self.received:
            raise Trouble("what the program had written has changed")
        last = 0
        for number in numbers:
            if number not in (last, last + 1) or number == 0:
                raise Trouble(f"the program received event {number} after {last}")
            last = number
        if last >= self.next:
            raise Trouble(f"the program received event {last}, which the journal does not have")
        self.received = numbers

    def count(self, numbers, more, what):
        for number in sorted(set(more) - numbers):
            self.say(f"event {number} {what}")
            numbers.add(number)


def first_numbers(headers):
    """The number of the first event of each file, from the files' first lines."""
    numbers = {}
    for header in headers:
        try:
            fields = json.loads(header)
            numbers[fields["file"]] = fields["next"]
        except (ValueError, KeyError):
            pass  # torn
    return numbers


class Machine:
    """One board with its own disk."""

    def __init__(self, options, fs, number, chance, counter):
        self.options = options
        self.fs = fs
        self.name = f"{fs}-{number}"
        self.chance = chance
        self.counter = counter
        self.record = Record(self.say)
        self.printed = 0
        self.repaired = 0
        self.cuts = 0
        self.second = 0
        self.troubles = 0
        self.levels = collections.Counter()  # of the relay, by boot
        self.folder = os.path.join(options.work, self.name)
        self.exchange = os.path.join(self.folder, "exchange")
        self.image = os.path.join(self.folder, "disk")
        os.makedirs(self.exchange)
        for name, text in ("picket.toml", configuration), ("regions.geojson", None):
            with open(os.path.join(self.exchange, name), "w") as file:
                if text is None:
                    json.dump(walk.regions(), file)
                else:
                    file.write(text)
        with open(self.image, "wb") as file:
            file.truncate(64 << 20)
        eager = ["-E", "lazy_itable_init=0,lazy_journal_init=0"] if fs == "ext4" else []
        subprocess.run([f"mkfs.{fs}", "-q", "-F", *eager, self.image], check=True)

    def say(self, text):
        print(f"powercut: {self.name}, after cut {self.cuts}: {text}", file=sys.stderr, flush=True)

    def work(self):
        """Cuts the power until no cut is left, and compares once more after the last one."""
        try:
            while self.counter.take():
                self.boot(is_last=False)
            self.boot(is_last=True)
        except Trouble as trouble:
            self.troubles += 1
            self.say(str(trouble))
        except Exception as error:
            self.troubles += 1
            self.say(f"{type(error).__name__}: {error}")

    def boot(self, is_last):
        is_anew = self.record.courses.is_any_over
        command = [
            "setpriv", "--pdeathsig", "KILL",
            self.options.run, "--timeout", "300", "--disk", self.image,
            f"--volatile={self.options.torn}", "--writable", self.exchange,
            os.path.join(here, "powered"), self.options.picket, self.exchange,
            self.fs, str(self.second), str(speed), "last" if is_last else "next",
            "anew" if is_anew else "on",
        ]
        # The remains of a cut machine are removed with this folder.
        environment = dict(os.environ, TMPDIR=self.folder)
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )
        self.output = b""
        self.log = []
        self.passed = 0
        os.set_blocking(self.process.stdout.fileno(), False)
        try:
            self.follow(is_last, is_anew)
        finally:
            self.cut()
            with open(os.path.join(self.folder, "console"), "ab") as file:
                file.write(b"".join(line + b"\n" for line in self.log) + b"-- cut\n")
        self.check_log()
        if not is_last:
            self.cuts += 1
            self.counter.done()

    def follow(self, is_last, is_anew):
        """From power on to the moment of the cut."""
        self.await_line(b"board: found")
        lines, files, headers = (self.found(name) for name in ("journal", "files", "headers"))
        self.record.compare(lines, files, headers)
        self.record.compare_reminders(lines)
        self.record.compare_received("\n".join(self.found("seen")))
        if self.has_state and not {"state", "state.previous"} & set(files):
            raise Trouble("the state is gone")
        self.has_state = "state" in files

        start = self.await_line(b"board: starts")
        if is_last:
            self.record.compare_received("\n".join(self.found("seen")))
            if self.record.received[-1:] != [self.record.next - 1]:
                raise Trouble(f"the program has not received event {self.record.next - 1}")
        began = time.monotonic()
        # One cut in ten comes while picket starts, the others while it works.
        moment = self.chance.uniform(0, 0.8)
        if is_last or is_anew or self.chance.random() > 0.1:
            start = self.await_line(b"picket: watching")
            inside = start.decode().split("inside when last seen: ")[1].split(", ")
            self.check_state(set(inside) - {"none"})
            self.check_course(set(inside), is_anew)
            began = time.monotonic()
            moment = self.chance.uniform(0.1, 1.5)
        self.read(moment)
        self.second += math.ceil((time.monotonic() - began + 1) * speed)

    has_state = False

    def found(self, name):
        with open(os.path.join(self.exchange, name), errors="replace") as file:
            return file.read().splitlines()

    def check_course(self, inside, is_anew):
        """Compares the course and the level of the relay before the first fix."""
        if is_anew:
            self.record.courses.begin_anew()
        relay = self.await_line(b"board: course").decode().split()[-1]
        for mistake in self.record.courses.compare("\n".join(self.found("course"))):
            self.troubles += 1
            self.say(mistake)
        yard = {f"post-{post}-{max(walk.radii)}" for post in range(walk.posts)} & inside
        self.levels[relay] += 1
        if relay != ("1" if yard else "0"):
            self.troubles += 1
            self.say(f"the relay is {relay} inside of {', '.join(yard) or 'no ring'}")

    def check_state(self, inside):
        """Compares the sides that picket prints at its start."""
        wrong = [id for id, is_in in self.record.known.items() if is_in != (id in inside)]
        if wrong:
            self.troubles += 1
            self.say(f"the state has {', '.join(wrong)} on the wrong side")

    def cut(self):
        """Cuts the power, and reads the output up to then."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.set_blocking(self.process.stdout.fileno(), True)
        self.output += self.process.stdout.read()
        self.process.stdout.close()
        self.split_lines()
        self.handle_lines()

    def check_log(self):
        said = [line for line in self.log if line.startswith(b"picket: ") and repairs.search(line)]
        for line in said:
            self.say(line.decode())
        self.repaired += bool(said)
        text = b"\n".join(said)
        aside = [line for line in said if b"set aside" in line]
        # A cut leaves at most half a line, which picket cuts off.
        if any(b"/journal." in line for line in aside):
            raise Trouble("the journal was set aside")
        if aside and b"continuing with" not in text:
            raise Trouble("the state was lost")
        for line in self.log:
            if line.startswith(b"board: ") and b" ended " in line:
                raise Trouble(line.decode())

    def await_line(self, start):
        end = time.monotonic() + patience
        while True:
            while self.passed < len(self.log):
                line = self.handle_line()
                if line.startswith(start):
                    return line
            if time.monotonic() > end or not self.read(patience, once=True):
                said = b"\n".join(self.log[-30:]).decode(errors="replace")
                raise Trouble(f"'{start.decode()}' did not come; it said:\n{said}")

    def read(self, seconds, once=False):
        """Reads for this time, or once; false when the machine has ended."""
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while (rest := end - time.monotonic()) > 0:
                if not selector.select(rest):
                    continue
                more = os.read(self.process.stdout.fileno(), 65536)
                if not more:
                    return False
                self.output += more
                self.split_lines()
                if once:
                    break
        return True

    def split_lines(self):
        """Adds the whole lines to the log."""
        *lines, self.output = self.output.split(b"\n")
        # To a terminal picket clears the line first.
        self.log += [line.rstrip(b"\r").removeprefix(b"\r\x1b[K") for line in lines]

    def handle_line(self):
        """Handles the next line, and no later one: what is compared there is of that moment."""
        line = self.log[self.passed]
        self.passed += 1
        if line.startswith(b'{"seq":'):
            self.printed += 1
            self.record.add_printed(line.decode())
        return line

    def handle_lines(self):
        """Handles all lines that have been read."""
        while self.passed < len(self.log):
            self.handle_line()


class Counter:
    """The number of cuts that are left, for all machines together."""

    def __init__(self, cuts):
        self.lock = threading.Lock()
        self.left = cuts
        self.made = 0
        self.start = time.monotonic()

    def take(self):
        with self.lock:
            self.left -= 1
            return self.left >= 0

    def done(self):
        with self.lock:
            self.made += 1
            if self.made % 20 == 0:
                each = (time.monotonic() - self.start) / self.made
                print(f"powercut: {self.made} cuts, {each:.1f} s each", file=sys.stderr, flush=True)


def main():
    run, picket, work, cuts, torn, seed, *systems = sys.argv[1:]
    options = Options(run, picket, work, torn)
    counter = Counter(int(cuts))
    machines = [
        Machine(options, fs, number, random.Random(f"{seed} {number}"), counter)
        for number, fs in enumerate(systems, 1)
    ]
    threads = [threading.Thread(target=machine.work) for machine in machines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    def total(what):
        return sum(what(machine) for machine in machines)

    received = [machine.record.received for machine in machines]
    repeated = sum(len(numbers) - len(set(numbers)) for numbers in received)
    print(
        f"{total(lambda machine: len(machine.record.reminders))} reminders, "
        f"{total(lambda machine: len(machine.record.again))} of them again, "
        f"number {max(machine.record.highest for machine in machines)} of a stay at most; "
        f"{total(lambda machine: len(machine.record.begun))} beginnings of hours; a program "
        f"received {sum(len(set(numbers)) for numbers in received)} events, {repeated} repeated",
        flush=True,
    )
    levels = sum((machine.levels for machine in machines), collections.Counter())
    courses = [machine.record.courses for machine in machines]
    print(
        f"{total(lambda machine: machine.record.crossings)} crossings of a gate; "
        f"{sum(one.answers for one in courses)} boots with the courses and a relay compared, "
        f"{levels['1']} with the relay on",
        flush=True,
    )
    lost = total(lambda machine: len(machine.record.lost))
    twice = total(lambda machine: len(machine.record.twice))
    print(
        f"{counter.made} cuts, {total(lambda machine: machine.printed)} events acknowledged, "
        f"{lost} lost, {twice} twice, {total(lambda machine: machine.repaired)} repaired; "
        f"{sum(one.count for one in courses)} stations of courses, "
        f"{sum(one.lost for one in courses)} lost, {sum(one.twice for one in courses)} twice",
        flush=True,
    )
    troubles = total(lambda machine: machine.troubles)
    sys.exit(1 if lost or twice or troubles or counter.made < int(cuts) else 0)


Options = collections.namedtuple("Options", "run picket work torn")

if __name__ == "__main__":
    main()
