/// A position on the WGS84 ellipsoid.
public struct Coordinate: Codable, Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public var latitude: Double

  /// Degrees east of Greenwich, -180 to 180.
  public var longitude: Double

  /// Creates a position from degrees; `isValid` checks them.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite and in range.
  public var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180
  }
}

extension Coordinate {
  /// The distance along the ellipsoid to another position in metres, right to 2 mm at 50 km.
  package func distance(to other: Coordinate) -> Double {
    Ellipsoid.distance(Ellipsoid.vector(self), Ellipsoid.vector(other))
  }
}
