"""A generated walk, and a gpsd on the loopback interface that reports it."""

import datetime
import json
import os
import pathlib
import select
import socket
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

START = datetime.datetime(2026, 6, 3, 9, tzinfo=datetime.timezone.utc)
LATITUDE, LONGITUDE = 47.0, 15.0
METRES_PER_DEGREE = 76_057.0  # of longitude, at 47° N on WGS84
DEVICE = "/dev/gps"

# A picket that is built here reads no configuration of this machine, and talks to no other.
os.environ["PICKET_CONFIG"] = str(ROOT / "board/lib/nowhere.toml")


def require(name, *packages):
    """Installs what is missing of these packages, as the scripts for shells do."""
    install = 'source "$1/board/lib/requirements.sh"; shift; install_packages "$@"'
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", install, name, ROOT, name, *packages],
                          check=False)
    if done.returncode:
        sys.exit(done.returncode)


def build(name, product="picket"):
    """Builds a program of the project as its package has it, and returns its path."""
    script = """root=$1 script_name=$2; source "$root/board/lib/build.sh"
        build_program "$3" "${release_build[@]}"; echo "$built" """
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", script, name, ROOT, name, product],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    return pathlib.Path(done.stdout.strip())


def stamp(second):
    """The time of a second of the walk, as gpsd and picket print it."""
    time = START + datetime.timedelta(seconds=second)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03d}Z"


def second(text):
    """The second of the walk that a time belongs to."""
    return (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) - START).total_seconds()


class Walk:
    """To and fro on a line to the east, past rings that overlap."""

    def __init__(self, rings, spacing=75.0, radius=60.0, speed=5.0):
        self.radius, self.speed = radius, speed
        self.centres = [100.0 + spacing * number for number in range(rings)]
        self.length = self.centres[-1] + 100.0

    def east(self, second):
        """The walker's place, and whether it goes east."""
        way = self.speed * second % (2 * self.length)
        return (way, True) if way < self.length else (2 * self.length - way, False)

    def depth(self, region, second):
        """The metres by which the walker is inside a ring."""
        return self.radius - abs(self.east(second)[0] - self.centres[int(region[1:])])

    def report(self, second):
        """The report of gpsd for a second."""
        east, is_forth = self.east(second)
        return (
            f'{{"class":"TPV","device":"{DEVICE}","mode":3,"time":"{stamp(second)}",'
            f'"lat":{LATITUDE},"lon":{LONGITUDE + east / METRES_PER_DEGREE:.9f},'
            f'"track":{90.0 if is_forth else 270.0},"speed":{self.speed},"eph":17.1}}'
        )

    def regions(self):
        """The rings as a file of regions."""
        return json.dumps({
            "type": "FeatureCollection",
            "features": [
                {
                    "type": "Feature",
                    "id": f"r{number:02d}",
                    "properties": {"radius": self.radius},
                    "geometry": {
                        "type": "Point",
                        "coordinates": [LONGITUDE + centre / METRES_PER_DEGREE, LATITUDE],
                    },
                }
                for number, centre in enumerate(self.centres)
            ],
        })


class Gpsd:
    """Sends lines to all connected clients, without waiting for any."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.clients = []
        self.devices = f'{{"class":"DEVICE","path":"{DEVICE}","activated":"{stamp(0)}"}}'

    def accept(self):
        """Greets new clients, as gpsd does."""
        while select.select([self.listener], [], [], 0)[0]:
            client, _ = self.listener.accept()
            client.setblocking(False)
            self.clients.append(client)
            self.send(
                '{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}'
                f'\n{{"class":"DEVICES","devices":[{self.devices}]}}\n'
                '{"class":"WATCH","enable":true,"json":true}\n'.encode(),
                [client],
            )

    def send_line(self, line):
        """Sends a line to all clients; returns their number."""
        self.send(line.encode() + b"\n")
        return len(self.clients)

    def send(self, data, clients=None):
        """Sends bytes, and disconnects a client that does not accept them all."""
        for client in list(self.clients if clients is None else clients):
            try:
                sent = client.send(data)
            except OSError:
                sent = 0
            if sent < len(data):
                client.close()
                self.clients.remove(client)

    def hang_up(self):
        for client in self.clients:
            client.close()
        self.clients = []
