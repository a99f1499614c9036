internal import Geofence
package import Notation
internal import System

/// The lines of a map of the ground, such as roads and hedges, out of GeoJSON.
package struct GroundFile: Sendable {
  /// The lines, in the order of the file.
  package let lines: [GroundLine]

  /// The source of the data, in a line: the member `attribution` of the document.
  package let attribution: String

  /// The path of the file, for a message.
  package let path: String

  /// The most bytes of a file on a desk computer.
  package static let limit = 256 << 20

  /// Reads a file.
  ///
  /// - Throws: `Problem` when it is not GeoJSON with lines or areas.
  package init(path: String, limit: Int = Self.limit) throws(Problem) {
    let bytes = try TextFile.bytes(
      path: path, limit: limit, remedy: "give PMTiles, MBTiles, or GeoJSON with roads or hedges",
      shorter: "cut the surroundings out of it, or make tiles of it")
    try self.init(TextFile.text(bytes, path: path), path: path)
  }

  /// Reads a text.
  package init(_ text: String, path: String) throws(Problem) {
    var lines: [GroundLine] = []
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
        file: path, wrong: "it has no lines or areas",
        remedy: "give GeoJSON with roads or hedges")
    }
    self.lines = lines
    attribution = Attribution.plain(root.object?["attribution"]?.string ?? "")
    self.path = path
  }

  /// Adds the lines of a feature; returns whether all of its positions are valid.
  private static func read(_ feature: JSON, _ lines: inout [GroundLine]) -> Bool {
    guard let object = feature.object else { return true }
    let geometry = object["geometry"] ?? feature
    let tags = object["properties"]?.object ?? [:]
    let kind = kind(tags)
    let name = kind.isNamed ? tags["name"]?.string.map(Attribution.plain) : nil
    return read(geometry: geometry, GroundLine(kind: kind, points: [], name: name), &lines)
  }

  /// Adds the lines of a geometry, each with the kind and the name of a model.
  private static func read(
    geometry: JSON, _ model: GroundLine, _ lines: inout [GroundLine], depth: Int = 0
  ) -> Bool {
    guard let object = geometry.object, depth < 8 else { return true }
    let coordinates = object["coordinates"]?.array ?? []
    switch object["type"]?.string {
    case "LineString": return read(line: .array(coordinates), model, &lines)
    case "MultiLineString": return coordinates.allSatisfy { read(line: $0, model, &lines) }
    case "Polygon": return read(polygon: .array(coordinates), model, &lines)
    case "MultiPolygon": return coordinates.allSatisfy { read(polygon: $0, model, &lines) }
    case "Point" where model.kind == .place && model.name != nil:
      guard let place = coordinate(.array(coordinates)) else { return false }
      lines.append(GroundLine(kind: .place, points: [MapPlace(place)], name: model.name))
      return true
    case "GeometryCollection":
      return (object["geometries"]?.array ?? []).allSatisfy {
        read(geometry: $0, model, &lines, depth: depth + 1)
      }
    // Other points have no line.
    default: return true
    }
  }

  private static func read(
    line: JSON, _ model: GroundLine, _ lines: inout [GroundLine]
  ) -> Bool {
    guard let points = points(line) else { return false }
    if points.count > 1, model.kind != .place {
      lines.append(GroundLine(kind: model.kind, points: points, name: model.name))
    }
    return true
  }

  /// Adds the rings of a polygon: its border runs clockwise on the map, its holes the other way,
  /// whichever way they run in the file.
  private static func read(
    polygon: JSON, _ model: GroundLine, _ lines: inout [GroundLine]
  ) -> Bool {
    for (index, ring) in (polygon.array ?? []).enumerated() {
      guard let points = points(ring) else { return false }
      guard points.count > 2, model.kind != .place else { continue }
      let isClockwise = area(points) > 0
      lines.append(
        GroundLine(
          kind: model.kind, isArea: true,
          points: isClockwise == (index == 0) ? points : points.reversed()))
    }
    return true
  }

  /// Twice the area in a ring, positive when it runs clockwise on the map.
  private static func area(_ points: [MapPlace]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }

  private static func points(_ chain: JSON) -> [MapPlace]? {
    let positions = chain.array ?? []
    let points = positions.compactMap(coordinate).map { MapPlace($0) }
    return points.count == positions.count ? points : nil
  }

  private static func coordinate(_ position: JSON) -> Coordinate? {
    guard let numbers = position.array, numbers.count >= 2,
      case .number(let longitude) = numbers[0], case .number(let latitude) = numbers[1]
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  private static func kind(_ tags: [String: JSON]) -> GroundLine.Kind {
    GroundLine.Kind { tags[$0]?.string } ?? .other
  }
}
