"""Makes maps of an invented place around the generated walk: lines and pictures."""

import json
import math
import struct
import zlib

import walked

CREDIT = "Drawn for a test"


def lines(path):
    """GeoJSON: a road to the north through the first ring, and a pond, a hedge and houses beside it."""
    def place(east, north):
        return [walked.LONGITUDE + east / walked.METRES_PER_DEGREE, walked.LATITUDE + north / 111_180]

    def feature(tags, kind, coordinates):
        return {"type": "Feature", "properties": tags,
                "geometry": {"type": kind, "coordinates": coordinates}}

    def square(east, north, side):
        corners = [(0, 0), (side, 0), (side, side), (0, side), (0, 0)]
        return [[place(east + x, north + y) for x, y in corners]]

    features = [
        feature({"highway": "residential", "name": "Mill Lane"}, "LineString", [place(100, -3000), place(100, 3000)]),
        feature({"barrier": "hedge"}, "LineString", [place(0, 40), place(600, 40)]),
        feature({"natural": "water"}, "Polygon", square(150, -90, 60)),
        feature({"highway": "primary", "name": "High Road"}, "LineString", [place(-2000, 300), place(2000, 320)]),
        feature({"highway": "track"}, "LineString", [place(60, -2000), place(50, 2000)]),
        feature({"railway": "rail"}, "LineString", [place(-2000, -250), place(2000, -240)]),
        feature({"landuse": "forest"}, "Polygon", square(-260, 60, 200)),
        feature({"landuse": "meadow"}, "Polygon", square(-200, -220, 150)),
        feature({"place": "village", "name": "Visnjan"}, "Point", place(60, -150)),
        feature({"highway": "footway"}, "LineString", [place(-2000, -60), place(2000, -60)]),
    ]
    features += [feature({"building": "yes"}, "Polygon", square(30 * number, 60, 12)) for number in range(12)]
    path.write_text(json.dumps({"type": "FeatureCollection", "attribution": CREDIT, "features": features}))


def picture(shade):
    """A PNG of 256 by 256 with a frame, which shows where a tile ends."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(
        b"\0" + bytes(90 if not 0 < x < 255 or not 0 < y < 255 else shade for x in range(256))
        for y in range(256))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def number(zoom, x, y):
    """The number of a tile on the curve of PMTiles."""
    total = (4**zoom - 1) // 3
    side = 1 << zoom >> 1
    while side:
        right, low = bool(x & side), bool(y & side)
        total += side * side * ((3 if right else 0) ^ (1 if low else 0))
        if not low:
            if right:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        side >>= 1
    return total


def varint(value):
    made = b""
    while value > 127:
        made += bytes([value & 127 | 128])
        value >>= 7
    return made + bytes([value])


def tile(zoom, longitude, latitude):
    """The column and the row of the tile that a position is on."""
    y = 0.5 - math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)) / (2 * math.pi)
    return int((longitude / 360 + 0.5) * 2**zoom), int(y * 2**zoom)


def pictures(path):
    """PMTiles with pictures of the zooms 12 to 17, in two shades like a chessboard."""
    shades = [picture(200), picture(235)]
    entries = []
    for zoom in range(12, 18):
        column, row = tile(zoom, walked.LONGITUDE, walked.LATITUDE)
        reach = min(16, 2 ** (zoom - 11))
        entries += [(number(zoom, column + x, row + y), x + y & 1)
                    for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    entries.sort()
    directory = varint(len(entries))
    last = 0
    for one, _ in entries:
        directory += varint(one - last)
        last = one
    directory += b"\1" * len(entries)
    directory += b"".join(varint(len(shades[shade])) for _, shade in entries)
    directory += b"".join(varint((len(shades[0]) if shade else 0) + 1) for _, shade in entries)
    parts = [directory, json.dumps({"attribution": CREDIT}).encode(), b"", b"".join(shades)]
    head, offset = b"PMTiles\3", 127
    for part in parts:
        head += struct.pack("<QQ", offset, len(part))
        offset += len(part)
    head += bytes(24) + bytes([1, 1, 1, 2, 12, 17])
    head += b"".join(struct.pack("<i", int(degrees * 1e7)) for degrees in (14.8, 46.8, 15.2, 47.2))
    path.write_bytes(head + bytes(9) + b"".join(parts))
