"""A flat map around a place, and the shapes of regions on it. Used by score and simulate."""

import functools
import math

# WGS84: the semi-major axis in metres, and the square of the eccentricity.
HALF_AXIS = 6_378_137.0
ECCENTRICITY = 0.00669437999014


def metres_per_degree(latitude):
    """The length of a degree at a latitude: (east, north) in metres."""
    bend = 1 - ECCENTRICITY * math.sin(math.radians(latitude)) ** 2
    north = HALF_AXIS * (1 - ECCENTRICITY) / bend**1.5
    east = HALF_AXIS / bend**0.5 * math.cos(math.radians(latitude))
    return math.radians(east), math.radians(north)


class Plane:
    """East and north in metres from a place; good to 1 mm in a metre within 20 km of it."""

    def __init__(self, latitude, longitude):
        self.latitude, self.longitude = latitude, longitude
        self.east, self.north = metres_per_degree(latitude)

    def point(self, latitude, longitude):
        return (longitude - self.longitude) * self.east, (latitude - self.latitude) * self.north

    def position(self, east, north):
        """Latitude and longitude of a point."""
        return self.latitude + north / self.north, self.longitude + east / self.east


class Circle:
    def __init__(self, east, north, radius):
        self.east, self.north, self.radius = east, north, radius
        self.inradius = radius

    def depth(self, east, north):
        """Metres from the border, positive inside."""
        return self.radius - math.hypot(east - self.east, north - self.north)

    near = depth


class Polygon:
    def __init__(self, ring):
        """A ring of points, which need not be closed."""
        self.ring = ring[:-1] if ring[0] == ring[-1] else ring
        easts, norths = zip(*self.ring)
        self.lowest, self.highest = (min(easts), min(norths)), (max(easts), max(norths))
        self.sides = list(zip(self.ring, self.ring[1:] + self.ring[:1]))
        middle = [(low + high) / 2 for low, high in zip(self.lowest, self.highest)]
        self.around = Circle(*middle, max(math.dist(middle, corner) for corner in self.ring))

    def depth(self, east, north):
        """Metres from the border, positive inside."""
        nearest, is_inside = math.inf, False
        for (e1, n1), (e2, n2) in self.sides:
            de, dn = e2 - e1, n2 - n1
            share = ((east - e1) * de + (north - n1) * dn) / ((de * de + dn * dn) or 1)
            share = min(1, max(0, share))
            nearest = min(nearest, math.hypot(east - e1 - share * de, north - n1 - share * dn))
            if (n1 > north) != (n2 > north) and east < e1 + de * (north - n1) / dn:
                is_inside = not is_inside
        return nearest if is_inside else -nearest

    def near(self, east, north):
        """The depth; far outside only a bound of it, which is cheaper."""
        bound = self.around.depth(east, north)
        return bound if bound < -200 else self.depth(east, north)

    @functools.cached_property
    def inradius(self):
        """The depth of the deepest point, to a fiftieth of the shape and better."""
        (e1, n1), (e2, n2) = self.lowest, self.highest
        steps = [number / 50 for number in range(51)]
        return max(
            self.depth(e1 + (e2 - e1) * across, n1 + (n2 - n1) * up)
            for across in steps for up in steps
        )


class Corridor:
    def __init__(self, points, width):
        """A line of points, and the width of what lies on both sides of it."""
        self.points, self.inradius = points, width / 2

    def depth(self, east, north):
        """Metres from the border, positive inside."""
        nearest = math.inf
        for (e1, n1), (e2, n2) in zip(self.points, self.points[1:]):
            de, dn = e2 - e1, n2 - n1
            share = ((east - e1) * de + (north - n1) * dn) / ((de * de + dn * dn) or 1)
            share = min(1, max(0, share))
            nearest = min(nearest, math.hypot(east - e1 - share * de, north - n1 - share * dn))
        return self.inradius - nearest

    near = depth


def shapes(collection, plane):
    """The shapes of a file of regions by their names; polygons have no holes."""
    found = {}
    for feature in collection["features"]:
        geometry, properties = feature["geometry"], feature["properties"]
        name = feature.get("id") or properties["id"]
        places = geometry["coordinates"]
        if geometry["type"] == "Point":
            centre = plane.point(places[1], places[0])
            found[name] = Circle(*centre, properties["radius"])
        elif geometry["type"] == "Polygon" and len(places) == 1:
            found[name] = Polygon([plane.point(lat, lon) for lon, lat, *_ in places[0]])
        elif geometry["type"] == "LineString":
            points = [plane.point(lat, lon) for lon, lat, *_ in places]
            found[name] = Corridor(points, properties["width"])
        else:
            raise ValueError(f"region {name}: a polygon has holes, or it is another kind of shape")
    return found
