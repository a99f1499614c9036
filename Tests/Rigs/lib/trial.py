"""A walk on which programs are killed at random moments: its folder, its gpsd, its journal and its end."""

import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import walked
from arguments import Parser

RINGS = 20


class Gpsd(threading.Thread):
    """Continues the walk, whether or not a controller is connected."""

    def __init__(self, walk, speed):
        super().__init__(daemon=True)
        self.walk, self.speed = walk, speed
        self.server = walked.Gpsd()
        self.is_over = False

    def run(self):
        begin = time.monotonic()
        second = 0
        while not self.is_over:
            time.sleep(max(0.0, begin + second / self.speed - time.monotonic()))
            self.server.accept()
            self.server.send_line(self.walk.report(second))
            second += 1


class Trial:
    """One folder, and the programs that run on it; `name` is that of the rig."""

    name = ""
    # It gives up after this many seconds without a new event.
    patience = 60.0

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.picket = arguments.picket or walked.build(self.name)
        self.walk = walked.Walk(RINGS)
        self.chance = random.Random(arguments.seed)
        self.running, self.kills, self.problems = {}, {}, []
        (folder / "regions.geojson").write_text(self.walk.regions())

    def connect(self, gpsd):
        """The gpsd that the controller reads."""
        self.gpsd = gpsd
        (self.folder / "picket.toml").write_text(
            f"[gpsd]\nport = {gpsd.server.port}\n[regions]\nfile = \"regions.geojson\"\n"
            '[state]\ndirectory = "state"\n[journal]\nsize = 100000000\n'
        )

    def command(self, name):
        """The command of a program; `run` is the controller."""
        return [self.picket, "run", "--config", self.folder / "picket.toml", "--outputs", "terminal",
                "--json", "--speed", str(self.arguments.speed)]

    def start(self, name):
        """Starts a program, whose output is added to NAME.out and NAME.log."""
        with open(self.folder / f"{name}.out", "ab") as out, open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen(
                self.command(name), stdin=subprocess.DEVNULL, stdout=out, stderr=log)

    def stop(self, name):
        self.running[name].kill()
        self.running[name].wait()

    def kill(self, name):
        self.stop(name)
        self.kills[name] = self.kills.get(name, 0) + 1

    def killed(self):
        return sum(self.kills.values())

    def wait_for_events(self):
        """The next event may be as late as `patience`, from now on."""
        self.end = time.monotonic() + self.patience

    def moments(self):
        """Random moments, until there are as many kills and events as are asked for.

        The kills are spread over the walk that gives the events.
        """
        asked = self.arguments
        pause = asked.events * 8.2 / asked.speed / max(1, asked.kills)
        self.wait_for_events()
        last = 0
        while self.killed() < asked.kills or last < asked.events:
            time.sleep(self.chance.uniform(0, 2 * pause))
            if (seen := self.last_seen()) > last:
                last = seen
                self.wait_for_events()
            if time.monotonic() > self.end:
                self.give_up(f"no new event for {self.patience:.0f} s")
            for name in self.running:
                self.must_run(name)
            yield

    def must_run(self, name):
        if self.running[name].poll() is not None:
            self.give_up(f"{name} ended by itself with {self.running[name].returncode}", f"/{name}.log")

    def give_up(self, cause, file=""):
        sys.exit(f"{self.name}: {cause}, see {self.keep()}{file}")

    def end_controller(self):
        self.running["run"].send_signal(signal.SIGTERM)
        if self.running["run"].wait(20) != 0:
            self.problems.append(f"the last controller ended with {self.running['run'].returncode}")
        self.gpsd.is_over = True
        self.gpsd.join()

    def finish(self, name, most):
        """Ends the controller, and the other program once it has all; that may take `most` seconds."""
        time.sleep(0.5)
        self.end_controller()
        self.wait_for_events()
        last = json.loads(self.journal()[-1])["seq"]
        while self.last_seen() != last and time.monotonic() < self.end:
            time.sleep(0.05)
        start = time.monotonic()
        self.running[name].send_signal(signal.SIGTERM)
        status = self.running[name].wait(20)
        if status != 0 or time.monotonic() - start > most:
            self.problems.append(
                f"the last {name} ended with {status} after {time.monotonic() - start:.1f} s")

    def journal(self):
        """The lines of the events."""
        done = subprocess.run(
            [self.picket, "events", "--json", "--config", self.folder / "picket.toml"],
            capture_output=True, text=True, check=True,
        )
        return [line for line in done.stdout.splitlines() if line.startswith('{"seq":')]

    def keep(self):
        """Keeps the folder, to find the cause."""
        self.arguments.keep = self.arguments.keep or self.folder
        return self.folder

    def report(self, events, missing, out_of_order, repeated):
        """Prints the problems and the figures; returns the exit status."""
        is_wrong = bool(self.problems or missing or out_of_order)
        print(*self.problems[:20], sep="\n", end="\n" if self.problems else "")
        if is_wrong:
            print(f"all of it is in {self.keep()}")
        print("killed: " + ", ".join(f"{name} {count} times" for name, count in self.kills.items()))
        print(f"{self.killed()} kills, {events} events, {missing} missing, {out_of_order} out of order, "
              f"{repeated} repeated")
        return int(is_wrong)


def play(trial, doc, **options):
    """Reads the command line, plays a trial in a folder, and ends with its status."""
    parser = Parser(f"Tests/Rigs/{trial.name}/run", description=doc)
    arguments = parser.options(**options, seed=1, picket=pathlib.Path, keep=pathlib.Path)
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix=f"picket-{trial.name}-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        one = trial(arguments, folder)
        one.play()
        status = one.judge()
    finally:
        if not arguments.keep:
            subprocess.run(["rm", "-rf", "--", folder], check=True)
    sys.exit(status)
