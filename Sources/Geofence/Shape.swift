/// The outline of a region on the WGS84 ellipsoid.
public enum Shape: Hashable, Sendable {
  /// All points within a radius of a centre.
  case circle(Circle)
  /// One or more outlines, each with holes or without.
  case polygon(Polygon)
  /// All points within half a width of a line.
  case corridor(Corridor)

  /// How far inside the border a position is, in metres; negative outside.
  public func depth(at coordinate: Coordinate) -> Double {
    depth(at: TangentPlane(at: Ellipsoid.vector(coordinate)))
  }

  /// The depth of the point in which a tangent plane touches.
  func depth(at plane: TangentPlane) -> Double {
    switch self {
    case .circle(let circle): circle.depth(at: plane)
    case .polygon(let polygon): polygon.depth(at: plane)
    case .corridor(let corridor): corridor.depth(at: plane)
    }
  }

  /// The greatest depth anywhere in the shape, in metres.
  public var inradius: Double {
    switch self {
    case .circle(let circle): circle.radius
    case .polygon(let polygon): polygon.inradius
    case .corridor(let corridor): corridor.width / 2
    }
  }
}
