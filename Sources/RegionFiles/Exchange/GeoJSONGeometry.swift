internal import Base
package import Geofence

/// A shape as in GeoJSON, with the coordinates in the notation of a writer.
package struct GeoJSONGeometry<Notation> {
  /// The type of the geometry, such as `Point`.
  package let type: String

  /// The coordinates.
  package let coordinates: Notation

  /// The property that turns a point or a line into an area, in metres; `nil` for a polygon.
  package let measure: (name: String, metres: Double)?

  /// Writes a shape.
  ///
  /// - Parameters:
  ///   - precision: The precision of the outlines of bands.
  ///   - position: Writes a position.
  ///   - array: Writes an array of positions or arrays.
  package init(
    _ shape: Shape, precision: OutlinePrecision = .fine, position: (Coordinate) -> Notation,
    array: ([Notation]) -> Notation
  ) {
    func line(_ corners: [Coordinate]) -> Notation { array(corners.map(position)) }
    switch shape {
    case .circle(let circle):
      (type, coordinates) = ("Point", position(circle.center))
      measure = ("radius", circle.radius)
    case .polygon(let polygon):
      (type, coordinates) = ("MultiPolygon", array(polygon.parts.map { array($0.map(line)) }))
      measure = nil
    case .corridor(let corridor):
      (type, coordinates) = ("MultiLineString", array(corridor.lines.map(line)))
      measure = ("width", corridor.width)
    case .band(let band):
      let parts = band.outline(precision)?.parts ?? []
      (type, coordinates) = ("MultiPolygon", array(parts.map { array($0.map(line)) }))
      measure = nil
    case .difference(let difference):
      // Files have no such shape: the property `exclude` names the regions that are removed.
      self = GeoJSONGeometry(
        difference.base, precision: precision, position: position, array: array)
    }
  }
}

/// Texts of GeoJSON files with one feature a line.
package enum GeoJSONText {
  /// A collection of features.
  ///
  /// - Parameter timezone: The time zone of the hours of regions.
  package static func collection(_ features: [String], timezone: String? = nil) -> String {
    let zone = timezone.map { "\"timezone\":\(JSONLine.quoted($0))," } ?? ""
    return
      "{\"type\":\"FeatureCollection\",\(zone)\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
  }

  /// A feature without an identifier.
  ///
  /// - Parameters:
  ///   - properties: An object.
  ///   - coordinates: An array.
  package static func feature(
    properties: String, type: String, coordinates: String
  ) -> String {
    """
    {"type":"Feature","properties":\(properties),\
    "geometry":{"type":"\(type)","coordinates":\(coordinates)}}
    """
  }

  /// An array.
  package static func array(_ elements: [String]) -> String {
    "[\(elements.joined(separator: ","))]"
  }
}
