"""Boards of a fleet: real links on journals that are written here, and a real broker."""

import collections
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import ports
import walked
from controllers import Controller
from journal import Journal

# Each link needs one of a user's 128 inotify handles: as root, each board has its own user.
FIRST_USER = 600_000
TICK = 1 / os.sysconf("SC_CLK_TCK")


class Board:
    """One board: its journal, its control socket, and its link."""

    def __init__(self, number, folder, port, link, name=None, broker="", settings=""):
        self.name = name or f"b{number:04d}"
        self.user = FIRST_USER + number if os.geteuid() == 0 else None
        self.folder = folder / self.name
        self.program, self.process = link, None
        self.sequence = 0
        # The times at which the unacknowledged events were written.
        self.pending = collections.deque()
        (self.folder / "link").mkdir(parents=True)
        self.journal = Journal(self.folder / "state", number + 1)
        self.controller = Controller(self.folder / "state" / "control.sock", self.name)
        (self.folder / "link.toml").write_text(
            f'[picket]\nstate = "state"\nconfiguration = "picket.toml"\n'
            f'[broker]\nhost = "127.0.0.1"\nport = {port}\n{broker}\n'
            f'[link]\nboard = "{self.name}"\ndirectory = "link"\n{settings}\n'
        )
        if self.user:
            os.chown(self.folder / "link", self.user, self.user)

    def start(self):
        with open(self.folder / "link.err", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "run", "--config", self.folder / "link.toml"], user=self.user,
                group=self.user, extra_groups=None if self.user is None else [],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)

    def add_event(self, place):
        """Crosses the border of a region, at (latitude, longitude)."""
        self.sequence += 1
        kind = "enter" if self.sequence % 2 else "exit"
        region = f"region-{(self.sequence - 1) // 2 % len(self.controller.regions)}"
        text = {
            "seq": self.sequence, "event": kind, "region": region, "note": "Ladders are by the gate",
            "time": stamp(), "crossed": stamp(), "lat": place[0], "lon": place[1], "eph": 4.1,
            "depth": 4.2,
        }
        self.controller.regions[region] = "inside" if kind == "enter" else "outside"
        self.pending.append(time.monotonic())
        line = self.journal.put(text)
        self.controller.send(line)

    def memory(self):
        """The resident and the private memory of the link in kB."""
        return memory(self.process.pid)

    def processor(self):
        """The seconds of the processor that the link has used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2]
        return sum(int(field) for field in fields.split()[11:13]) * TICK


def memory(process):
    """The resident and the private memory of a process (not from a file), in kB."""
    text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    sizes = {name: int(size) for name, size in re.findall(r"^(\w+): +(\d+) kB", text, re.MULTILINE)}
    return sizes["Rss"], sizes["Private_Dirty"]


def stamp():
    now = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now * 1000) % 1000:03d}Z"


class Broker:
    """A real mosquitto; its log has the times of connections and acknowledgements."""

    PUBLISH = re.compile(r"Received PUBLISH from picket-(\S+) \(d\d, q1, r0, m(\d+), '[^']*/event'")
    PUBACK = re.compile(r"Sending PUBACK to picket-(\S+) \(m(\d+), rc(\d+)\)")
    CONNECT = re.compile(r"New client connected from \S+ as picket-(\S+) ")

    def __init__(self, folder, listeners=""):
        walked.require("fleet", "mosquitto", "mosquitto-clients", "openssl", "iproute2")
        self.program = shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin")
        self.folder, self.port = folder, ports.free_port()
        self.settings = folder / "mosquitto.conf"
        self.settings.write_text(
            "per_listener_settings true\n"
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\n{listeners}\n"
            "user root\nlog_dest stderr\nlog_type debug\nlog_type notice\nlog_type error\n"
            "log_timestamp false\n"
            # A subscriber with a session gets the messages it missed.
            f"persistence true\npersistence_location {folder}/\n"
            "max_inflight_messages 1000\nmax_queued_messages 1000000\n"
        )
        self.boards, self.process = {}, None
        self.connected = {}
        self.delays = []
        # The subscriber's unacknowledged messages.
        self.unanswered = 0

    def start(self):
        self.connected, self.unanswered = {}, 0
        self.process = subprocess.Popen(
            [self.program, "-c", self.settings], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, args=(self.process.stderr,), daemon=True).start()

    def end(self):
        """Ends the broker as systemd does: it stores its subscribers' messages."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def read(self, log):
        sent = {}
        for line in log:
            now = time.monotonic()
            if found := self.PUBLISH.search(line):
                sent.setdefault(found[1], set()).add(found[2])
            elif found := self.PUBACK.search(line):
                if found[2] in sent.get(found[1], ()):
                    sent[found[1]].remove(found[2])
                    self.acknowledge(found[1], now)
            elif found := self.CONNECT.search(line):
                self.connected[found[1]] = now
            elif line.startswith("Sending PUBLISH to subscriber "):
                self.unanswered += 1
            elif line.startswith("Received PUBACK from subscriber "):
                self.unanswered -= 1

    def acknowledge(self, name, now):
        board = self.boards.get(name)
        # A repeated event has been acknowledged before.
        if board and board.pending:
            self.delays.append(now - board.pending.popleft())

    def take_delays(self):
        delays, self.delays = self.delays, []
        return delays


def wait(name, limit, is_done):
    """Waits for a condition; ends the script when that takes too long."""
    end = time.monotonic() + limit
    while not is_done():
        if time.monotonic() > end:
            sys.exit(f"fleet: {name}: not within {limit:.0f} s")
        time.sleep(0.02)


def share(values, part):
    """The value that this part of all does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def wire(process):
    """The bytes of a link's connection so far, with the headers of TCP and IP.

    A header of IPv4 has 20 bytes; that of TCP has 32, with the time stamps that Linux sends.
    """
    text = subprocess.run(
        ["ss", "-tinpHO", "state", "established"], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        if f"pid={process}," in line:
            figures = {name: int(figure) for name, figure in re.findall(r"(\w+):(\d+)(?= |$)", line)}
            content = figures["bytes_sent"] + figures["bytes_received"]
            return content + 52 * (figures["segs_out"] + figures["segs_in"])
    sys.exit(f"fleet: the link with process {process} has no connection")


def judge(texts, boards):
    """The numbers of events that are missing, out of order and repeated in the received texts."""
    received = collections.defaultdict(list)
    for text in texts:
        event = json.loads(text)
        received[event["board"]].append(event["seq"])
    missing = out_of_order = repeated = 0
    for board in boards:
        numbers = received[board.name]
        missing += len(set(range(1, board.sequence + 1)) - set(numbers))
        repeated += len(numbers) - len(set(numbers))
        newest = 0
        for number in numbers:
            out_of_order += number > newest + 1
            newest = max(newest, number)
    return missing, out_of_order, repeated
