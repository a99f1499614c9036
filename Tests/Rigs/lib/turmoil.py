"""Changes of the regions of a running picket by commands, a phone and an editor at the same time,
and things in the place of its files."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import threading
import time

import walked


def change(picket, config, *arguments):
    """Runs `picket regions`."""
    return subprocess.run([picket, "regions", *arguments, "--config", config],
                          capture_output=True, text=True, check=False, timeout=120)


def add(picket, config, region):
    """Adds a small circle far away from every walk."""
    return change(picket, config, "add", region, "--circle", "48.1,15,20")


def put_pipe(file):
    """Puts a pipe in the place of a file."""
    pipe = file.with_suffix(".pipe")
    os.mkfifo(pipe)
    pipe.rename(file)


def feature(region):
    """The feature of a small circle, as a phone and an editor write it."""
    return {"type": "Feature", "id": region, "properties": {"radius": 20},
            "geometry": {"type": "Point", "coordinates": [15.0, 48.1]}}


class Turmoil:
    """One picket whose regions and journal others change, at a low rate."""

    PAUSE = 10  # seconds between two changes; a phone may make 600 an hour
    KEPT = 40  # regions of earlier changes
    SPEED = 10

    def __init__(self, picket, folder, seed):
        self.picket, self.folder = picket, folder
        self.chance = random.Random(seed)
        self.walk, self.gpsd = walked.Walk(10), walked.Gpsd()
        self.file = folder / "regions.geojson"
        self.config = folder / "picket.toml"
        self.state, self.moved = folder / "state", folder / "moved"
        self.expected, self.count = [], 0
        self.fixes, self.events = 0, 0
        self.problems, self.files = [], []
        self.ended = threading.Event()

    # Running

    def run(self, stopping):
        """Changes files until `stopping` is set, and each in every way at least once."""
        self.moved.mkdir()
        self.file.write_text(self.walk.regions())
        self.config.write_text(
            f'[gpsd]\nport = {self.gpsd.port}\n[regions]\nfile = "regions.geojson"\n'
            '[state]\ndirectory = "state"\n[signals]\nrest = 0\n'
            # No file of it is removed before it was compared.
            "[journal]\nsize = 1000000000\n"
        )
        with open(self.folder / "out", "wb") as out, open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [self.picket, "run", "--config", self.config, "--outputs", "terminal", "--json",
                 "--speed", str(self.SPEED)],
                stdin=subprocess.DEVNULL, stdout=out, stderr=log)
        feeding = threading.Thread(target=self.feed, daemon=True)
        feeding.start()
        try:
            self.wait("the control socket", lambda: self.ask({"do": "status"}))
            ways = [self.together, self.many, self.save, self.thing, self.take_journal]
            while True:
                self.chance.shuffle(ways)
                for way in ways:
                    if self.count >= len(ways) and stopping.wait(self.PAUSE):
                        return
                    self.count += 1
                    way()
                    self.forget()
                    self.files.append(len(os.listdir(f"/proc/{self.process.pid}/fd")))
                    if self.process.poll() is not None:
                        self.problems.append(
                            f"picket ended by itself with {self.process.returncode}")
                        return
        finally:
            self.end(feeding)

    def feed(self):
        start = time.monotonic()
        while not self.ended.is_set():
            while self.fixes < (time.monotonic() - start) * self.SPEED:
                self.gpsd.accept()
                self.gpsd.send_line(self.walk.report(self.fixes))
                self.fixes += 1
            time.sleep(1 / self.SPEED)

    def wait(self, what, condition):
        """Waits for what must come, however busy the machine is."""
        deadline = time.monotonic() + 120
        while not (value := condition()):
            if time.monotonic() > deadline or self.process.poll() is not None:
                self.problems.append(f"{what}: this did not come")
                return None
            time.sleep(0.1)
        return value

    def ask(self, request):
        """One answer of the control socket; `None` without one."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(120)
            try:
                client.connect(str(self.state / "control.sock"))
                client.sendall(json.dumps(request).encode() + b"\n")
                answer = b""
                while not answer.endswith(b"\n"):
                    data = client.recv(65_536)
                    if not data:
                        return None
                    answer += data
                return json.loads(answer)
            except OSError:
                return None

    # The ways of a change

    def name(self, kind):
        return f"{kind}-{self.count}"

    def together(self):
        """Commands and a phone, all at once."""
        names = [self.name(f"command{number}") for number in range(3)]
        phone = self.name("phone")
        threads = [threading.Thread(target=self.command, args=(name,)) for name in names]
        threads.append(threading.Thread(target=self.phone, kwargs={"put": [feature(phone)]}))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.expected += names + [phone]

    def many(self):
        """A script that adds one region after the other."""
        names = [self.name(f"script{number}") for number in range(10)]
        for name in names:
            self.command(name)
        self.expected += names

    def save(self):
        """An editor that saves the file while a command changes it."""
        saved, name = self.name("saved"), self.name("beside")
        result = []
        thread = threading.Thread(
            target=lambda: result.append(add(self.picket, self.config, name)))
        thread.start()
        time.sleep(self.chance.uniform(0, 0.1))
        collection = json.loads(self.file.read_text())
        collection["features"].append(feature(saved))
        new = self.file.with_suffix(".editor")
        new.write_text(json.dumps(collection))
        # It may undo what the command did since it has read the file, as every editor.
        new.rename(self.file)
        thread.join()
        if saved not in self.stored():
            self.problems.append(f"a save of the file was overwritten: {saved}")
        done = result[0] if result else None
        if done is None or (done.returncode and "changed meanwhile" not in done.stderr):
            self.problems.append(f"regions add {name}: {done and done.stderr}")
        if name not in self.stored():
            self.command(name)
        self.reload(True)
        self.expected += [saved, name]

    def thing(self):
        """A pipe or a folder in place of the file, for a while."""
        aside = self.file.with_suffix(".aside")
        self.file.rename(aside)
        is_pipe = self.chance.random() < 0.5
        if is_pipe:
            put_pipe(self.file)
        else:
            self.file.mkdir()
        self.process.send_signal(signal.SIGHUP)
        self.reload(False)
        if not add(self.picket, self.config, self.name("nowhere")).returncode:
            self.problems.append("regions add changed something that is not a file")
        if not self.ask({"do": "status"}):
            self.problems.append("there was no status with a thing in place of the regions")
        if is_pipe:
            self.file.unlink()
        else:
            self.file.rmdir()
        aside.rename(self.file)
        self.reload(True)

    def take_journal(self):
        """Moves the newest file of the journal away."""
        files = sorted(self.state.glob("journal.*.jsonl"),
                       key=lambda file: int(file.name.split(".")[1]))
        if files:
            files[-1].rename(self.moved / f"{self.count}.jsonl")

    # Their parts

    def command(self, name):
        done = add(self.picket, self.config, name)
        if done.returncode:
            self.problems.append(f"regions add {name}: {done.stderr.strip()}")

    def phone(self, **edit):
        """Changes the regions as a phone does: with a conflict, or when busy, it tries again."""
        answer = None
        for _ in range(60):
            base = (self.ask({"do": "regions", "document": True}) or {}).get("sha256", "")
            answer = self.ask({"do": "edit", "base": base, **edit}) or {}
            if answer.get("applied"):
                return
            if answer.get("busy"):
                time.sleep(6)
            elif not answer.get("conflict"):
                break
        self.problems.append(f"a phone's edit was refused: {answer}")

    def reload(self, is_right):
        answer = self.ask({"do": "reload"}) or {}
        if bool(answer.get("reloaded")) != is_right:
            self.problems.append(f"the answer to a reload: {answer}")

    def forget(self):
        """Removes the oldest regions, since picket needs memory for each."""
        if len(self.expected) > self.KEPT:
            self.phone(remove=self.expected[:-self.KEPT])
            self.expected = self.expected[-self.KEPT:]

    def stored(self):
        return [one["id"] for one in json.loads(self.file.read_text())["features"]]

    # The end

    def end(self, feeding):
        try:
            if self.process.poll() is None:
                self.compare_regions()
                self.process.send_signal(signal.SIGTERM)
                if code := self.process.wait(60):
                    self.problems.append(f"picket ended with {code}")
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            self.ended.set()
            feeding.join()
        self.compare_events()
        if self.files and self.files[-1] > self.files[0] + 2:
            self.problems.append(f"the number of descriptors went from {self.files[0]} to "
                                 f"{self.files[-1]}")

    def compare_regions(self):
        rings = [one["id"] for one in json.loads(self.walk.regions())["features"]]
        if sorted(self.stored()) != sorted(rings + self.expected):
            self.problems.append(f"the file has {sorted(self.stored())}, and should have "
                                 f"{sorted(rings + self.expected)}")
        watched_now = (self.ask({"do": "status"}) or {}).get("watched")
        if watched_now != len(rings) + len(self.expected):
            self.problems.append(f"{watched_now} regions are watched, and should be "
                                 f"{len(rings) + len(self.expected)}")

    def compare_events(self):
        shown = [json.loads(line)["seq"] for line in (self.folder / "out").read_text().splitlines()]
        self.events = len(shown)
        if not shown or shown != list(range(1, len(shown) + 1)):
            self.problems.append(f"the numbers shown are {shown}")
        written = []
        for path in [*self.moved.glob("*.jsonl"), *self.state.glob("journal.*.jsonl*")]:
            written += map(int, re.findall(r'^\{"seq":(\d+),', path.read_text(), re.MULTILINE))
        if sorted(written) != shown:
            self.problems.append(
                f"lost from the journal: {sorted(set(shown) - set(written))}, not shown: "
                f"{sorted(set(written) - set(shown))}, twice: {len(written) - len(set(written))}")

    @property
    def figures(self):
        return f"{self.count} changes beside commands, phones and editors, {self.events} events"
