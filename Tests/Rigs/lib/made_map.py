"""Makes maps of an invented place around the generated walk: lines and pictures."""

import json
import math
import pathlib
import struct
import zlib

import pmtiles
import vector_tiles
import walked

CREDIT = "Drawn for a test"


def lines(path):
    """Lines: a road to the north through the first ring, and a pond, a hedge and houses beside it."""
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
    tiles, bounds, credit = vector_tiles.tiles(
        json.dumps({"type": "FeatureCollection", "attribution": CREDIT, "features": features}))
    writer = pmtiles.Writer(pathlib.Path(path).parent)
    for (zoom, column, row), content in tiles.items():
        writer.add(zoom, column, row, content)
    writer.write(path, pmtiles.VECTOR, pmtiles.GZIP, bounds, {"attribution": credit})


def picture(shade):
    """A PNG of 256 by 256 with a frame, which shows where a tile ends."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(
        b"\0" + bytes(90 if not 0 < x < 255 or not 0 < y < 255 else shade for x in range(256))
        for y in range(256))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def tile(zoom, longitude, latitude):
    """The column and the row of the tile that a position is on."""
    y = 0.5 - math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)) / (2 * math.pi)
    return int((longitude / 360 + 0.5) * 2**zoom), int(y * 2**zoom)


def pictures(path):
    """PMTiles with pictures of the zooms 12 to 17, in two shades like a chessboard."""
    shades = [picture(200), picture(235)]
    writer = pmtiles.Writer(pathlib.Path(path).parent)
    for zoom in range(12, 18):
        column, row = tile(zoom, walked.LONGITUDE, walked.LATITUDE)
        reach = min(16, 2 ** (zoom - 11))
        for x in range(-reach, reach + 1):
            for y in range(-reach, reach + 1):
                writer.add(zoom, column + x, row + y, shades[x + y & 1])
    writer.write(path, pmtiles.PNG, pmtiles.UNPACKED, (14.8, 46.8, 15.2, 47.2), {"attribution": CREDIT})
