/// A range of latitudes and longitudes that holds a shape.
public struct BoundingBox: Hashable, Sendable {
  /// The southern limit in degrees.
  public let south: Double

  /// The western limit in degrees, greater than the eastern one across the antimeridian.
  public let west: Double

  /// The northern limit in degrees.
  public let north: Double

  /// The eastern limit in degrees.
  public let east: Double

  /// Creates a box; a box around a pole has all longitudes, from -180 to 180 degrees.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Whether a position lies within the limits.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
    // At a pole, and on the antimeridian, a place has more than one longitude.
    if abs(coordinate.latitude) == 90 { return true }
    let candidates = abs(coordinate.longitude) == 180 ? [-180, 180] : [coordinate.longitude]
    return candidates.contains { longitude in
      west <= east
        ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
    }
  }
}

extension Shape {
  /// The box around the shape: it holds every point of positive depth.
  ///
  /// It is larger than necessary by the bulge of the longest edge at most, or by 1 % of a radius or
  /// of a width.
  public var boundingBox: BoundingBox {
    var extent = Extent()
    switch self {
    case .circle(let circle):
      extent.add(circle.middle, circle.middle)
      extent.reach = circle.radius
    case .corridor(let corridor):
      corridor.border.forEachEdge { extent.add($0, $1) }
      extent.reach = corridor.width / 2
    case .polygon(let polygon):
      polygon.border.forEachEdge { extent.add($0, $1) }
      for latitude in [-90.0, 90]
      where depth(at: Coordinate(latitude: latitude, longitude: 0)) > 0 {
        extent.add(latitude: latitude)
      }
    case .band(let band):
      band.base.border.forEachEdge { extent.add($0, $1) }
      extent.reach = max(0, band.offset)
      for latitude in [-90.0, 90]
      where depth(at: Coordinate(latitude: latitude, longitude: 0)) > 0 {
        extent.add(latitude: latitude)
      }
    case .difference(let difference): return difference.base.boundingBox
    }
    return extent.box
  }
}
