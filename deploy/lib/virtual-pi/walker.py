"""The carrier of the board: its receiver on the serial port reports once a second."""
import datetime
import functools
import math
import operator
import threading
import time

latitude, longitude = 47.0, 15.0
degree = 76_057  # metres of a degree of longitude there, on WGS84
radius = 30
pace = 5  # metres a second


class Walker:
    """Stands and walks on a line from west to east; the region is around metre 0."""

    def __init__(self, east):
        self.east = east
        self.goal = east
        self.has_fix = True
        self.plug = None
        self.sent = {}  # by time, as picket writes it: the instant at which its sentences were sent
        self.crossed = None  # the instant of the last passage of the border
        self.arrived = threading.Event()
        self.lock = threading.Lock()
        threading.Thread(target=self.walk, daemon=True).start()

    def connect(self, plug):
        """Switches the receiver on."""
        plug.setblocking(False)
        with self.lock:
            self.plug = plug

    def disconnect(self):
        with self.lock:
            self.plug = None

    def go(self, east):
        """Sets off; returns at once."""
        self.arrived.clear()
        self.goal = east

    def walk(self):
        second = math.ceil(time.time())
        while True:
            time.sleep(max(0, second - time.time()))
            step = max(-pace, min(pace, self.goal - self.east))
            was_inside = abs(self.east) < radius
            self.east += step
            if was_inside != (abs(self.east) < radius):
                self.crossed = time.monotonic()
            with self.lock:
                self.send(second, step)
            if self.east == self.goal:
                self.arrived.set()
            second += 1

    def send(self, second, step):
        if not self.plug:
            return
        moment = datetime.datetime.fromtimestamp(second, datetime.timezone.utc)
        try:
            # Discards the bytes that gpsd and the terminal send to the receiver.
            while self.plug.recv(4096):
                pass
        except BlockingIOError:
            pass
        except OSError:
            self.plug = None
            return
        try:
            self.plug.send(self.sentences(moment, step).encode())
        except OSError:
            self.plug = None
            return
        if self.has_fix:
            self.sent[f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"] = time.monotonic()
            self.last_fix = time.monotonic()

    def sentences(self, moment, step):
        clock = f"{moment:%H%M%S}.00"
        place = f"{angle(latitude, 2)},N,{angle(longitude + self.east / degree, 3)},E"
        speed, track = abs(step) / 0.514444, 90 if step >= 0 else 270
        if self.has_fix:
            bodies = [
                f"GPRMC,{clock},A,{place},{speed:.2f},{track:.1f},{moment:%d%m%y},,,A",
                f"GPGGA,{clock},{place},1,08,0.90,271.0,M,0.0,M,,",
                "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.44,0.90,1.17",
            ]
        else:
            bodies = [
                f"GPRMC,{clock},V,,,,,,,{moment:%d%m%y},,,N",
                f"GPGGA,{clock},,,,,0,00,99.99,,,,,,",
                "GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99",
            ]
        return "".join(map(sentence, bodies))


def angle(degrees, digits):
    whole = int(degrees)
    return f"{whole:0{digits}d}{(degrees - whole) * 60:08.5f}"


def sentence(body):
    return f"${body}*{functools.reduce(operator.xor, body.encode()):02X}\r\n"
