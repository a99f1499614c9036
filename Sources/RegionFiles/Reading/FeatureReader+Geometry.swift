internal import Base
internal import Geofence

extension FeatureReader {
  /// Reads the shape of a geometry, with the radius or width that its properties give.
  ///
  /// Its coordinates are in the geometry or, if all of them are valid and fit its type, in `positions`.
  /// The initialisers of shapes refuse nothing that these readers accept.
  mutating func shape(
    _ geometry: JSON, _ positions: Positions?, _ properties: JSONFields
  ) -> Shape? {
    let isGate = properties[.gate] == .boolean(true)
    let remedy =
      isGate
      ? "draw the LineString of the gate"
      : "give a Point with a radius, a Polygon or a LineString with a width"
    guard case .object(let members) = geometry else {
      noteGeometry("geometry is \(geometry.noun)", remedy: remedy)
      return nil
    }
    guard case .string(let type)? = members["type"] else {
      noteGeometry(
        members["type"].map { "the type of the geometry is \($0.noun)" }
          ?? "the geometry has no type", remedy: remedy)
      return nil
    }
    let coordinates = Coordinates(json: members["coordinates"] ?? .null, positions: positions)
    if isGate, !type.hasSuffix("LineString") {
      note(
        .gate, "is for lines, and this is a \(type)", remedy: "draw a LineString, or remove gate")
      return nil
    }
    switch type {
    case "Point": return circle(coordinates, properties)
    case "LineString", "MultiLineString": return corridor(type, coordinates, properties)
    case "Polygon", "MultiPolygon": return polygon(type, coordinates)
    default:
      noteType(type)
      return nil
    }
  }

  private mutating func circle(_ coordinates: Coordinates, _ properties: JSONFields) -> Shape? {
    var reader = PositionReader()
    let center = coordinates.point(&reader)
    let most = rules.settings.maxRadius
    let radius = metres(.radius, of: "Point", in: properties, most: most)
    guard noteMistakes(of: reader), let center, let radius else { return nil }
    return Circle(center: center, radius: radius).map(Shape.circle)
  }

  private mutating func corridor(
    _ type: String, _ coordinates: Coordinates, _ properties: JSONFields
  ) -> Shape? {
    var reader = PositionReader()
    let lines =
      type == "LineString"
      ? coordinates.line(&reader).map { [$0] } : coordinates.lines(&reader)
    switch properties[.gate] {
    case nil, .boolean(false)?: break
    case .boolean(true)?:
      guard noteMistakes(of: reader), let lines else { return nil }
      return Corridor(lines: lines, width: Self.gateWidth).map(Shape.corridor)
    default:
      // Whether the line needs a width is not known; `isGate` notes why.
      return nil
    }
    let most = 2 * rules.settings.maxRadius
    let width = metres(.width, of: type, in: properties, most: most)
    guard noteMistakes(of: reader), let lines, let width else { return nil }
    return Corridor(lines: lines, width: width).map(Shape.corridor)
  }

  private mutating func polygon(_ type: String, _ coordinates: Coordinates) -> Shape? {
    var reader = PositionReader()
    let parts =
      type == "Polygon"
      ? coordinates.polygon(&reader).map { [$0] } : coordinates.polygons(&reader)
    guard noteMistakes(of: reader), let parts else { return nil }
    return Polygon(parts: parts).map(Shape.polygon)
  }

  /// Notes the mistakes of coordinates, and returns whether there are none.
  private mutating func noteMistakes(of reader: PositionReader) -> Bool {
    for mistake in reader.mistakes {
      note(mistake.said, mistake.advice, field: "geometry", corners: mistake.corners)
    }
    return reader.mistakes.isEmpty
  }

  private mutating func noteGeometry(_ wrong: String, remedy: String?) {
    note(wrong, remedy: remedy, field: "geometry")
  }

  /// Notes a type of geometry that is not a shape.
  private mutating func noteType(_ type: String) {
    if ["MultiPoint", "GeometryCollection"].contains(type) {
      return noteGeometry(
        "a \(type) is not one shape", remedy: "make a feature of each of its geometries")
    }
    let known = ["Point", "Polygon", "MultiPolygon", "LineString", "MultiLineString"]
    noteGeometry(
      "unknown geometry \(type.quoted)",
      remedy: Spelling.nearest(to: type, in: known).map { "did you mean \($0.quoted)?" }
        ?? "known: \(known.listed())")
  }
}
