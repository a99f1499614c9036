import Geofence
import Testing

struct FeatureReaderGeometryTests {
  @Test(
    arguments: [
      ("Point", "5", "coordinates is a number; give [longitude, latitude] in degrees"),
      ("Point", "[5]", "coordinates is not a position; give [longitude, latitude] in degrees"),
      (
        "Point", "[\"0\", 1]",
        "coordinates is not a position; give [longitude, latitude] in degrees"
      ),
      (
        "Point", "[190,5]",
        "longitude 190 is out of range in coordinates; give degrees from -180 to 180"
      ),
      (
        "Point", "[0,1e308]",
        "latitude 1e+308 is out of range in coordinates; give degrees from -90 to 90"
      ),
      (
        "Point", "[1e999,0]",
        "longitude inf is out of range in coordinates; give degrees from -180 to 180"
      ),
      (
        "Point", "[51.5,-142]",
        "longitude and latitude look swapped in coordinates; write [-142, 51.5], longitude first"
      ),
      (
        "MultiPoint", "[[0,0]]",
        "a MultiPoint is not one shape; make a feature of each of its geometries"
      ),
      (
        "GeometryCollection", "[]",
        "a GeometryCollection is not one shape; make a feature of each of its geometries"
      ),
      ("polygon", "[]", "unknown geometry \"polygon\"; did you mean \"Polygon\"?"),
      (
        "Circle", "[]",
        """
        unknown geometry \"Circle\"; \
        known: Point, Polygon, MultiPolygon, LineString and MultiLineString
        """
      ),
      ("LineString", "[]", "the line in coordinates has fewer than 2 positions; give 2 or more"),
      (
        "LineString", "[[0,0]]",
        "the line in coordinates has fewer than 2 positions; give 2 or more"
      ),
      ("LineString", "{}", "coordinates is an object; give an array of positions"),
      (
        "MultiLineString", "[[[0,0],[1,0]],[]]",
        "the line in coordinates[1] has fewer than 2 positions; give 2 or more"
      ),
      ("MultiLineString", "[]", "coordinates is empty; give an array of lines"),
      (
        "LineString", "[[0,0],[0,95],[200,0],[1,1]]",
        """
        longitude and latitude look swapped in coordinates[1] (and 1 more); \
        write [95, 0], longitude first
        """
      ),
      ("Polygon", "[]", "coordinates is empty; give an array of rings"),
      ("Polygon", "null", "coordinates is null; give an array of rings"),
      ("Polygon", "[[0,0],[1,0],[1,1],[0,0]]", "coordinates[0][0] is a number"),
      (
        "MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],5]",
        "coordinates[1] is a number; give an array of rings"
      ),
      ("Polygon", "[[[0,0],[1,0],[0,0]]]", "the ring in coordinates[0] has fewer than 4 positions"),
      ("Polygon", "[[[0,0],[1,0],[1,1],[0,1]]]", "the ring in coordinates[0] is not closed"),
      (
        "Polygon", "[[[0,0],[2,2],[2,0],[0,2],[0,0]]]",
        """
        the ring in coordinates[0] crosses itself: position 0 to 1 and position 2 to 3; \
        draw it without crossing
        """
      ),
      ("Polygon", "[[[0,0],[1,1],[2,2],[0,0]]]", "the ring in coordinates[0] has no area"),
      ("Polygon", "[[[1,1],[1,1],[1,1],[1,1]]]", "the ring in coordinates[0] has no area"),
      (
        "Polygon", "[[[0,0],[1,0],[1,1],[0,0]],[[0.5,0.2],[0.6,0.2],[0.6,1.3],[0.5,0.2]]]",
        """
        the hole in coordinates[1] is not inside its outer ring; \
        draw it inside, or make it a polygon of its own
        """
      ),
      (
        "MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]],[[5,5],[6,5],[6,6],[5,5]]]]",
        "the hole in coordinates[0][1] is not inside its outer ring"
      ),
    ] as [(String, String, String)])
  func wrongGeometryIsAProblem(_ type: String, _ coordinates: String, _ line: String) throws {
    let (regions, problems) = check(
      feature(type, coordinates, "\"radius\": 5, \"width\": 5", id: "1"))
    #expect(regions.isEmpty)
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    #expect(problem.description.hasPrefix("r.geojson: feature 0 (\"1\"): " + line))
  }

  @Test func lineNeedsAWidth() {
    #expect(
      check(feature("LineString", "[[0,0],[1,0]]", id: "1")).problems.map(\.description) == [
        "r.geojson: feature 0 (\"1\"): a LineString needs a width; "
          + "add \"width\" in metres to its properties"
      ])
  }

  @Test func tooManyPositionsAreRefused() {
    let line = "[" + String(repeating: "[0,0],", count: 200_000) + "[0,0]]"
    #expect(
      check(feature("LineString", line, "\"width\": 5")).problems.map(\.wrong) == [
        "there are more than 200000 positions"
      ])
  }
}
