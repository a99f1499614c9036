extension Shape {
  /// A place in the middle of the shape, which need not be inside.
  package var middle: Coordinate {
    if case .circle(let circle) = self { return circle.center }
    let center = ball.center
    // A shape around the whole earth has no middle.
    guard center.length > 1 else { return Coordinate(latitude: 0, longitude: 0) }
    return Ellipsoid.coordinate(Ellipsoid.surface(center))
  }
}
