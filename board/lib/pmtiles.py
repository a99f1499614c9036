"""Writes maps as PMTiles, version 3."""

import gzip
import json
import struct
import tempfile

HEADER = 127
# The root directory and the header must fit into the first 16 KiB of a file.
LARGEST_ROOT = 16384 - HEADER
# Entries of a directory below the root: packed, they stay far below 1 MiB.
LEAF_ENTRIES = 4096
VECTOR, PNG, JPEG, WEBP = 1, 2, 3, 4
UNPACKED, GZIP = 1, 2


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
    """A number in groups of seven bits."""
    made = b""
    while value > 127:
        made += bytes([value & 127 | 128])
        value >>= 7
    return made + bytes([value])


def directory(entries):
    """A packed directory of entries: (number, run, length, offset)."""
    made, last = bytearray(varint(len(entries))), 0
    for first, *_ in entries:
        made += varint(first - last)
        last = first
    for part in (1, 2):
        for entry in entries:
            made += varint(entry[part])
    for entry in entries:
        made += varint(entry[3] + 1)
    return gzip.compress(bytes(made), mtime=0)


class Writer:
    """Collects tiles in any order, and writes the file at the end.

    The tiles are kept in a file without a name, since a map may be larger than the memory.
    """

    def __init__(self, folder):
        self.data = tempfile.TemporaryFile(dir=folder)
        self.places = {}
        self.known = {}
        self.size = 0
        self.zooms = set()

    def add(self, zoom, x, y, content):
        """Adds a tile; equal tiles are kept once."""
        place = self.known.get(content)
        if place is None:
            place = (len(content), self.size)
            # Only small tiles repeat: an empty field, the sea.
            if len(content) < 1024:
                self.known[content] = place
            self.data.write(content)
            self.size += len(content)
        self.places[number(zoom, x, y)] = place
        self.zooms.add(zoom)

    def entries(self):
        """The entries in order; equal tiles in a row are one entry."""
        made = []
        for one in sorted(self.places):
            length, offset = self.places[one]
            if made and made[-1][0] + made[-1][1] == one and made[-1][2:] == (length, offset):
                made[-1] = (made[-1][0], made[-1][1] + 1, length, offset)
            else:
                made.append((one, 1, length, offset))
        return made

    def write(self, path, kind, packing, bounds, metadata):
        """Writes the map; `bounds` is west, south, east, north in degrees."""
        entries, leaves = self.entries(), b""
        root = directory(entries)
        if len(root) > LARGEST_ROOT:
            top = []
            for start in range(0, len(entries), LEAF_ENTRIES):
                leaf = directory(entries[start:start + LEAF_ENTRIES])
                top.append((entries[start][0], 0, len(leaf), len(leaves)))
                leaves += leaf
            root = directory(top)
        about = gzip.compress(json.dumps(metadata, ensure_ascii=False).encode(), mtime=0)
        lengths = [len(root), len(about), len(leaves), self.size]
        head, offset = b"PMTiles\3", HEADER
        for length in lengths:
            head += struct.pack("<QQ", offset, length)
            offset += length
        tiles = sum(run for _, run, _, _ in entries)
        head += struct.pack("<QQQ", tiles, len(entries), len(set(self.places.values())))
        head += bytes([1, GZIP, packing, kind, min(self.zooms), max(self.zooms)])
        head += b"".join(struct.pack("<i", round(degrees * 1e7)) for degrees in bounds)
        west, south, east, north = bounds
        head += bytes([min(self.zooms)])
        head += struct.pack("<ii", round((west + east) / 2 * 1e7), round((south + north) / 2 * 1e7))
        with open(path, "wb") as file:
            file.write(head + root + about + leaves)
            self.data.seek(0)
            while chunk := self.data.read(1 << 20):
                file.write(chunk)
