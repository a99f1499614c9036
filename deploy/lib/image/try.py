#!/usr/bin/env python3
"""The steps with a card in an emulated Raspberry Pi, and expected results: deploy/try-image.

    try.py FOLDER

FOLDER has the card with its settings, and its kernel, device tree, initrd and command line.
"""
import json
import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "virtual-pi"))
from board import Board  # noqa: E402
from lines import Lines  # noqa: E402
from outside import command_line, request  # noqa: E402
from shell import Shell  # noqa: E402
from table import Table  # noqa: E402
from trouble import Trouble  # noqa: E402
from walker import Walker  # noqa: E402

outside = -50  # metres from the middle of the gate, of which the radius is 30
beep = 100
patience = 1500  # seconds to start in: the emulated processor is 20 times slower, or more
token = f"{5:040d}"


class Story:
    def __init__(self, folder):
        self.board = Board(folder, command_line(folder))
        self.table = Table("try-image")
        self.walker = Walker(outside)
        self.times = []
        self.steps = [
            self.starts, self.is_set_up, self.makes_a_network, self.gets_a_fix, self.enters,
            self.shows_its_page, self.lets_a_phone_in, self.draws_on_the_phone, self.loses_power,
            self.is_switched_off]

    def tell(self):
        try:
            for step in self.steps:
                try:
                    step()
                except Trouble as trouble:
                    name = step.__name__.replace("_", " ")
                    self.table.add(name, "the step can be taken", str(trouble), False)
                    if not self.board.is_on:
                        break
        finally:
            self.board.cut()

    # MARK: Steps, in their order

    def starts(self):
        sound = self.power_on("first start")
        early = [edge for edge in self.lines.edges if edge.time < sound.start - 0.05]
        self.table.add("lines until the first beep", "low", f"{len(early)} edges" if early
                       else "low all the time", not early)

    def is_set_up(self):
        self.shows("report of the first start", "nothing wrong",
                   "cat /boot/firmware/picket/report.txt", lambda said: "WRONG" not in said)
        self.shows("settings on the card", "gone", "ls /boot/firmware/picket",
                   lambda said: "settings.txt" not in said.split())
        self.shows("root file system", "more than 3 GB", "df --output=size -B1M / | tail -n 1",
                   lambda said: int(said) > 3000)
        self.shows("user", "in the groups sudo and picket", "id -Gn ann",
                   lambda said: {"sudo", "picket"} <= set(said.split()))
        self.shows("key and sudo of the user", "as given",
                   "cut -d ' ' -f 1 ~ann/.ssh/authorized_keys; runuser -u ann -- sudo -n id -u",
                   lambda said: said.split() == ["ssh-ed25519", "0"])
        self.shows("names", "orchard-3, Europe/Vienna", "hostname; readlink /etc/localtime",
                   lambda said: said.startswith("orchard-3") and said.endswith("Europe/Vienna"))
        # It starts last, when its keys have been made.
        self.shows("ssh", "a greeting",
                   "for i in $(seq 60); do (head -c 8 </dev/tcp/127.0.0.1/22) 2>/dev/null && break;"
                   " sleep 1; done", lambda said: said == "SSH-2.0-")
        self.shows("machine-id", "its own", "wc -c </etc/machine-id", lambda said: said == "33")
        self.shows("units that failed", "none", "systemctl --failed --plain --no-legend",
                   lambda said: not said)
        self.shows("picket check", "no problem", "picket check --outputs", lambda said: True)

    def makes_a_network(self):
        # Two radios in reach of each other: a board's and a phone's.
        self.shell.ask("modprobe mac80211_hwsim radios=2", 120)
        self.shows(
            "network", "an access point at 10.42.0.1",
            "for i in $(seq 60); do ip -4 -br address show wlan0 | grep -q 10.42.0.1 && break; sleep 2;"
            " done; iw dev wlan0 info | grep -E 'ssid|type'; ip -4 -br -color=never address show wlan0",
            lambda said: "type AP" in said and "ssid picket" in said and "10.42.0.1/24" in said, 300)

    def gets_a_fix(self):
        start = time.monotonic()
        self.walker.connect(self.board.plug("receiver"))
        sound = self.lines.await_sound(start, 120)
        self.table.add("first fix by gpsd", "a short beep",
                       f"{sound}, {sound.start - start:.1f} s after the receiver spoke",
                       sound.is_like(beep))

    def enters(self):
        self.pass_border("enter", 0, (beep, beep))

    def shows_its_page(self):
        self.shows("page, on the board", "200", request("127.0.0.1", "/"),
                   lambda said: " 200 " in said)
        self.shows("page, from the network without the code", "refused",
                   request("10.42.0.1", "/api/status"), lambda said: " 401 " in said)

    def lets_a_phone_in(self):
        config = ('network={\\nssid=\\"picket\\"\\npsk=\\"a password for a try\\"\\n}\\n')
        self.shell.ask(
            "nmcli device set wlan1 managed no; ip netns add phone; "
            "phy=$(cat /sys/class/net/wlan1/phy80211/name); iw phy $phy set netns name phone; "
            f"printf \"{config}\" >/run/phone.conf; "
            "ip netns exec phone wpa_supplicant -B -i wlan1 -c /run/phone.conf", 120)
        self.shows("a phone joins, and gets an address", "10.42.0.x",
                   "timeout 120 ip netns exec phone /usr/lib/klibc/bin/ipconfig -t 100 -c dhcp wlan1;"
                   " ip netns exec phone ip -4 -br -color=never address show wlan1",
                   lambda said: "10.42.0." in said.splitlines()[-1], 300)
        enter = "ip netns exec phone "
        self.shows("its page, without the code", "401", enter + request("10.42.0.1", "/api/status"),
                   lambda said: " 401 " in said)
        self.shows("its page, with the code", "200, inside",
                   enter + request("10.42.0.1", "/api/status", token),
                   lambda said: " 200 " in said)

    def draws_on_the_phone(self):
        _, said = self.shell.run("sha256sum /var/lib/picket/regions.geojson", 60)
        pond = {"type": "Feature", "id": "pond", "properties": {"radius": 20},
                "geometry": {"type": "Point", "coordinates": [15.1, 47]}}
        self.shows("a region that the phone draws", "200",
                   "ip netns exec phone " + request("10.42.0.1", "/api/edit", token, json.dumps(
                       {"base": said.split()[0], "put": [pond]})), lambda said: " 200 " in said)
        self.shows("regions of the card", "gate and pond", "picket regions list",
                   lambda said: "gate" in said and "pond" in said)

    def loses_power(self):
        before = self.shell.events()
        self.walker.disconnect()
        self.shell.ask("sync")
        self.board.cut()
        self.power_on("second start, after a power cut")
        start = time.monotonic()
        self.walker.connect(self.board.plug("receiver"))
        self.lines.await_sound(start, 120)
        events, state = self.shell.events(), self.shell.state()
        self.table.add("what the power cut leaves", "inside, no second entry",
                       f"{state}, {len(events) - len(before)} new events",
                       state == "inside" and events == before)
        self.pass_border("exit", outside, (500,))

    def is_switched_off(self):
        self.shell.send("systemctl poweroff")
        end = time.monotonic() + patience
        while self.board.is_on and time.monotonic() < end:
            time.sleep(0.2)
        rest = [name for name, level in self.lines.levels.items() if level]
        self.table.add("systemctl poweroff", "low, off",
                       f"{' and '.join(rest) or 'no line'} high, {'on' if self.board.is_on else 'off'}",
                       not rest and not self.board.is_on)

    # MARK: Parts of steps

    def power_on(self, what):
        self.board.power_on()
        self.lines = Lines(self.board)
        self.shell = Shell(self.board)
        sound = self.lines.await_sound(self.board.powered_on, patience)
        self.shell.await_ready(patience)
        seconds = f"{sound.start - self.board.powered_on:.0f} s"
        self.times.append(f"{what}: {seconds} from power on to the first beep")
        self.table.add(what, "a short beep", f"{sound}, {seconds} after power on", sound.is_like(beep))
        return sound

    def shows(self, what, expected, command, is_right, seconds=120):
        """Runs a command in the board's shell, and judges its output."""
        status, said = self.shell.run(command, seconds)
        seen = said if len(said) <= 300 else f"{said[:150]} ... {said[-150:]}"
        try:
            is_fine = status == 0 and is_right(said)
        except (ValueError, IndexError):
            is_fine = False
        self.table.add(what, expected, seen or "nothing", is_fine)

    def pass_border(self, event, goal, lengths):
        start = time.monotonic()
        self.walker.go(goal)
        sound = self.lines.await_sound(start, 120)
        last = self.shell.events()[-1]
        delay = sound.start - self.walker.sent.get(last["time"], sound.start)
        self.table.add(event, "short short" if len(lengths) == 2 else "long",
                       f"{last['event']}; {sound}, {delay * 1000:.0f} ms after the sentence",
                       last["event"] == event and sound.is_like(*lengths))


def main():
    # However this ends, the board ends with it.
    for number in signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    story = Story(sys.argv[1])
    story.tell()
    print(story.table.text())
    print("\n".join(story.times), flush=True)
    sys.exit(0 if story.table.is_as_expected else 1)


if __name__ == "__main__":
    main()
