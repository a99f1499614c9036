#!/usr/bin/env python3
"""The steps with the programs of the packages, and their expected results: see deploy/start.

    story.py ROOT

ROOT has the programs, gpsd and mosquitto, and is mounted.
"""
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import sys
import threading
import time

for folder in "board/lib", "deploy/lib/virtual-pi":
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / folder))
from ports import free_port
from programs import SLOW, Root, await_true
from table import Table
from trouble import Trouble
from walker import Walker

OUTSIDE = -50  # metres from the middle of the region, of which the radius is 30
DWELL = 6
SETTINGS = "/etc/picket/picket.toml"
STATE = "/var/lib/picket"
WALK = 180  # seconds for a walk and what follows
REGION = {
    "type": "Feature", "id": "gate", "properties": {"radius": 30, "dwell": DWELL, "note": "Close it"},
    "geometry": {"type": "Point", "coordinates": [15, 47]}}


class Receiver:
    """A plug of the walker that reaches gpsd by datagrams."""

    def __init__(self, port):
        self.address = ("127.0.0.1", port)
        self.socket = socket.socket(type=socket.SOCK_DGRAM)

    def setblocking(self, is_blocking):
        self.socket.setblocking(is_blocking)

    def recv(self, count):
        raise BlockingIOError

    def send(self, data):
        # A packet for each sentence, as a line of a receiver.
        for line in data.splitlines(keepends=True):
            self.socket.sendto(line, self.address)


class Stream(threading.Thread):
    """A phone that watches: the lines of the page's stream."""

    def __init__(self, port, cookie):
        super().__init__(daemon=True)
        self.cookie = cookie
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WALK)
        self.lines = []
        self.start()

    def run(self):
        self.connection.request("GET", "/events", headers={"Cookie": self.cookie})
        answer = self.connection.getresponse()
        try:
            while line := answer.readline():
                self.lines.append(line.decode())
        except (OSError, ValueError):
            pass


class Story:
    def __init__(self, folder):
        self.root = Root(folder)
        self.table = Table("start")
        self.walker = Walker(OUTSIDE)
        self.cookie = ""
        self.gpsd_port, self.fix_port = free_port(), free_port(socket.SOCK_DGRAM)
        self.broker_port, self.page_port = free_port(), free_port()
        self.steps = [
            self.answers_without_a_controller, self.starts, self.gets_a_fix, self.link_and_page_start,
            self.enters, self.dwells, self.answers, self.changes_regions, self.reloads, self.is_killed,
            self.leaves, self.loses_the_fix, self.is_followed, self.page_serves, self.link_publishes,
            self.ends,
        ]

    def tell(self):
        try:
            for step in self.steps:
                try:
                    step()
                except (Trouble, OSError, http.client.HTTPException) as trouble:
                    name = step.__name__.replace("_", " ")
                    self.table.add(name, "the step can be taken", str(trouble), False)
                    # What follows needs these.
                    if step in (self.starts, self.gets_a_fix, self.link_and_page_start):
                        break
                    self.walker.has_fix = True
            if not self.table.is_as_expected:
                for program in self.root.running:
                    print(f"--- {program.name}:\n{program.log[-2000:]}", file=sys.stderr)
        finally:
            self.root.end()
        return self.table

    # MARK: Steps, in their order

    def answers_without_a_controller(self):
        self.root.write(SETTINGS, f"""
            [gpsd]
            port = {self.gpsd_port}
            [blind]
            limit = 5
            [state]
            directory = "{STATE}"
            """)
        self.root.write(f"{STATE}/regions.geojson", json.dumps(
            {"type": "FeatureCollection", "features": [REGION]}))
        for command in (
                "picket --version", "picket-link --version", "picket-page --version", "picket check",
                "picket board", "picket regions list"):
            status, said = self.root.run(*command.split())
            self.expect(command, "status 0", f"status {status}" if status == 0 else f"{status}: {said}",
                        status == 0)
        # Most machines that build have no chip.
        status, said = self.root.run("picket", "outputs", "list")
        self.expect("picket outputs list", "status 0, or 69 without a chip", f"status {status}, {said[:80]}",
                    status == 0 or (status == 69 and "no GPIO chip" in said))

    def starts(self):
        gpsd = self.root.start(
            "gpsd", "-N", "-n", "-D", "2", "-S", str(self.gpsd_port), f"udp://127.0.0.1:{self.fix_port}")
        await_true("gpsd", SLOW, lambda: is_served(self.gpsd_port) or gpsd.process.poll())
        self.start_picket()
        self.expect("picket run", "it watches", "it watches")
        _, said = self.root.run("picket", "status")
        self.expect("status without a receiver", "no fix", said, "no fix" in said or "blind" in said
                    or "waiting" in said)

    def gets_a_fix(self):
        self.walker.connect(Receiver(self.fix_port))
        self.picket.await_log("sighted")
        self.expect("the first fix", "sighted", "sighted")

    def link_and_page_start(self):
        self.root.write("/etc/mosquitto/here.conf", f"listener {self.broker_port} 127.0.0.1\n"
                        "allow_anonymous true\nuser root\n")
        self.root.start("mosquitto", "-c", "/etc/mosquitto/here.conf")
        await_true("broker", SLOW, lambda: is_served(self.broker_port))
        self.subscriber = self.root.start(
            "mosquitto_sub", "-p", str(self.broker_port), "-t", "picket/#", "-v")
        self.root.write("/etc/picket/link.toml", f"""
            [picket]
            state = "{STATE}"
            [broker]
            host = "127.0.0.1"
            port = {self.broker_port}
            [link]
            board = "here"
            home_assistant = true
            """)
        self.root.write("/etc/picket/page.toml", f"""
            [picket]
            state = "{STATE}"
            [page]
            listen = "127.0.0.1:{self.page_port}"
            directory = "/var/lib/picket-page"
            """)
        # systemd makes it.
        os.makedirs(self.root.path("/var/lib/picket-page"), exist_ok=True)
        self.link = self.root.start("picket-link", "run")
        self.subscriber.await_log("picket/here/online online")
        self.expect("picket-link run", "online at the broker", "online at the broker")
        self.page = self.root.start("picket-page", "run")
        await_true("page", SLOW, lambda: is_served(self.page_port) or self.page.process.poll())
        # As a phone: the kernel's list of connections, by which the page knows users of the board, is not
        # emulated.
        status, said = self.root.run("picket-page", "pair", "Ann's phone")
        token = re.search(r"#([0-9a-f]{40})", said)
        if status or not token:
            raise Trouble(f"picket-page pair: status {status}, {said}")
        status, _ = await_true("pairing", SLOW, lambda: self.pair(token[1]))
        self.expect("POST /api/pair", "200", f"{status}", status == 200)
        self.stream = Stream(self.page_port, self.cookie)

    def enters(self):
        self.walker.go(0)
        self.expect_events("a walk inside", ["enter"])
        # 0.1 s, twice.
        self.expect_output("the buzzer", "buzzer active")

    def dwells(self):
        self.expect_events(f"{DWELL} s inside", ["enter", "dwell"])

    def answers(self):
        for command, text in (
                ("status", "gate"), ("state gate", "inside"), ("why", "gate"), ("regions list", "gate"),
                ("events", "enter"), ("mark here", ""), ("mute 60", ""), ("unmute", ""),
                ("drop boat --radius 40", "boat"), ("lift boat", "boat"), ("laps gate", "")):
            status, said = self.root.run("picket", *command.split())
            self.expect(f"picket {command}", f"status 0, {text}" if text else "status 0",
                        f"status {status}, {said[:120]}", status == 0 and text in said)
        # It finds what is missing in this root, such as a unit.
        status, said = self.root.run("picket", "doctor")
        self.expect("picket doctor", "the receiver reports fixes", said[-200:],
                    status in (0, 1) and "receiver" in said)

    def changes_regions(self):
        before = len(self.picket.log)
        status, said = self.root.run(
            "picket", "regions", "add", "shed", "--circle", "47.01,15.01,20")
        self.expect("picket regions add", "status 0", f"status {status}, {said[:200]}", status == 0)
        self.picket.await_log("watching 2 regions", after=before)
        status, said = self.root.run("picket", "regions", "set", "shed", "note", "Keys")
        _, listed = self.root.run("picket", "regions", "list")
        self.expect("picket regions set", "shed has the note", listed[:200],
                    status == 0 and "shed" in listed and "Keys" in listed)

    def reloads(self):
        before = len(self.picket.log)
        self.picket.process.send_signal(signal.SIGHUP)
        self.picket.await_log("reloaded", after=before)
        self.expect("SIGHUP", "reloaded", "reloaded")

    def is_killed(self):
        before = self.events()
        how = self.picket.stop(signal.SIGKILL)
        self.start_picket()
        self.picket.await_log("sighted")
        time.sleep(3)
        _, state = self.root.run("picket", "state", "gate")
        news = self.events()[len(before):]
        self.expect("SIGKILL inside, and a new start", "inside, no new event",
                    f"{how}; {state}, {len(news)} new events", "inside" in state and not news)

    def leaves(self):
        self.walker.go(OUTSIDE)
        self.expect_events("a walk outside", ["enter", "dwell", "exit"])

    def loses_the_fix(self):
        before = len(self.picket.log)
        self.walker.has_fix = False
        self.picket.await_log("blind", after=before)
        self.walker.has_fix = True
        self.picket.await_log("sighted", after=before)
        self.expect("no fix for a while", "blind, then sighted", "blind, then sighted")

    def is_followed(self):
        follower = self.root.start(
            "picket", "follow", "--cursor", "/tmp/cursor", "--from", "start", "--", "/usr/bin/tee", "-a",
            "/tmp/followed", name="follow")
        await_true("the last event", SLOW, lambda: self.root.read("/tmp/followed").count('"seq":') >= 3)
        how = follower.stop()
        found = [(each["seq"], each["event"]) for each in
                 map(json.loads, self.root.read("/tmp/followed").splitlines())]
        self.expect("picket follow", "each event once, in order", f"{found}; {how}",
                    found == [(1, "enter"), (2, "dwell"), (3, "exit")])

    def page_serves(self):
        status, body = self.ask("GET", "/")
        self.expect("GET /", "200, the page", f"{status}, {len(body)} bytes",
                    status == 200 and "</html>" in body)
        status, body = self.ask("GET", "/api/regions")
        self.expect("GET /api/regions", "200, with gate", f"{status}, {body[:80]}",
                    status == 200 and '"gate"' in body)
        status, body = self.ask("POST", "/api/mark", '{"text":"from a phone"}')
        self.expect("POST /api/mark", "200", f"{status}, {body[:80]}", status == 200)
        found = re.findall(r'"event":"(enter|dwell|exit)"', "".join(self.stream.lines))
        self.expect("GET /events", "the events as they come", ", ".join(found) or "none",
                    found == ["enter", "dwell", "exit"])

    def link_publishes(self):
        found = re.findall(
            r'^picket/here/event .*"seq":(\d+),"event":"(\w+)"', self.subscriber.log, re.MULTILINE)
        self.expect("the broker", "each event once, in order", f"{found}",
                    found == [("1", "enter"), ("2", "dwell"), ("3", "exit")])

    def ends(self):
        for program in (self.link, self.page):
            how = program.stop()
            self.expect(f"SIGTERM to {program.name}", "status 0", how, how == "status 0")
        how = self.picket.stop()
        last = dict(re.findall(r"(\w+) (active|inactive)\s*$", self.picket.log, re.MULTILINE))
        self.expect("SIGTERM to picket", "status 0, every line inactive", f"{how}, {last}",
                    how == "status 0" and last != {} and set(last.values()) == {"inactive"})
        status, said = self.root.run("picket", "events", "--json")
        numbers = [json.loads(line)["seq"] for line in said.splitlines() if '"seq"' in line]
        self.expect("the journal", "events 1 to 3", f"status {status}, {numbers}", numbers == [1, 2, 3])

    # MARK: Parts of steps

    def expect(self, what, expected, seen, is_as_expected=True):
        self.table.add(what, expected, seen, is_as_expected)

    def start_picket(self):
        self.picket = self.root.start(
            "picket", "run", "--outputs", "terminal", "--lines", "--events", "/tmp/events.jsonl")
        self.picket.await_log("watching")

    def events(self):
        """The kinds of all events, which must be numbered from 1."""
        found = [json.loads(line) for line in self.root.read("/tmp/events.jsonl").splitlines()]
        if [each["seq"] for each in found] != list(range(1, len(found) + 1)):
            raise Trouble(f"the numbers are {[each['seq'] for each in found]}")
        return [each["event"] for each in found]

    def expect_events(self, what, kinds):
        await_true(kinds[-1], WALK, lambda: len(self.events()) >= len(kinds))
        self.expect(what, ", ".join(kinds), ", ".join(self.events()), self.events() == kinds)

    def expect_output(self, what, text):
        self.expect(what, text, text if text in self.picket.log else self.picket.log[-200:],
                    text in self.picket.log)

    def pair(self, token):
        """The answer, once the running page has read the pairing by itself."""
        status, body = self.ask("POST", "/api/pair", json.dumps({"token": token}))
        return (status, body) if status == 200 else None

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.page_port, timeout=SLOW)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if body:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
        return answer.status, answer.read().decode(errors="replace")


def is_served(port):
    """Whether a server listens there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main():
    # However this ends, the programs end with it.
    for number in signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    story = Story(sys.argv[1])
    try:
        table = story.tell()
    finally:
        story.root.end()
        print(story.table.text(), flush=True)
    sys.exit(0 if table.is_as_expected else 1)


if __name__ == "__main__":
    main()
