package import Geofence
package import Notation

/// A region that the command line describes.
package struct NewRegion: Sendable {
  /// The source of a region's shape.
  package enum Form: Sendable {
    /// A circle: latitude, longitude and radius as the user wrote them.
    case circle(latitude: String, longitude: String, radius: String)
    /// A circle around a position.
    case around(Coordinate, radius: Double)
    /// A closed outline.
    case outline(Outline)
    /// A Polygon or MultiPolygon of GeoJSON.
    case geometry(PolygonText)
    /// The place a number of metres outside of another region's border, negative inside.
    case band(around: String, offset: Double)
    /// A line with a width.
    case corridor(Outline, width: Double)
  }

  private let id: String
  private var properties: [JSONSource.Member] = []

  /// Creates a region without properties.
  package init(id: String) {
    self.id = id
  }

  /// Adds a text property, or nothing for `nil`.
  package mutating func add(_ name: String, _ value: String?) {
    if let value { properties.append(.init(name: name, value: .string(value))) }
  }

  /// Adds a property that is true, or nothing for `false`.
  package mutating func add(_ name: String, _ value: Bool) {
    if value { properties.append(.init(name: name, value: .boolean(true))) }
  }

  /// Adds a number property, or nothing for `nil`.
  package mutating func add(_ name: String, _ value: Double?) {
    if let value { properties.append(.init(name: name, value: .number(value, decimals: 3))) }
  }

  /// Adds the region to a file.
  ///
  /// - Parameter isReplacing: Whether the new region replaces a region with the same identifier.
  package func add(
    as form: Form, to document: inout RegionsDocument, isReplacing: Bool = false
  ) throws(Problems) {
    let feature = try feature(form, file: document.file)
    if isReplacing { document.put(feature) } else { try document.add(feature) }
  }

  private func feature(_ form: Form, file: String) throws(Problems) -> JSONSource {
    func circle(_ radius: JSONSource, _ position: JSONSource) -> JSONSource {
      .feature(
        id: id, [.init(name: "radius", value: radius)] + properties, geometry: "Point", position)
    }
    switch form {
    case .band(let region, let offset):
      return .object([
        "type": .string("Feature"), "id": .string(id),
        "properties": .object(
          [
            .init(name: "border", value: .string(region)),
            .init(name: "offset", value: .number(offset, decimals: 3)),
          ] + properties), "geometry": .leaf("null"),
      ])
    case .circle(let latitude, let longitude, let radius):
      let numbers = [latitude, longitude, radius].map { JSONSource.number($0) }
      guard let north = numbers[0], let east = numbers[1], let radius = numbers[2] else {
        throw Problems([
          Problem(
            file: file, wrong: "the circle does not consist of three numbers",
            remedy: "give latitude, longitude and radius, such as 51.501,-0.142,60")
        ])
      }
      let typed = TypedPosition(latitude: north, longitude: east)
      if let mistake = typed.mistake({ "--circle \($0),\($1),\(radius.line)" }) {
        throw Problems([
          Problem(file: file, wrong: "--circle: \(mistake.wrong)", remedy: mistake.remedy)
        ])
      }
      return circle(radius, .array([east, north]))
    case .around(let center, let radius):
      return circle(.number(radius, decimals: 3), .position(center))
    case .outline(let outline):
      return .feature(
        id: id, properties, geometry: "Polygon",
        .array([.array(outline.corners.map(JSONSource.position))]))
    case .geometry(let polygon):
      return .feature(id: id, properties, geometry: polygon.type, polygon.coordinates)
    case .corridor(let outline, let width):
      return .feature(
        id: id, [.init(name: "width", value: .number(width, decimals: 3))] + properties,
        geometry: "LineString", .array(outline.corners.map(JSONSource.position)))
    }
  }
}
