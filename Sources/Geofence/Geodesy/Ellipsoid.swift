#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The WGS84 ellipsoid: NIMA TR8350.2, third edition.
enum Ellipsoid {
  /// The equatorial radius in metres.
  static let a = 6_378_137.0

  /// The flattening.
  static let f = 1 / 298.257223563

  /// The polar radius in metres.
  static let b = a * (1 - f)

  /// The first eccentricity, squared.
  static let e2 = f * (2 - f)

  /// The position on the surface in the earth-centred, earth-fixed frame.
  ///
  /// A pole is one point at every longitude, and so is a place on the antimeridian at 180 and -180
  /// degrees.
  static func vector(_ coordinate: Coordinate) -> Vector {
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    let sine = sin(latitude)
    let cosine = abs(coordinate.latitude) == 90 ? 0 : cos(latitude)
    let n = a / (1 - e2 * sine * sine).squareRoot()
    let east = abs(coordinate.longitude) == 180 ? 0 : sin(longitude)
    return Vector(
      x: n * cosine * cos(longitude), y: n * cosine * east, z: n * (1 - e2) * sine)
  }

  /// The latitude and longitude of a point on the surface.
  static func coordinate(_ point: Vector) -> Coordinate {
    let equatorial = (point.x * point.x + point.y * point.y).squareRoot()
    return Coordinate(
      latitude: atan2(point.z, (1 - e2) * equatorial) * 180 / .pi,
      longitude: atan2(point.y, point.x) * 180 / .pi)
  }

  /// The point of the surface on the line from the earth's centre through another point.
  ///
  /// For a point less than a kilometre off the surface the foot of the
  /// perpendicular is less than 4 m away per kilometre of height.
  static func surface(_ point: Vector) -> Vector {
    let equatorial = (point.x * point.x + point.y * point.y) / (a * a)
    return point * (1 / (equatorial + point.z * point.z / (b * b)).squareRoot())
  }

  /// The distance along the surface between two of its points, in metres.
  ///
  /// The chord is exact and is bent to the arc of a sphere of the mean radius. The earth's radii of
  /// curvature are within 0.7 % of that radius, which makes the distance right to 1.5 mm at 50 km,
  /// 12 mm at 100 km and 0.75 m at 400 km.
  static func distance(_ first: Vector, _ second: Vector) -> Double {
    distance(chord: (second - first).length)
  }

  /// The distance along the surface between points, given the chord through the earth in metres.
  static func distance(chord: Double) -> Double {
    let radius = 6_371_008.8
    return 2 * radius * asin(min(1, chord / (2 * radius)))
  }
}
