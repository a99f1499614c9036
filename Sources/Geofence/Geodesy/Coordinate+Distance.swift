extension Coordinate {
  /// The distance along the ellipsoid to another position in metres, right to 2 mm at 50 km.
  package func distance(to other: Coordinate) -> Double {
    Ellipsoid.distance(Ellipsoid.vector(self), Ellipsoid.vector(other))
  }
}
