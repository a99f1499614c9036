#!/usr/bin/python3
"""Compares the costs of picket with those of gpspipe and a Python script: see Tests/Rigs/footprint/run.

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
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "board/lib"))
import ports  # noqa: E402
import receiver  # noqa: E402

PYTHON = "/usr/bin/python3"
PEER = pathlib.Path(__file__).resolve().parent.parent / "peer.py"
UNIT = pathlib.Path(__file__).resolve().parents[3] / "deploy/picket.service"
STARTS = 15
WARM_UP = 20  # seconds
# The limits, as multiples of the CPU of gpspipe and of the script's own memory.
MOST_CPU, MOST_MEMORY = 1.5, 0.25


def fail(status, text):
    print(f"footprint: {text}", file=sys.stderr)
    sys.exit(status)


def fields(path):
    """The numbers in a file of /proc with a name in each line."""
    found = re.findall(r"^(\w+):\s*(\d+)", path.read_text(), re.MULTILINE)
    return {name: int(number) for name, number in found}


class Program:
    """A client of gpsd and its costs."""

    def __init__(self, name, command, file, **options):
        self.name, self.command, self.file, self.options = name, command, file, options
        self.process, self.switches = None, {}

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, **self.options)

    def stop(self):
        """Ends the program if it runs."""
        if not self.process:
            return
        process, self.process, self.switches = self.process, None, {}
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def count_wakeups(self):
        """Counts wake-ups; call it often, as the count of a thread is lost when the thread ends."""
        if self.process.poll() is not None:
            fail(1, f"{self.name} ended by itself with {self.process.returncode}")
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                self.switches[task.name] = fields(task / "status")["voluntary_ctxt_switches"]

    def sample(self):
        """The resources that the program has used so far, and its memory."""
        self.count_wakeups()
        folder = pathlib.Path(f"/proc/{self.process.pid}")
        memory, disk = fields(folder / "smaps_rollup"), {}
        # Not every kernel counts written bytes.
        with contextlib.suppress(FileNotFoundError):
            disk = fields(folder / "io")
        return {
            "time": time.monotonic(),
            # The CPU clock of a process, including ended threads: clock_getcpuclockid(3).
            "cpu": time.clock_gettime(~self.process.pid << 3 | 2),
            "wake-ups": sum(self.switches.values()),
            "written": disk["write_bytes"] - disk["cancelled_write_bytes"] if disk else None,
            # Anonymous pages only: a page of a new file is private and dirty, too.
            "own": memory["Anonymous"],
            "files": memory["Rss"] - memory["Anonymous"],
        }


class Manager:
    """A service manager: receives the messages that a program is ready and alive."""

    def __init__(self, folder):
        self.path = str(folder / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.socket.bind(self.path)

    def received(self):
        """The messages since the last call."""
        messages = []
        with contextlib.suppress(BlockingIOError):
            while True:
                messages.append(self.socket.recv(4096))
        return b"\n".join(messages)


def unit_environment():
    """The environment that the unit of the package sets for picket."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return dict(line.removeprefix("Environment=").split("=", 1)
                for line in lines if line.startswith("Environment="))


def programs(picket, folder, port, manager, lines):
    """The three programs that are compared, not yet started."""
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
        # With the watchdog and the environment of its unit.
        Program("picket", [picket, "run", "--config", configuration, *outputs], picket, **quiet,
                env=os.environ | unit_environment()
                | {"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "10000000"}),
        Program("gpspipe", [gpspipe, "-w", f"127.0.0.1:{port}"], gpspipe, **quiet),
        # Its output is in memory, so that it does not count as written.
        Program("Python", [PYTHON, PEER, "127.0.0.1", str(port), regions, *lines[1:]], PYTHON,
                stdout=os.fdopen(os.memfd_create("output"), "w+b")),
    ]


@contextlib.contextmanager
def ended(compared):
    """Ends all programs at the end, also after an error."""
    try:
        yield compared
    finally:
        for program in compared:
            program.stop()


def events(picket, script, folder):
    """The numbers of events that picket and the script have reported."""
    journal = subprocess.run(
        [picket.file, "events", "--json", "--config", folder / "picket.toml"],
        capture_output=True, check=False)
    output = script.options["stdout"]
    output.seek(0)
    return len(re.findall(rb'"event":"(?:enter|exit)"', journal.stdout)), len(output.readlines())


def started(program, port, manager):
    """Milliseconds until it is connected to gpsd, and until picket is ready."""
    connected, ready = [], []
    reports_ready = program.name == "picket"
    for _ in range(STARTS):
        manager.received()
        # A separate listener for each start, so that no other connection waits there.
        with socket.create_server(("127.0.0.1", port)) as listener:
            begin = time.monotonic()
            program.start()
            waiting = {listener, manager.socket} if reports_ready else {listener}
            while waiting:
                readable = select.select(waiting, [], [], 20)[0]
                now = 1000 * (time.monotonic() - begin)
                if not readable:
                    fail(1, f"{program.name} does not start")
                if listener in readable:
                    client, _ = listener.accept()
                    connected.append(now)
                    waiting.remove(listener)
                if manager.socket in readable and b"READY=1" in manager.received():
                    ready.append(now)
                    waiting.remove(manager.socket)
            program.stop()
            client.close()
    return statistics.median(connected), statistics.median(ready) if ready else None


@contextlib.contextmanager
def gpsd(port):
    """A gpsd that reads a receiver by UDP, at the address that this yields."""
    address = "127.0.0.1", ports.free_port(socket.SOCK_DGRAM)
    # On a board, the program that shares memory with gpsd sets the clock: see board/bench.
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
    """Feeds gpsd at the speed of a serial line: a sentence is sent when its last bit is due."""
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
    """The costs of each program in a number of seconds, after a warm-up."""
    before = {}

    def each_second(second):
        manager.received()
        for program in compared:
            program.count_wakeups()
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
            "private memory, kB": last["own"],
            "memory of files, kB": last["files"],
            "written to the disk, kB an hour": written and written / 1000 / hours,
        }
    return costs


def number(value):
    """A number with three digits, or with all digits before the point."""
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
    """Prints the table; returns the problems."""
    problems = []
    manager = Manager(folder)
    port = ports.free_port()

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
        reported, printed = events(picket, script, folder / name)
        for what in costs["picket"]:
            row(f"{name}: {what}", [costs[program.name][what] for program in compared])
        row(f"{name}: events", [reported, None, printed])
        if not reported or not printed:
            problems.append(f"{name}: picket reported {reported} events and Python {printed}")
        for what, other, most in [("CPU, s an hour", "gpspipe", MOST_CPU),
                                  ("private memory, kB", "Python", MOST_MEMORY)]:
            if costs["picket"][what] > most * costs[other][what]:
                problems.append(f"{name}: {what}: more than {most} times that of {other}")
    return problems


def prepared(description):
    """A parser of the arguments, the first of which is picket; signals end all started programs."""
    for cause in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(cause, lambda number, _: sys.exit(128 + number))
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picket", type=pathlib.Path)
    return parser


def main():
    parser = prepared(__doc__)
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
