"""Makes vector tiles of the lines and areas in GeoJSON."""

import gzip
import json
import math

from pmtiles import varint

# The tags of OpenStreetMap that name what a line is; picket draws each kind in its own way.
TAGS = ("highway", "railway", "barrier", "natural", "waterway", "building", "landuse", "leisure", "place")
KEYS = TAGS + ("name",)
ZOOMS = range(8, 15)
EXTENT = 4096
# Units beyond a tile's edge, so that the border of an area does not show there.
EDGE = 64
# Tiles of one line: a line around the earth is not a map of a place.
MOST_TILES = 20_000


class Unusable(Exception):
    """A file that is not a map."""


def features(document):
    """The features, each with its tags and its geometry."""
    if not isinstance(document, dict):
        raise Unusable("this is not GeoJSON")
    for one in document.get("features", [document]):
        geometry = one.get("geometry", one) if isinstance(one, dict) else None
        if isinstance(geometry, dict):
            yield one.get("properties") or {}, geometry


def chains(geometry):
    """The lines of a geometry: (whether it is an area, its lines)."""
    kind, places = geometry.get("type"), geometry.get("coordinates") or []
    if kind == "LineString":
        yield False, [places]
    elif kind == "MultiLineString":
        yield False, places
    elif kind == "Polygon":
        yield True, places
    elif kind == "MultiPolygon":
        for part in places:
            yield True, part
    elif kind == "GeometryCollection":
        for one in geometry.get("geometries") or []:
            yield from chains(one)


def kept(tags):
    """The tags of a feature that are kept: the one of its kind, and a name."""
    kinds = [(name, str(tags[name])[:64]) for name in TAGS if tags.get(name)][:1]
    return kinds + ([("name", str(tags["name"])[:64])] if kinds and tags.get("name") else [])


def points(tags, geometry):
    """The position of a named place, of which a map shows the name."""
    if geometry.get("type") == "Point" and tags.get("place") and tags.get("name"):
        yield geometry.get("coordinates") or []


def place(position):
    """A position as shares of the map's width from its corner in the north-west."""
    longitude, latitude = position[0], position[1]
    if not (-180 <= longitude <= 180 and -90 <= latitude <= 90):
        raise Unusable("a position is not [longitude, latitude] in degrees: "
                       "convert the file with ogr2ogr -t_srs EPSG:4326")
    sine = min(0.9999, max(-0.9999, math.sin(math.radians(latitude))))
    return longitude / 360 + 0.5, 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)


def cut_line(points, low, high):
    """The parts of a line within a square, by Liang and Barsky."""
    parts = []
    for (x, y), (to_x, to_y) in zip(points, points[1:]):
        start, end = 0.0, 1.0
        for value, step in ((x, to_x - x), (y, to_y - y)):
            for distance, way in ((value - low, -step), (high - value, step)):
                if way == 0:
                    start = 2.0 if distance < 0 else start
                elif way < 0:
                    start = max(start, distance / way)
                else:
                    end = min(end, distance / way)
        if start > end:
            continue
        first = (x + start * (to_x - x), y + start * (to_y - y))
        last = (x + end * (to_x - x), y + end * (to_y - y))
        if parts and parts[-1][-1] == first:
            parts[-1].append(last)
        else:
            parts.append([first, last])
    return parts


def cut_ring(points, low, high):
    """The part of a ring within a square, by Sutherland and Hodgman."""
    for axis, limit, side in ((0, low, 1), (0, high, -1), (1, low, 1), (1, high, -1)):
        cut = []
        for before, point in zip(points[-1:] + points[:-1], points):
            was, is_in = ((one[axis] - limit) * side >= 0 for one in (before, point))
            if was != is_in:
                share = (limit - before[axis]) / (point[axis] - before[axis])
                cut.append(tuple(a + share * (b - a) for a, b in zip(before, point)))
            if is_in:
                cut.append(point)
        points = cut
    return points


def whole(points):
    """The points in whole units, each only once in a row."""
    made = []
    for x, y in points:
        one = (round(x), round(y))
        if not made or made[-1] != one:
            made.append(one)
    return made


def zigzag(value):
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def field(key, content):
    return varint(key << 3 | 2) + varint(len(content)) + content


def commands(lines, is_area):
    """The commands of lines, or of the rings of an area."""
    made, x, y = b"", 0, 0
    for points in lines:
        for index, (to_x, to_y) in enumerate(points):
            if index == 0:
                made += varint(1 << 3 | 1)
            elif index == 1:
                made += varint(len(points) - 1 << 3 | 2)
            made += zigzag(to_x - x) + zigzag(to_y - y)
            x, y = to_x, to_y
        if is_area:
            made += varint(1 << 3 | 7)
    return made


def turned(points, clockwise):
    """A ring that runs clockwise on the screen, or the other way."""
    area = sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(points, points[1:] + points[:1]))
    return points if (area > 0) == clockwise else points[::-1]


def pieces(lines, is_area, zoom):
    """For each tile of a zoom that the lines are on: the tile, and the lines there in units."""
    scale = EXTENT * 2**zoom
    scaled = [[(x * scale, y * scale) for x, y in points] for points in lines]
    xs, ys = ([point[axis] for points in scaled for point in points] for axis in (0, 1))
    last = 2**zoom - 1
    columns, rows = (
        range(max(0, int((min(values) - EDGE) // EXTENT)), min(last, int((max(values) + EDGE) // EXTENT)) + 1)
        for values in (xs, ys))
    if len(columns) * len(rows) > MOST_TILES:
        raise Unusable("a line is longer than a map of a place: cut the surroundings out of the file")
    for column in columns:
        for row in rows:
            moved = [[(x - column * EXTENT, y - row * EXTENT) for x, y in points] for points in scaled]
            if is_area:
                found = [whole(cut_ring(points, -EDGE, EXTENT + EDGE)) for points in moved]
                # Without its border, an area has no holes either.
                found = [turned(points, index == 0) for index, points in enumerate(found)
                         if len(points) > 2 and len(found[0]) > 2]
            else:
                found = [whole(part) for points in moved
                         for part in cut_line(points, -EDGE, EXTENT + EDGE)]
                found = [points for points in found if len(points) > 1]
            if found:
                yield (zoom, column, row), found


def tiles(text):
    """The tiles of a text: their contents by (zoom, column, row), the bounds and the credit."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise Unusable(f"this is not JSON: {error}") from None
    layers, keys = {}, {}
    bounds = [180.0, 90.0, -180.0, -90.0]
    for tags, geometry in features(document):
        named = kept(tags)

        def index(tile):
            """The tags of the feature, in a tile."""
            values = keys.setdefault(tile, {})
            pairs = b"".join(varint(KEYS.index(key)) + varint(values.setdefault(value, len(values)))
                             for key, value in named)
            return field(2, pairs) if pairs else b""

        for position in points(tags, geometry):
            try:
                x, y = place(position)
            except (TypeError, IndexError):
                raise Unusable("a position is not [longitude, latitude]") from None
            for zoom in ZOOMS:
                scale = EXTENT * 2**zoom
                tile = (zoom, int(x * 2**zoom), int(y * 2**zoom))
                spot = [(round(x * scale) - tile[1] * EXTENT, round(y * scale) - tile[2] * EXTENT)]
                layers[tile] = layers.get(tile, b"") + field(2, (
                    index(tile) + varint(3 << 3) + varint(1) + field(4, commands([spot], False))))
        for is_area, parts in chains(geometry):
            try:
                lines = [[place(one) for one in part] for part in parts]
                positions = [one for part in parts for one in part]
            except (TypeError, IndexError):
                raise Unusable("a position is not [longitude, latitude]") from None
            if is_area:
                # The first place comes again at the end of a ring.
                lines = [points[:-1] if points[0] == points[-1] else points for points in lines if points]
            lines = [points for points in lines if len(points) > (2 if is_area else 1)]
            if not lines:
                continue
            for longitude, latitude, *_ in positions:
                bounds = [min(bounds[0], longitude), min(bounds[1], latitude),
                          max(bounds[2], longitude), max(bounds[3], latitude)]
            for zoom in ZOOMS:
                for tile, found in pieces(lines, is_area, zoom):
                    layers[tile] = layers.get(tile, b"") + field(2, (
                        index(tile) + varint(3 << 3) + varint(3 if is_area else 2)
                        + field(4, commands(found, is_area))))
    if not layers:
        raise Unusable("it has no lines or areas")
    names = b"".join(field(3, name.encode()) for name in KEYS)
    made = {}
    for tile, content in layers.items():
        values = b"".join(field(4, field(1, value.encode())) for value in keys.get(tile, {}))
        layer = varint(15 << 3) + varint(2) + field(1, b"lines") + content + names + values
        made[tile] = gzip.compress(field(3, layer + varint(5 << 3) + varint(EXTENT)), mtime=0)
    return made, bounds, str(document.get("attribution") or "")
