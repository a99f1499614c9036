internal import Geofence
package import Notation
internal import System

/// The lines of a map of the ground, such as roads and hedges, out of GeoJSON.
package struct GroundFile: Sendable {
  /// What a line is, by the tags of OpenStreetMap.
  enum Kind: String, CaseIterable, Hashable, Sendable {
    case road, path, hedge, water, house, other
  }

  /// A line of the ground.
  struct Line: Sendable {
    let kind: Kind
    let points: [Coordinate]
  }

  /// The lines, in the order of the file.
  let lines: [Line]

  /// The path of the file, for a message.
  let path: String

  /// The largest file that is read, in bytes.
  private static let limit = 256 << 20

  /// Reads a file.
  ///
  /// - Throws: `Problem` when it is not GeoJSON with lines or areas.
  package init(path: String) throws(Problem) {
    let bytes = try TextFile.bytes(
      path: path, limit: Self.limit, remedy: "give GeoJSON with roads or hedges",
      shorter: "cut the surroundings of the walk out of it")
    for (start, name) in [("PMTiles", "PMTiles"), ("SQLite format 3", "MBTiles")]
    where bytes.starts(with: start.utf8) {
      throw Problem(
        file: path, wrong: "this is \(name), of which no tiles are drawn",
        remedy: "give lines as GeoJSON: ogr2ogr -f GeoJSON roads.geojson INPUT lines")
    }
    try self.init(TextFile.text(bytes, path: path), path: path)
  }

  /// Reads a text.
  init(_ text: String, path: String) throws(Problem) {
    var lines: [Line] = []
    var wrong: Int?
    var count = 0
    let root: JSON
    do throws(JSON.Mistake) {
      var parser = JSONParser(text)
      root = try parser.document(streaming: "features") { feature in
        if !Self.read(feature, &lines), wrong == nil { wrong = count }
        count += 1
      }
    } catch {
      throw Problem(
        file: path, place: .text(line: error.line, column: error.column),
        wrong: "this is not JSON: \(error.reason)")
    }
    // A single feature, or a geometry alone.
    if count == 0, !Self.read(root, &lines) { wrong = 0 }
    if let wrong {
      throw Problem(
        file: path, place: .feature(wrong, id: nil),
        wrong: "a position is not [longitude, latitude] in degrees",
        remedy: "convert the file to WGS84: ogr2ogr -t_srs EPSG:4326")
    }
    guard !lines.isEmpty else {
      throw Problem(
        file: path, wrong: "there is no line and no area in it",
        remedy: "give GeoJSON with roads or hedges")
    }
    self.lines = lines
    self.path = path
  }

  /// Adds the lines of a feature; returns whether all of its positions are ones.
  private static func read(_ feature: JSON, _ lines: inout [Line]) -> Bool {
    guard let object = feature.object else { return true }
    let geometry = object["geometry"] ?? feature
    let kind = kind(object["properties"]?.object ?? [:])
    return read(geometry: geometry, kind, &lines)
  }

  private static func read(
    geometry: JSON, _ kind: Kind, _ lines: inout [Line], depth: Int = 0
  ) -> Bool {
    guard let object = geometry.object, depth < 8 else { return true }
    let coordinates = object["coordinates"]?.array ?? []
    let chains: [JSON]
    switch object["type"]?.string {
    case "LineString": chains = [.array(coordinates)]
    case "MultiLineString", "Polygon": chains = coordinates
    case "MultiPolygon": chains = coordinates.flatMap { $0.array ?? [] }
    case "GeometryCollection":
      return (object["geometries"]?.array ?? []).allSatisfy {
        read(geometry: $0, kind, &lines, depth: depth + 1)
      }
    // Points have no line.
    default: chains = []
    }
    for chain in chains {
      let positions = chain.array ?? []
      let points = positions.compactMap(coordinate)
      guard points.count == positions.count else { return false }
      if points.count > 1 { lines.append(Line(kind: kind, points: points)) }
    }
    return true
  }

  private static func coordinate(_ position: JSON) -> Coordinate? {
    guard let numbers = position.array, numbers.count >= 2,
      case .number(let longitude) = numbers[0], case .number(let latitude) = numbers[1]
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  private static func kind(_ tags: [String: JSON]) -> Kind {
    if let road = tags["highway"]?.string {
      let paths = ["footway", "path", "track", "steps", "bridleway", "cycleway", "pedestrian"]
      return paths.contains(road) ? .path : .road
    }
    if tags["railway"]?.string != nil { return .road }
    if tags["barrier"]?.string != nil || tags["natural"]?.string == "tree_row" { return .hedge }
    if tags["waterway"]?.string != nil || tags["natural"]?.string == "water" { return .water }
    return tags["building"]?.string == nil ? .other : .house
  }
}
