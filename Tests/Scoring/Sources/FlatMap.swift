import Geofence
import Glibc

/// Degrees as metres to the east and north of a place, with one scale each, as in a truth.
///
/// The depths of a truth were computed on such a map around the first fix. Within 20 km it is
/// wrong by 1 mm in a metre, so a place from the depths is right only on the same map.
struct FlatMap: Sendable {
  private let middle: Coordinate
  private let degree: (east: Double, north: Double)

  // WGS84: the semi-major axis in metres, and the square of the eccentricity.
  private static let halfAxis = 6_378_137.0
  private static let eccentricity = 0.00669437999014

  /// Creates the map around a place.
  init(around middle: Coordinate) {
    self.middle = middle
    let latitude = middle.latitude * .pi / 180
    let bend = 1 - Self.eccentricity * sin(latitude) * sin(latitude)
    let north = Self.halfAxis * (1 - Self.eccentricity) / (bend * bend.squareRoot())
    let east = Self.halfAxis / bend.squareRoot() * cos(latitude)
    degree = (east * .pi / 180, north * .pi / 180)
  }

  /// The point of a place on the map.
  func point(_ place: Coordinate) -> LocalMap.Point {
    LocalMap.Point(
      east: (place.longitude - middle.longitude) * degree.east,
      north: (place.latitude - middle.latitude) * degree.north)
  }

  /// The place of a point on the map.
  func coordinate(_ point: LocalMap.Point) -> Coordinate {
    Coordinate(
      latitude: middle.latitude + point.north / degree.north,
      longitude: middle.longitude + point.east / degree.east)
  }
}
