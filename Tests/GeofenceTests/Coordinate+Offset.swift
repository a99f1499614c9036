@testable import Geofence

extension Coordinate {
  /// The position this many metres to the east and to the north, as on a plane.
  func offset(east: Double, north: Double) -> Coordinate {
    let plane = TangentPlane(at: Ellipsoid.vector(self))
    return Ellipsoid.coordinate(plane.moved(by: Offset(east: east, north: north)).origin)
  }
}
