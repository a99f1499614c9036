"""Programs in a root of another system, whose loopback is that of this machine."""
import os
import signal
import subprocess
import time

from trouble import Trouble

SLOW = 180  # seconds for what takes one on a real processor that has nothing else to do


def await_true(what, seconds, check):
    """Waits until `check` gives something, and returns that."""
    end = time.monotonic() + seconds
    while not (found := check()):
        if time.monotonic() > end:
            raise Trouble(f"no {what} within {seconds} s")
        time.sleep(0.05)
    return found


class Root:
    """A folder with a Debian system."""

    def __init__(self, folder):
        self.folder = folder
        self.running = []
        self.environment = {
            "HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def path(self, inside):
        """The path of a file of the root on this machine."""
        return self.folder + inside

    def write(self, inside, text):
        os.makedirs(os.path.dirname(self.path(inside)), exist_ok=True)
        with open(self.path(inside), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, inside):
        try:
            with open(self.path(inside), encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def run(self, *command, seconds=SLOW):
        """Runs a program to its end: its status, which is negative after a signal, and its output."""
        try:
            done = subprocess.run(
                ["chroot", self.folder, *command], env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False)
        except subprocess.TimeoutExpired as error:
            raise Trouble(f"{' '.join(command)} has not ended within {seconds} s") from error
        return done.returncode, done.stdout.decode(errors="replace").strip()

    def start(self, *command, name=None):
        """Starts a program; its output is added to /tmp/NAME.log."""
        name = name or os.path.basename(command[0])
        program = Program(self, name, command)
        self.running.append(program)
        return program

    def end(self):
        for program in self.running:
            program.kill()


class Program:
    """A program that runs."""

    def __init__(self, root, name, command):
        self.root, self.name = root, name
        self.log_path = f"/tmp/{name}.log"
        self.begins = len(self.log)
        with open(root.path(self.log_path), "ab") as log:
            self.process = subprocess.Popen(
                ["chroot", root.folder, *command], env=root.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT)

    @property
    def log(self):
        return self.root.read(self.log_path)

    def await_log(self, text, seconds=SLOW, after=None):
        """Waits for a text in the output since the start, or after a length of it."""
        begins = self.begins if after is None else after

        def check():
            if text in self.log[begins:]:
                return True
            if self.process.poll() is not None:
                raise Trouble(f"{self.name} has ended with {ending(self.process.returncode)}: "
                              f"{self.log[begins:][-400:]}")
            return False
        await_true(f'"{text}" of {self.name}', seconds, check)

    def stop(self, number=signal.SIGTERM, seconds=SLOW):
        """Sends a signal, waits for the end, and says how it ended."""
        self.process.send_signal(number)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise Trouble(f"{self.name} still runs {seconds} s after {number.name}") from error
        return ending(self.process.returncode)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def ending(status):
    """How a program ended, in words."""
    return signal.Signals(-status).name if status < 0 else f"status {status}"
