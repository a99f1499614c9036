import Base
import Geofence
import Testing

/// Polygons and positions with the distances from Turf's own tests.
struct TurfTests {
  @Test(arguments: [
    ("issue_2824", 1), ("long-lines-poly", 3), ("multi-polygon", 5), ("simple-polygon", 2),
  ])
  func depthEqualsTurfsDistance(_ name: String, _ least: Int) throws {
    let features = try Self.features("p2poly_\(name)")
    let shape = try #require(features.lazy.compactMap(Self.shape).first)
    var count = 0
    for feature in features {
      guard let properties = feature["properties"]?.object,
        case .number(let distance)? = properties["expected_distance"],
        let unit = properties["units"]?.string, let position = Self.position(feature)
      else { continue }
      count += 1
      let metres = distance * (unit == "kilometers" ? 1000 : unit == "miles" ? 1609.344 : 1)
      let depth = shape.depth(at: position)
      // Turf's earth is a sphere.
      #expect(
        abs(depth + metres) <= max(0.005 * abs(metres), 0.001), "\(properties): \(depth)")
    }
    #expect(count >= least, "\(count)")
  }

  @Test(arguments: [
    "false_PointIsNotWithinPolygon", "false_PointOutsideMultiPolygon",
    "false_point-not-within-multipolygon", "true_PointInsideMultiPolygon",
    "true_PointInsideSecondPolygon", "true_PointIsWithinPolygon",
    "true_point-within-multipolygon",
  ])
  func insideEqualsTurfsAnswer(_ name: String) throws {
    let features = try Self.features("within_\(name)")
    let shape = try #require(features.lazy.compactMap(Self.shape).first)
    let position = try #require(features.lazy.compactMap(Self.position).first)
    #expect((shape.depth(at: position) > 0) == name.hasPrefix("true"))
  }

  @Test(arguments: [
    ("poly-with-hole", -86.69208526611328, 36.20373274711739, false),
    ("poly-with-hole", -86.72229766845702, 36.20258997094334, true),
    ("poly-with-hole", -86.75079345703125, 36.18527313913089, false),
    ("multipoly-with-hole", -86.69208526611328, 36.20373274711739, false),
    ("multipoly-with-hole", -86.72229766845702, 36.20258997094334, true),
    ("multipoly-with-hole", -86.75079345703125, 36.18527313913089, true),
    ("multipoly-with-hole", -86.75302505493164, 36.23015046460186, false),
  ])
  func holeIsOutside(
    _ name: String, _ longitude: Double, _ latitude: Double, _ inside: Bool
  ) throws {
    let shape = try #require(try Self.features("bpip_\(name)").lazy.compactMap(Self.shape).first)
    let position = Coordinate(latitude: latitude, longitude: longitude)
    #expect((shape.depth(at: position) > 0) == inside)
  }

  // MARK: Files

  private static func features(_ name: String, file: String = #filePath) throws -> [JSON] {
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    let text = try TextFile.read(
      path: "\(folder)/Turf/\(name).geojson", limit: 1 << 20, remedy: "")
    let root = try JSON.parse(text)
    return root["features"]?.array ?? [root]
  }

  private static func position(_ feature: JSON) -> Coordinate? {
    guard feature["geometry"]?["type"]?.string == "Point" else { return nil }
    return coordinate(feature["geometry"]?["coordinates"] ?? .null)
  }

  private static func shape(_ feature: JSON) -> Shape? {
    guard let type = feature["geometry"]?["type"]?.string, type.hasSuffix("Polygon"),
      let coordinates = feature["geometry"]?["coordinates"]
    else { return nil }
    let parts = type == "Polygon" ? [coordinates] : coordinates.array ?? []
    return .polygon(
      Polygon(
        parts: parts.map { part in
          (part.array ?? []).map { ring in (ring.array ?? []).compactMap(coordinate) }
        })!)
  }

  private static func coordinate(_ json: JSON) -> Coordinate? {
    guard let numbers = json.array, numbers.count > 1, case .number(let longitude) = numbers[0],
      case .number(let latitude) = numbers[1]
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension JSON {
  fileprivate subscript(name: String) -> JSON? { object?[name] }
}
