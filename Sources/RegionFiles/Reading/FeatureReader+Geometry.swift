internal import Geofence
internal import Notation

extension FeatureReader {
  /// Reads the shape of a geometry, and the radius or width that it needs among the properties.
  mutating func shape(_ geometry: JSON, _ properties: [String: JSON]) -> Shape? {
    let remedy = "give a Point with a radius, a Polygon or a LineString with a width"
    guard case .object(let members) = geometry else {
      note("geometry is \(geometry.noun)", remedy: remedy)
      return nil
    }
    guard case .string(let type)? = members["type"] else {
      note(
        members["type"].map { "the type of the geometry is \($0.noun)" }
          ?? "the geometry has no type", remedy: remedy)
      return nil
    }
    let coordinates = members["coordinates"] ?? .null
    let most = rules.settings.maxRadius
    var positions = PositionReader()
    let shape: Shape?
    switch type {
    case "Point":
      let center = positions.position(coordinates, at: "coordinates")
      let radius = metres("radius", of: type, in: properties, most: most)
      shape =
        if let center, let radius { .circle(Circle(center: center, radius: radius)) } else { nil }
    case "LineString", "MultiLineString":
      let lines =
        type == "LineString"
        ? positions.line(coordinates, at: "coordinates").map { [$0] }
        : positions.list(coordinates, at: "coordinates", of: "line") { $0.line($1, at: $2) }
      let width = metres("width", of: type, in: properties, most: 2 * most)
      shape =
        if let lines, let width, positions.mistakes.isEmpty {
          .corridor(Corridor(lines: lines, width: width))
        } else { nil }
    case "Polygon", "MultiPolygon":
      let parts =
        type == "Polygon"
        ? positions.polygon(coordinates, at: "coordinates").map { [$0] }
        : positions.list(coordinates, at: "coordinates", of: "polygon") { $0.polygon($1, at: $2) }
      shape =
        if let parts, positions.mistakes.isEmpty { .polygon(Polygon(parts: parts)) } else { nil }
    case "MultiPoint", "GeometryCollection":
      note(
        "a \(type) is not one shape", remedy: "make a feature of each of its geometries")
      return nil
    default:
      let known = ["Point", "Polygon", "MultiPolygon", "LineString", "MultiLineString"]
      note(
        "unknown geometry \(type.quoted)",
        remedy: Spelling.nearest(to: type, in: known).map { "did you mean \($0.quoted)?" }
          ?? "known are \(known.listed())")
      return nil
    }
    for mistake in positions.mistakes { note(mistake.wrong, remedy: mistake.remedy) }
    return positions.mistakes.isEmpty ? shape : nil
  }
}
