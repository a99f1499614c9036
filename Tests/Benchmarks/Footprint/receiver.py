"""The NMEA of a receiver that a walker carries among twenty circles. Used by measure.py."""

import datetime
import json
import math
import random

LATITUDE, LONGITUDE = 47.0, 15.0
METRES_PER_DEGREE = (111_170.0, 76_057.0)  # of latitude and of longitude, there
PACE = 1.4  # m/s
RADIUS = 60
SPACING = 300.0
# Row by row, in alternating directions.
CENTRES = [
    (SPACING * (column if row % 2 == 0 else 4 - column), SPACING * row)
    for row in range(4) for column in range(5)
]
# With this start, the first entry is after half a minute.
WAY = [(CENTRES[0][0] - RADIUS - 45.0, 0.0), *CENTRES]
# The satellites of GPS and GLONASS: number, elevation, azimuth, strength.
SATELLITES = {
    "GP": [(2 + 2 * n, 8 + 6 * n, 29 * n % 360, 22 + 2 * n) for n in range(12)],
    "GL": [(65 + 2 * n, 10 + 8 * n, 47 * n % 360, 20 + 3 * n) for n in range(8)],
}


def regions():
    """The circles as a file of regions."""
    return json.dumps({
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "id": f"r{number:02d}",
                "properties": {"radius": RADIUS},
                "geometry": {
                    "type": "Point",
                    "coordinates": [
                        round(LONGITUDE + east / METRES_PER_DEGREE[1], 7),
                        round(LATITUDE + north / METRES_PER_DEGREE[0], 7),
                    ],
                },
            }
            for number, (east, north) in enumerate(CENTRES)
        ],
    })


def sentence(body):
    """A sentence with its checksum and its line end."""
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n".encode()


def angle(value, digits, letters):
    """An angle as degrees and minutes with its hemisphere."""
    minutes = round(abs(value) * 60, 5)
    return f"{int(minutes // 60):0{digits}d}{minutes % 60:08.5f},{letters[value < 0]}"


class Receiver:
    """Makes the sentences of a receiver in the hand of a walker, at a rate in hertz."""

    def __init__(self, rate, decimals=2):
        self.rate, self.decimals = rate, decimals
        self.start = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        self.chance = random.Random(1)
        self.error = [0.0, 0.0]

    def place(self, second):
        """Metres east and north of the first circle's centre, and the course."""
        legs = list(zip(WAY, WAY[1:]))
        length = sum(math.dist(*leg) for leg in legs)
        way = PACE * second % (2 * length)
        is_forth = way < length
        way = way if is_forth else 2 * length - way
        for (x, y), (to_x, to_y) in legs:
            part = math.dist((x, y), (to_x, to_y))
            if way <= part:
                break
            way -= part
        course = math.degrees(math.atan2(to_x - x, to_y - y)) + (0 if is_forth else 180)
        return x + (to_x - x) * way / part, y + (to_y - y) * way / part, course % 360

    def epoch(self, second, time):
        """The sentences of one fix, in the order of a u-blox receiver."""
        east, north, course = self.place(second)
        # The error wanders by about two metres in about a minute.
        keep = 1 - 1 / 60 / self.rate
        step = 2 * math.sqrt(1 - keep * keep)
        self.error = [keep * one + self.chance.gauss(0, step) for one in self.error]
        position = ",".join((
            angle(LATITUDE + (north + self.error[1]) / METRES_PER_DEGREE[0], 2, "NS"),
            angle(LONGITUDE + (east + self.error[0]) / METRES_PER_DEGREE[1], 3, "EW"),
        ))
        clock = f"{time:%H%M%S.%f}"[:7 + self.decimals]
        knots, kilometres = PACE / 0.514444, PACE * 3.6
        yield f"GNRMC,{clock},A,{position},{knots:.3f},{course:.2f},{time:%d%m%y},,,A"
        yield f"GNVTG,{course:.2f},T,,M,{knots:.3f},N,{kilometres:.3f},K,A"
        yield f"GNGGA,{clock},{position},1,12,0.85,421.3,M,44.1,M,,"
        for seen in SATELLITES.values():
            used = [f"{one[0]:02d}" for one in seen[2:]] + [""] * 12
            yield f"GNGSA,A,3,{','.join(used[:12])},1.52,0.85,1.26"
        for talker, seen in SATELLITES.items():
            pages = [seen[start:start + 4] for start in range(0, len(seen), 4)]
            for number, page in enumerate(pages, 1):
                entries = ",".join("%02d,%02d,%03d,%02d" % one for one in page)
                yield f"{talker}GSV,{len(pages)},{number},{len(seen):02d},{entries}"
        yield f"GNGLL,{position},{clock},A,A"

    def sentences(self, number):
        """The sentences of the fix with this number."""
        time = self.start + datetime.timedelta(seconds=number / self.rate)
        return [sentence(body) for body in self.epoch(number / self.rate, time)]
