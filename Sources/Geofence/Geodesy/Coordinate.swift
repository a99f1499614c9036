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
