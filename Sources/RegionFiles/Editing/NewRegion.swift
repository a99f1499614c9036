package import Base
package import Geofence

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
    /// A line between two ends that is crossed.
    case gate(Spot, Spot)
  }

  /// A place.
  package enum Spot: Sendable {
    /// The degrees as the user wrote them.
    case typed(latitude: String, longitude: String)
    /// A place where the carrier stood.
    case stood(Coordinate)
  }

  /// A circle that is cut out of the region: latitude, longitude and radius as the user wrote them.
  package struct Hole: Sendable {
    fileprivate let numbers: [String]

    /// Reads a hole; `nil` for a text that is not three numbers.
    package init?(_ text: String) {
      numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard numbers.count == 3, numbers.allSatisfy({ JSONSource.number($0) != nil }) else {
        return nil
      }
    }
  }

  /// The circles that are cut out of it, each a disabled region.
  package var holes: [Hole] = []

  private let id: String
  private var properties: [JSONSource.Member] = []

  /// Creates a region without properties.
  package init(id: String) {
    self.id = id
  }

  /// Adds a property with the value of a text, or nothing for `nil`.
  package mutating func add(_ property: RegionProperty, _ text: String?) {
    guard let text else { return }
    properties.append(.init(name: property.rawValue, value: property.value(text)))
  }

  /// The errors in its properties, whatever its shape is.
  package var mistakes: [Problem] {
    var reader = FeatureReader(file: "", index: 0, rules: RegionRules(RegionSettings()))
    let feature = JSONSource.feature(
      id: id, [.init(name: "radius", value: .number(1))] + properties, geometry: "Point",
      .array([.number(0), .number(0)]))
    _ = reader.region(FeatureText(json: feature.json ?? .null, positions: nil))
    return reader.problems.filter { $0.severity == .error }
  }

  /// Adds the region to a file, and its holes after it.
  ///
  /// - Parameter isReplacing: Whether the new region replaces a region with the same identifier.
  package func add(
    as form: Form, to document: inout RegionsDocument, isReplacing: Bool = false
  ) throws(Problems) {
    var region = self
    var cut: [JSONSource] = []
    for (index, hole) in holes.enumerated() {
      let id = Self.hole(of: id, at: index)
      var circle = NewRegion(id: id)
      circle.add(.enabled, "false")
      cut.append(
        try circle.circle(hole.numbers, of: "--exclude", file: document.file))
      region.exclude(id)
    }
    for feature in [try region.feature(form, file: document.file)] + cut {
      if isReplacing { document.put(feature) } else { try document.add(feature) }
    }
  }

  /// The identifier of a hole of a region, which is a region, too.
  static func hole(of id: String, at index: Int) -> String {
    "\(id)-hole" + (index == 0 ? "" : "-\(index + 1)")
  }

  /// Adds a region to those that are cut out of it.
  private mutating func exclude(_ id: String) {
    let name = RegionProperty.exclude.rawValue
    let others = properties.first { $0.name == name }?.value.elements ?? []
    properties.removeAll { $0.name == name }
    properties.append(.init(name: name, value: .array(others + [.string(id)])))
  }

  private func circle(_ radius: JSONSource, _ position: JSONSource) -> JSONSource {
    .feature(
      id: id, [.init(name: "radius", value: radius)] + properties, geometry: "Point", position)
  }

  /// The circle of three numbers: latitude, longitude and radius.
  private func circle(
    _ numbers: [String], of option: String, file: String
  ) throws(Problems) -> JSONSource {
    guard let radius = JSONSource.number(numbers[2]) else {
      throw Self.unread(option, "latitude, longitude and radius, such as 51.501,-0.142,60", file)
    }
    return circle(
      radius,
      try Self.position(numbers[0], numbers[1], of: option, file) { "\($0),\($1),\(radius.line)" })
  }

  /// The position that an option gives.
  ///
  /// - Parameter form: The value of the option with a latitude and a longitude in their places.
  private static func position(
    _ latitude: String, _ longitude: String, of option: String, _ file: String,
    _ form: (String, String) -> String
  ) throws(Problems) -> JSONSource {
    guard let north = JSONSource.number(latitude), let east = JSONSource.number(longitude) else {
      throw unread(option, "latitude and longitude, such as 51.501,-0.142", file)
    }
    let typed = TypedPosition(latitude: north, longitude: east)
    if let mistake = typed.mistake({ "\(option) \(form($0, $1))" }) {
      throw Problems([
        Problem(file: file, wrong: "\(option): \(mistake.wrong)", remedy: mistake.remedy)
      ])
    }
    return .array([east, north])
  }

  private static func unread(_ option: String, _ what: String, _ file: String) -> Problems {
    Problems([
      Problem(file: file, wrong: "\(option) is not made of numbers", remedy: "give \(what)")
    ])
  }

  private func feature(_ form: Form, file: String) throws(Problems) -> JSONSource {
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
      return try circle([latitude, longitude, radius], of: "--circle", file: file)
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
    case .gate(let first, let second):
      let ends = [try Self.end(first, file), try Self.end(second, file)]
      return .feature(
        id: id, [.init(name: "gate", value: .boolean(true))] + properties, geometry: "LineString",
        .array(ends))
    }
  }

  private static func end(_ spot: Spot, _ file: String) throws(Problems) -> JSONSource {
    switch spot {
    case .typed(let latitude, let longitude):
      try position(latitude, longitude, of: "--gate", file) { "\($0),\($1)" }
    case .stood(let place): .position(place)
    }
  }
}
