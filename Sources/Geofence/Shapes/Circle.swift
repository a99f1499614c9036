/// All points within a radius of a centre.
public struct Circle: Hashable, Sendable {
  /// The middle of the circle.
  public let center: Coordinate

  /// The distance of the border from the centre along the ellipsoid, in metres.
  public let radius: Double

  let middle: Vector

  /// Creates a circle; `nil` unless the centre is valid and the radius positive and finite.
  public init?(center: Coordinate, radius: Double) {
    guard center.isValid, radius > 0, radius.isFinite else { return nil }
    self.center = center
    self.radius = radius
    middle = Ellipsoid.vector(center)
  }

  func depth(at plane: TangentPlane) -> Double {
    radius - Ellipsoid.distance(middle, plane.origin)
  }
}
