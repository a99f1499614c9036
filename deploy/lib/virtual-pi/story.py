#!/usr/bin/env python3
"""The steps with the virtual Raspberry Pi, and their expected results: see deploy/virtual-pi.

    story.py FOLDER VERSION [PROCESS]

FOLDER has the board's kernel, device tree, initrd and card; the package that the board is
upgraded to is on the card, and VERSION is its version. PROCESS compiles and runs tests; it has to
wait while the board starts.
"""
import os
import signal
import subprocess
import sys
import time

from board import Board
from lines import Lines
from others import paused
from shell import Shell
from table import Table
from trouble import Trouble
from walker import Walker, pace

outside = -50  # metres from the middle of the region, of which the radius is 30
beep = 100
patience = 480  # seconds to start in, where the machine has other things to do
files = "/etc/picket/picket.toml /var/lib/picket/regions.geojson"


class Story:
    def __init__(self, folder, version, other=None):
        self.board = Board(folder)
        self.version = version
        self.other = other and int(other)
        self.table = Table("virtual-pi")
        self.walker = Walker(outside)
        self.steps = [
            self.starts, self.has_no_receiver, self.gets_a_fix, self.enters, self.leaves,
            self.loses_the_fix, self.is_stopped, self.loses_the_owner_of_a_line,
            self.is_killed, self.hangs, self.is_as_systemd_likes_it, self.is_upgraded,
            self.loses_power, self.is_switched_off,
        ]

    def tell(self):
        try:
            for step in self.steps:
                count = len(self.table.rows)
                try:
                    step()
                except Trouble as trouble:
                    name = step.__name__.replace("_", " ")
                    self.table.add(name, "the step can be taken", str(trouble), False)
                    self.walker.has_fix = True
                if not all(row[3] for row in self.table.rows[count:]):
                    self.explain()
                    # Without a start there is nothing to try, and without power nobody to ask.
                    if step == self.starts or not self.board.is_on:
                        break
        finally:
            self.board.cut()

    def explain(self):
        """Prints the end of the unit's journal."""
        try:
            said = self.shell.ask("journalctl --unit picket --no-pager --lines 20", 180)
        except Trouble as trouble:
            said = f"the journal cannot be read: {trouble}"
        print(said, file=sys.stderr, flush=True)

    # MARK: Steps, in their order

    def starts(self):
        sound = self.ready = self.power_on()
        began = f"{sound.start - self.board.powered_on:.0f} s after power on"
        state, status = self.shell.properties("ActiveState", "StatusText")
        self.table.add(
            "power on", "READY, a short beep",
            f"{state}, {status}; {sound}, {began}",
            state == "active" and sound.is_like(beep))
        early = [edge for edge in self.lines.edges if edge.time < sound.start - 0.05]
        self.table.add(
            "lines until then", "low",
            f"{len(early)} edges" if early else "low all the time", not early)
        status, said = self.shell.run("picket check --outputs && picket --version")
        self.table.add("picket check --outputs", "no problem", said, status == 0)

    def has_no_receiver(self):
        sound = self.lines.await_sound(self.ready.end, 30)
        after = sound.start - self.ready.start
        self.table.add(
            "no fix since the start", "long, pause, long after 10 s",
            f"{sound}, {after:.1f} s after READY", sound.is_like(500, 500) and after < 12)
        time.sleep(3)
        self.await_lights("a silent receiver", "two flashes a second", 3, (50, 6))

    def gets_a_fix(self):
        start = time.monotonic()
        self.walker.connect(self.board.plug("receiver"))
        sound = self.lines.await_sound(start, 30)
        self.table.add(
            "first fix", "a short beep",
            f"{sound}, {sound.start - start:.1f} s after the receiver spoke", sound.is_like(beep))
        self.walk_to(outside)
        self.await_lights("the light, outside", "a flash in three seconds", 9, (50, 3))

    def enters(self):
        self.pass_border("enter", (beep, beep))
        self.walker.arrived.wait(60)
        time.sleep(2.5)
        before = time.monotonic()
        time.sleep(4)
        edges = self.lines.since("led", before)
        is_on = self.lines.levels["led"] and not edges
        self.table.add("the light, inside", "steady", "steady" if is_on else f"{edges}", is_on)

    def leaves(self):
        self.pass_border("exit", (500,))
        self.walker.arrived.wait(60)

    def loses_the_fix(self):
        self.walker.has_fix = False
        last = self.walker.last_fix
        sound = self.lines.await_sound(last, 30)
        after = sound.start - last
        self.table.add(
            "fix lost", "long, pause, long, 10 s after the last fix",
            f"{sound}, {after:.1f} s after it",
            sound.is_like(500, 500) and 9.5 <= after <= 12)
        start = time.monotonic()
        self.walker.has_fix = True
        sound = self.lines.await_sound(start, 30)
        self.table.add(
            "fix again", "a short beep",
            f"{sound}, {sound.start - min(t for t in self.walker.sent.values() if t > start):.2f}"
            " s after its sentences", sound.is_like(beep))

    def is_stopped(self):
        self.sound_for_long()
        start = time.monotonic()
        self.shell.ask("systemctl stop picket")
        low = self.lines.await_level("buzzer", False, start, 10)
        state, result = self.shell.properties("ActiveState", "Result")
        self.table.add(
            "systemctl stop while it sounds", "low at once, ended well",
            f"low after {low - start:.2f} s; {state}, {result}",
            low - start < 5 and (state, result) == ("inactive", "success")
            and not any(self.lines.levels.values()))

    def loses_the_owner_of_a_line(self):
        start = time.monotonic()
        self.shell.ask("gpioset GPIO17=1 & sleep 1; kill -KILL $!; sleep 1")
        self.lines.await_level("buzzer", True, start, 10)
        stays = self.lines.levels["buzzer"]
        self.shell.ask("picket outputs off")
        time.sleep(0.1)
        is_low = not self.lines.levels["buzzer"]
        self.table.add(
            "another program drives it and is killed",
            "stays high, low after picket outputs off",
            ("stays high" if stays else "low")
            + (", low after it" if is_low else ", high after it"),
            stays and is_low)

    def is_killed(self):
        start = time.monotonic()
        self.shell.ask("systemctl start picket")
        self.lines.await_sound(start, 60)
        self.lines.await_silence()
        self.sound_for_long()
        start = time.monotonic()
        self.shell.ask("kill -KILL $(systemctl show picket --property=MainPID --value)")
        self.comes_back("SIGKILL while it sounds", start, 5, "5 s", 1)

    def hangs(self):
        self.lines.await_silence()
        self.sound_for_long()
        start = time.monotonic()
        self.shell.ask("kill -STOP $(systemctl show picket --property=MainPID --value)")
        self.comes_back("SIGSTOP while it sounds", start, 16, "16 s, the watchdog has 10", 2)
        said = self.shell.ask("journalctl --unit picket --no-pager --output cat")
        has_barked = "Watchdog timeout" in said
        self.table.add(
            "noticed by", "systemd's watchdog",
            "Watchdog timeout" if has_barked else said[-200:], has_barked)

    def is_as_systemd_likes_it(self):
        status, said = self.shell.run("systemd-analyze verify --man=no picket.service")
        self.table.add(
            "systemd-analyze verify", "nothing", said or "nothing", status == 0 and not said)
        said = self.shell.ask("systemd-analyze security --no-pager picket").splitlines()[-1]
        exposure = float(said.split(":")[1].split()[0])
        self.table.add("systemd-analyze security", "at most 1.5", f"{exposure}", exposure <= 1.5)
        self.shell.ask("systemctl reload picket; sleep 3")
        said = self.shell.ask("journalctl --unit picket --no-pager --output cat")
        is_read = "reloaded: watching" in said
        self.table.add(
            "systemctl reload", "the files are read again",
            "reloaded" if is_read else said[-200:], is_read)
        said = self.shell.ask("systemctl --failed --plain --no-legend")
        self.table.add("units that failed", "none", said or "none", not said)
        said = self.shell.ask("systemctl status --no-pager --lines 0 picket; picket status")
        print(said, file=sys.stderr, flush=True)
        self.table.add(
            "systemctl status", "active (running)",
            next(line.strip() for line in said.splitlines() if "Active:" in line),
            "active (running)" in said)

    def is_upgraded(self):
        self.lines.await_silence()
        self.pass_border("enter", (beep, beep))
        before = self.shell.events()
        sums = self.shell.ask(f"sha256sum {files}")
        old, _ = self.package()
        start = time.monotonic()
        self.shell.ask("dpkg --install /root/picket.deb", 180)
        sound = self.lines.await_sound(start, 60)
        version, state = self.package()
        self.table.add(
            "upgrade, inside", f"to {self.version}, READY again",
            f"from {old} to {version}, {state}; {sound}, {sound.start - start:.0f} s after the start",
            # picket has a fix at once, and beeps for that, too.
            version == self.version and state == "active"
            and (sound.is_like(beep) or sound.is_like(beep, beep)))
        self.is_kept("the upgrade", before, sums)
        self.pass_border("exit", (500,))
        self.walker.arrived.wait(60)

    def loses_power(self):
        self.pass_border("enter", (beep, beep))
        before = self.shell.events()
        sums = self.shell.ask(f"sha256sum {files}")
        self.walker.disconnect()
        self.board.cut()
        sound = self.power_on()
        self.table.add(
            "power cut, inside", "READY, a short beep",
            f"{sound}, {sound.start - self.board.powered_on:.0f} s after power on",
            sound.is_like(beep))
        start = time.monotonic()
        self.walker.connect(self.board.plug("receiver"))
        self.lines.await_sound(start, 30)
        self.is_kept("the power cut", before, sums)
        self.pass_border("exit", (500,))

    def is_switched_off(self):
        self.sound_for_long()
        # The kernel of the card has no driver to switch the power off with.
        self.shell.send("systemctl poweroff")
        self.shell.await_text("System halted", patience)
        time.sleep(0.5)
        rest = [name for name, level in self.lines.levels.items() if level]
        self.table.add(
            "systemctl poweroff while it sounds", "low, halted",
            f"{' and '.join(rest)} high" if rest else "low, halted", not rest)
        self.board.cut()
        check = subprocess.run(
            ["e2fsck", "-f", "-n", self.board.path("card")], capture_output=True, text=True)
        self.table.add(
            "the card's file system", "clean",
            "clean" if check.returncode == 0 else check.stdout[-300:], check.returncode == 0)

    # MARK: Parts of steps

    def power_on(self):
        """From power on to the beep of a ready picket."""
        with paused(self.compilation):
            self.board.power_on()
            self.lines = Lines(self.board)
            self.shell = Shell(self.board)
            sound = self.lines.await_sound(self.board.powered_on, patience)
            self.shell.await_ready(120)
        return sound

    @property
    def compilation(self):
        """The process that compiles the tests; once they run, they have time limits."""
        return None if os.path.exists(self.board.path("tests.begun")) else self.other

    def walk_to(self, east):
        self.walker.go(east)
        self.walker.arrived.wait(60)

    def pass_border(self, event, lengths):
        """Walks in or out, and takes the times of the signal."""
        number = max((each["seq"] for each in self.shell.events()), default=0) + 1
        start = time.monotonic()
        self.walker.go(outside if event == "exit" else 0)
        sound = self.lines.await_sound(start, 90)
        told = self.shell.events()[-1]
        said = ["no", "sentence"]
        delay = None
        if told["time"] in self.walker.sent:
            delay = sound.start - self.walker.sent[told["time"]]
            said = [f"{delay * 1000:.0f} ms after the sentence"]
        past = (sound.start - self.walker.crossed) * pace
        self.table.add(
            event, f"number {number}, {'long' if len(lengths) == 1 else 'short short'}",
            f"number {told['seq']}, {told['event']}; {sound}, {' '.join(said)}, about"
            f" {past:.0f} m past the border",
            (told["seq"], told["event"]) == (number, event) and sound.is_like(*lengths)
            and delay is not None and delay < 2)

    def is_kept(self, what, before, sums):
        """No event is repeated, and state and files are kept."""
        time.sleep(5)
        events = self.shell.events()
        state = self.shell.state()
        same = sums == self.shell.ask(f"sha256sum {files}")
        news = len(events) - len(before)
        self.table.add(
            f"what {what} leaves", "inside, no second entry, the same files",
            f"{state}, {news} new events, {'the same' if same else 'other'} files",
            state == "inside" and events == before and same)

    def sound_for_long(self):
        """Lets the running picket sound the buzzer for the longest time."""
        self.lines.await_silence()
        start = time.monotonic()
        self.shell.ask("picket outputs test buzzer --pattern '10000 x3'")
        self.lines.await_level("buzzer", True, start, 10)
        time.sleep(1)

    def comes_back(self, what, start, seconds, within, restarts):
        """The buzzer goes low, and picket runs again."""
        low = self.lines.await_level("buzzer", False, start, 35)
        sound = self.lines.await_sound(low, 60)
        state, count = self.shell.properties("ActiveState", "NRestarts")
        self.table.add(
            what, f"low within {within}, restarted",
            f"low after {low - start:.1f} s; {state}, restarts {count}, {sound}"
            f" after {sound.start - start:.1f} s",
            low - start <= seconds and state == "active" and int(count) == restarts)

    def await_lights(self, what, expected, seconds, flashes):
        length, count = flashes
        start = time.monotonic()
        time.sleep(seconds)
        edges = self.lines.since("led", start)
        while edges and not edges[0].is_high:
            edges.pop(0)
        lengths = [round((b.time - a.time) * 1000) for a, b in zip(edges[::2], edges[1::2])]
        self.table.add(
            what, expected, f"{len(lengths)} flashes in {seconds} s, of {min(lengths, default=0)} "
            f"to {max(lengths, default=0)} ms",
            abs(len(lengths) - count) <= 1 and all(abs(each - length) < 60 for each in lengths))

    def package(self):
        version = self.shell.ask("dpkg-query --show --showformat='${Version}' picket")
        return version, self.shell.properties("ActiveState")[0]


def main():
    # However this ends, the board ends with it.
    for number in signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    story = Story(*sys.argv[1:])
    try:
        story.tell()
    finally:
        # However it ends.
        print(story.table.text(), flush=True)
    sys.exit(0 if story.table.is_as_expected else 1)


if __name__ == "__main__":
    main()
