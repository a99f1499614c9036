/// A flat map around a position, in metres to the east and to the north of it.
///
/// Distances and directions from the middle are right (an azimuthal equidistant
/// projection). It does not work across the date line or at the poles.
package struct LocalMap: Sendable {
  private let plane: TangentPlane

  /// A place on the map.
  package struct Point: Hashable, Sendable {
    /// Metres to the east of the middle.
    package var east: Double
    /// Metres to the north of the middle.
    package var north: Double

    /// Creates a point.
    package init(east: Double, north: Double) {
      self.east = east
      self.north = north
    }
  }

  /// The map around a position.
  package init(around middle: Coordinate) {
    plane = TangentPlane(at: Ellipsoid.vector(middle))
  }

  /// The place of a position on the map.
  package func point(_ coordinate: Coordinate) -> Point {
    let vector = Ellipsoid.vector(coordinate)
    let offset = plane.offset(of: vector)
    let length = offset.length
    guard length > 0 else { return Point(east: 0, north: 0) }
    let scale = Ellipsoid.distance(plane.origin, vector) / length
    return Point(east: offset.east * scale, north: offset.north * scale)
  }

  /// The position of a place on the map: right to a millimetre within a kilometre of the middle.
  package func coordinate(_ point: Point) -> Coordinate {
    Ellipsoid.coordinate(plane.moved(by: Offset(east: point.east, north: point.north)).origin)
  }
}

extension Coordinate {
  /// The middle of some positions; `nil` when there is none, as with an empty list.
  package static func middle(of coordinates: some Sequence<Coordinate>) -> Coordinate? {
    var sum = Vector(x: 0, y: 0, z: 0)
    for coordinate in coordinates { sum = sum + Ellipsoid.vector(coordinate) }
    guard sum.length > 0 else { return nil }
    return Ellipsoid.coordinate(Ellipsoid.surface(sum))
  }
}
