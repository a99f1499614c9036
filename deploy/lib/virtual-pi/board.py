"""An emulated Raspberry Pi 3: its power, its card, and its plugs."""
import json
import os
import socket
import subprocess
import time

from trouble import Trouble

# For the kernel.
arguments = " ".join([
    "console=ttyAMA0,115200 quiet loglevel=3 panic=-1 systemd.show_status=0",
    # Off: they are slow on an emulated processor, and nothing here depends on them.
    "init_on_alloc=0 apparmor=0 audit=0",
    # Two of its four processors work: if this machine has fewer than four, a processor that
    # waits for another takes the time that the other needs.
    "isolcpus=2-3",
    # As Raspberry Pi's own kernels have it: a line stays as it is when its owner is gone.
    "pinctrl_bcm2835.persist_gpio_outputs=Y",
])


class Board:
    """The folder has its kernel, device tree, initrd and card, and gets its plugs."""

    def __init__(self, folder, arguments=arguments):
        self.folder = folder
        self.arguments = arguments
        self.process = None

    def power_on(self):
        for plug in ("desk", "receiver", "monitor"):
            if os.path.exists(self.path(plug)):
                os.remove(self.path(plug))
        with open(self.path("qemu.log"), "ab") as log:
            self.process = subprocess.Popen(
                [
                    # However this ends, the board ends with it.
                    "setpriv", "--pdeathsig", "KILL", "qemu-system-aarch64",
                    "-M", "raspi3b", "-kernel", self.path("vmlinuz"),
                    "-dtb", self.path("pi.dtb"), "-initrd", self.path("initrd"),
                    "-append", self.arguments,
                    # The board's writes are in the file even when this is killed.
                    "-drive", f"if=sd,format=raw,cache=unsafe,file={self.path('card')}",
                    "-display", "none", "-nic", "none", "-no-reboot", "-monitor", "none",
                    "-chardev", f"socket,id=desk,path={self.path('desk')},server=on,wait=off,"
                    f"logfile={self.path('console')},logappend=on",
                    "-chardev", f"socket,id=receiver,path={self.path('receiver')},"
                    "server=on,wait=off",
                    "-serial", "chardev:desk", "-serial", "chardev:receiver",
                    "-qmp", f"unix:{self.path('monitor')},server=on,wait=off",
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        self.powered_on = time.monotonic()

    @property
    def is_on(self):
        return self.process is not None and self.process.poll() is None

    def cut(self):
        """Cuts the power, whatever the board does."""
        if self.is_on:
            self.process.kill()
        if self.process:
            self.process.wait()

    def plug(self, name):
        """A connection to one of its plugs."""
        end = time.monotonic() + 20
        while True:
            plug = socket.socket(socket.AF_UNIX)
            try:
                plug.connect(self.path(name))
                return plug
            except OSError as error:
                plug.close()
                if time.monotonic() > end or not self.is_on:
                    raise Trouble(f"{name}: {error}; {self.said('qemu.log')}")
            time.sleep(0.05)

    def path(self, name):
        return os.path.join(self.folder, name)

    def said(self, name):
        """The end of a log."""
        with open(self.path(name), errors="replace") as file:
            return "\n".join(file.read().splitlines()[-25:])


class Monitor:
    """Reads the board's memory through the emulator, without the board's programs."""

    def __init__(self, plug):
        self.plug = plug
        self.file = plug.makefile("rw")
        self.file.readline()
        self.ask("qmp_capabilities")

    def words(self, address, count):
        """Words of memory, or the registers of a device."""
        text = self.ask("human-monitor-command", {"command-line": f"xp /{count}wx {address:#x}"})
        return [int(word, 16) for line in text.splitlines() for word in line.split(":")[1].split()]

    def ask(self, command, arguments=None):
        json.dump({"execute": command, "arguments": arguments or {}}, self.file)
        self.file.write("\n")
        self.file.flush()
        while line := self.file.readline():
            reply = json.loads(line)
            if "error" in reply:
                raise Trouble(f"{command}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]
        raise ConnectionError("the board is off")
