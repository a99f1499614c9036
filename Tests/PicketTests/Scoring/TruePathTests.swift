import Geofence
@testable import Scoring
import Testing

/// The true place of a carrier, from a path or from depths in circles.
struct TruePathTests {
  private static let here = Coordinate(latitude: 46, longitude: 15)
  private static let map = FlatMap(around: here)
  private static let way = [(0.0, 0.0), (30.0, 10.0), (70.0, -20.0)]
  private static let start = "2026-06-01T06:00:00.000Z"

  private static func place(_ east: Double, _ north: Double) -> Coordinate {
    map.coordinate(LocalMap.Point(east: east, north: north))
  }

  private static func time(_ seconds: Double) throws -> Timestamp {
    try #require(Timestamp(rfc3339: start)).advanced(by: .seconds(seconds))
  }

  @Test func circlesGiveThePlace() throws {
    let circles = [("a", 100.0, 50.0, 40.0), ("b", -80, 60, 30), ("c", 20, -120, 60)]
    let regions = circles.map { name, east, north, radius in
      Region(id: name, shape: .circle(Circle(center: Self.place(east, north), radius: radius)!))
    }
    let depths = circles.map { name, east, north, radius in
      let depths = Self.way.map { x, y in
        radius - ((x - east) * (x - east) + (y - north) * (y - north)).squareRoot()
      }
      return #""\#(name)":{"initial":"outside","slots":[],"depth":\#(depths)}"#
    }
    let truth = try Self.truth(#""regions":{\#(depths.joined(separator: ","))}"#)
    var path = TruePath(truth, regions: regions, around: Self.here)
    let guess = Self.place(12, -9)
    for (second, east, north) in [(0.0, 0.0, 0.0), (1, 30, 10), (1.5, 50, -5)] {
      let place = try path.place(at: Self.time(second), near: guess)
      let point = try Self.map.point(#require(place))
      #expect(abs(point.east - east) < 0.01 && abs(point.north - north) < 0.01)
    }
    let after = try path.place(at: Self.time(2.5), near: guess)
    #expect(after == nil)
    // Two circles intersect in two places.
    var unknown = TruePath(truth, regions: Array(regions.prefix(2)), around: Self.here)
    let place = try unknown.place(at: Self.time(1), near: guess)
    #expect(place == nil)
  }

  @Test func pathIsInterpolated() throws {
    let path = Self.way.map { east, north in
      let place = Self.place(east, north)
      return "[\(place.latitude),\(place.longitude)]"
    }
    let truth = try Self.truth(#""regions":{},"path":[\#(path.joined(separator: ","))]"#)
    var known = TruePath(truth, regions: [], around: Self.here)
    let place = try known.place(at: Self.time(0.5), near: Self.place(500, 500))
    let point = try Self.map.point(#require(place))
    #expect(abs(point.east - 15) < 0.01 && abs(point.north - 5) < 0.01)
  }

  private static func truth(_ fields: String) throws -> Truth {
    let folder = try TemporaryFolder()
    return try Truth(
      path: folder.write(#"{"start":"\#(start)","depth_step_s":1,\#(fields)}"#, to: "truth.json"))
  }
}
