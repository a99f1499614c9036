#!/usr/bin/python3
"""Measures what picket costs next to gpspipe and a script in Python: see board/footprint.

    measure.py PICKET MINUTES [--lines LINE LINE] RATE...
"""

import argparse
import contextlib
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import receiver  # noqa: E402

PYTHON = "/usr/bin/python3"
PEER = pathlib.Path(__file__).resolve().parent.parent / "peer.py"
STARTS = 15
WARM_UP = 20  # seconds
# At most so many times the CPU of gpspipe, and the memory of its own of the script.
MOST_CPU, MOST_MEMORY = 1.5, 0.25


def fail(status, text):
    print(f"footprint: {text}", file=sys.stderr)
    sys.exit(status)


def fields(path):
    """The numbers in a file of /proc that has a name in each line."""
    found = re.findall(r"^(\w+):\s*(\d+)", path.read_text(), re.MULTILINE)
    return {name: int(number) for name, number in found}


class Program:
    """Something that listens to gpsd, and what it costs."""

    def __init__(self, name, command, file, **options):
        self.name, self.command, self.file, self.options = name, command, file, options
        self.process, self.switches = None, {}

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, **self.options)

    def stop(self):
        """Ends it, if it runs."""
        if not self.process:
            return
        process, self.process, self.switches = self.process, None, {}
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def look(self):
        """Counts wake-ups, often: a thread takes its own with it when it ends."""
        if self.process.poll() is not None:
            fail(1, f"{self.name} ended by itself with {self.process.returncode}")
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                self.switches[task.name] = fields(task / "status")["voluntary_ctxt_switches"]

    def sample(self):
        """What it has used so far, and what it holds."""
        self.look()
        folder = pathlib.Path(f"/proc/{self.process.pid}")
        memory, disk = fields(folder / "smaps_rollup"), {}
        # Not every kernel counts what is written.
        with contextlib.suppress(FileNotFoundError):
            disk = fields(folder / "io")
        return {
            "time": time.monotonic(),
            # The CPU clock of a process, threads that have ended included: clock_getcpuclockid(3).
            "cpu": time.clock_gettime(~self.process.pid << 3 | 2),
            "wake-ups": sum(self.switches.values()),
            "written": disk["write_bytes"] - disk["cancelled_write_bytes"] if disk else None,
            # A page of a file that was just made is private and dirty, too, and no more its own.
            "own": memory["Anonymous"],
            "files": memory["Rss"] - memory["Anonymous"],
        }


class Manager:
    """What a service manager hears: who is ready, and that it still is."""

    def __init__(self, folder):
        self.path = str(folder / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.socket.bind(self.path)

    def heard(self):
        """What came since it was asked last."""
        messages = []
        with contextlib.suppress(BlockingIOError):
            while True:
                messages.append(self.socket.recv(4096))
        return b"\n".join(messages)


def programs(picket, folder, port, manager, lines):
    """The three that are compared, none of them started."""
    (folder / "state").mkdir(parents=True)
    regions, configuration = folder / "regions.geojson", folder / "picket.toml"
    regions.write_text(receiver.regions())
    configuration.write_text(
        f'[gpsd]\nhost = "127.0.0.1"\nport = {port}\n[regions]\nfile = "{regions}"\n'
        f'[state]\ndirectory = "{folder}/state"\n'
        + (f'[output.buzzer]\nline = "{lines[0]}"\n' if lines else ""))
    outputs = [] if lines else ["--outputs", "terminal"]
    gpspipe = shutil.which("gpspipe")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return [
        # With the watchdog of its unit.
        Program("picket", [picket, "run", "--config", configuration, *outputs], picket, **quiet,
                env=os.environ | {"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "10000000"}),
        Program("gpspipe", [gpspipe, "-w", f"127.0.0.1:{port}"], gpspipe, **quiet),
        # What it prints is in memory: it is not to count as written.
        Program("Python", [PYTHON, PEER, "127.0.0.1", str(port), regions, *lines[1:]], PYTHON,
                stdout=os.fdopen(os.memfd_create("said"), "w+b")),
    ]


@contextlib.contextmanager
def ended(compared):
    """Has all of them ended, however this ends."""
    try:
        yield compared
    finally:
        for program in compared:
            program.stop()


def events(picket, script, folder):
    """How many events each of the two has told."""
    told = subprocess.run(
        [picket.file, "events", "--json", "--config", folder / "picket.toml"],
        capture_output=True, check=False)
    said = script.options["stdout"]
    said.seek(0)
    return len(re.findall(rb'"event":"(?:enter|exit)"', told.stdout)), len(said.readlines())


def started(program, port, manager):
    """Milliseconds until it is connected to gpsd, and until picket is ready."""
    connected, ready = [], []
    says_ready = program.name == "picket"
    for _ in range(STARTS):
        manager.heard()
        # One of its own for each: nobody else's connection waits at it.
        with socket.create_server(("127.0.0.1", port)) as listener:
            begin = time.monotonic()
            program.start()
            waiting = {listener, manager.socket} if says_ready else {listener}
            while waiting:
                heard = select.select(waiting, [], [], 20)[0]
                now = 1000 * (time.monotonic() - begin)
                if not heard:
                    fail(1, f"{program.name} does not start")
                if listener in heard:
                    client, _ = listener.accept()
                    connected.append(now)
                    waiting.remove(listener)
                if manager.socket in heard and b"READY=1" in manager.heard():
                    ready.append(now)
                    waiting.remove(manager.socket)
            program.stop()
            client.close()
    return statistics.median(connected), statistics.median(ready) if ready else None


@contextlib.contextmanager
def gpsd(port):
    """A gpsd that hears a receiver by UDP, at the address that this yields."""
    with socket.socket(type=socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        address = probe.getsockname()
    # What it shares memory with on a board sets the clock: see board/bench.
    apart = ["unshare", *(["--user", "--map-current-user"] if os.geteuid() else []), "--ipc"]
    if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
        apart = []
    program = shutil.which("gpsd", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    process = subprocess.Popen(
        [*apart, program, "-N", "-n", "-S", str(port), "udp://%s:%d" % address],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        else:
            fail(69, "gpsd cannot be started")
        yield address
    finally:
        process.terminate()
        process.wait()


def play(address, rate, seconds, each_second):
    """Feeds gpsd as a serial line would, a sentence when its last bit has come."""
    source = receiver.Receiver(rate)
    bytes_per_second = (9600 if rate == 1 else 115_200) / 10
    begin = time.monotonic()
    with socket.socket(type=socket.SOCK_DGRAM) as sender:
        for number in range(seconds * rate):
            due = begin + number / rate
            for sentence in source.sentences(number):
                due += len(sentence) / bytes_per_second
                time.sleep(max(0, due - time.monotonic()))
                sender.sendto(sentence, address)
            if number % rate == 0:
                each_second(number // rate)


def measured(compared, address, rate, seconds, manager):
    """What each of them used in so many seconds, after a warm-up."""
    before = {}

    def each_second(second):
        manager.heard()
        for program in compared:
            program.look()
        if second == WARM_UP:
            before.update({program.name: program.sample() for program in compared})

    play(address, rate, WARM_UP + seconds, each_second)
    costs = {}
    for program in compared:
        first, last = before[program.name], program.sample()
        hours = (last["time"] - first["time"]) / 3600
        written = None if last["written"] is None else last["written"] - first["written"]
        costs[program.name] = {
            "CPU, s an hour": (last["cpu"] - first["cpu"]) / hours,
            "wake-ups a second": (last["wake-ups"] - first["wake-ups"]) / hours / 3600,
            "memory of its own, kB": last["own"],
            "memory of files, kB": last["files"],
            "written to the disk, kB an hour": written and written / 1000 / hours,
        }
    return costs


def number(value):
    """Three digits of a number, or all that it has before the point."""
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 100 or value == 0 else f"{value:.3g}"


def ratio(value, other):
    return number(value / other) if value is not None and other else ""


def row(what, values):
    one, pipe, script = values
    print(f"| {what} | {number(one)} | {number(pipe)} | {number(script)} | {ratio(one, pipe)} | "
          f"{ratio(one, script)} |", flush=True)


def compare(arguments, folder):
    """Prints the table; returns what is not as it should be."""
    problems = []
    manager = Manager(folder)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]

    def made(name):
        return ended(
            programs(arguments.picket, folder / name, port, manager, arguments.lines))

    print("| | picket | gpspipe | Python | picket / gpspipe | picket / Python |")
    print("|---|---:|---:|---:|---:|---:|")
    with made("starts") as compared:
        row("program, kB", [os.stat(program.file).st_size / 1000 for program in compared])
        times = [started(program, port, manager) for program in compared]
        row("start to the connection, ms", [connected for connected, _ in times])
        row("start to READY, ms", [ready for _, ready in times])
    for rate in arguments.rates:
        name = f"{rate} Hz"
        with made(name) as compared, gpsd(port) as address:
            for program in compared:
                program.start()
            costs = measured(compared, address, rate, 60 * arguments.minutes, manager)
        picket, _, script = compared
        told, said = events(picket, script, folder / name)
        for what in costs["picket"]:
            row(f"{name}: {what}", [costs[program.name][what] for program in compared])
        row(f"{name}: events", [told, None, said])
        if not told or not said:
            problems.append(f"{name}: picket told {told} events and Python {said}")
        for what, other, most in [("CPU, s an hour", "gpspipe", MOST_CPU),
                                  ("memory of its own, kB", "Python", MOST_MEMORY)]:
            if costs["picket"][what] > most * costs[other][what]:
                problems.append(f"{name}: {what}: more than {most} times that of {other}")
    return problems


def main():
    for cause in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        # Nothing that was started outlives it.
        signal.signal(cause, lambda number, _: sys.exit(128 + number))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picket", type=pathlib.Path)
    parser.add_argument("minutes", type=int)
    parser.add_argument("rates", type=int, nargs="+")
    parser.add_argument("--lines", nargs=2, default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="picket-footprint-") as folder:
        problems = compare(arguments, pathlib.Path(folder))
    for problem in problems:
        print(f"footprint: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
