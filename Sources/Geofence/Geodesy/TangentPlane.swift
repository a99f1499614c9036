#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The plane that touches the ellipsoid in one point, with axes to the east and the north.
struct TangentPlane: Sendable {
  /// The point where the plane touches.
  let origin: Vector
  let east: Vector
  let north: Vector
  let up: Vector

  /// The plane at a point of the surface.
  init(at origin: Vector) {
    self.origin = origin
    up =
      Vector(
        x: origin.x / (Ellipsoid.a * Ellipsoid.a), y: origin.y / (Ellipsoid.a * Ellipsoid.a),
        z: origin.z / (Ellipsoid.b * Ellipsoid.b)
      ).normalized
    // At the very pole every direction is south: any east will do.
    let onAxis = origin.x == 0 && origin.y == 0
    east = onAxis ? Vector(x: 0, y: 1, z: 0) : Vector(x: -origin.y, y: origin.x, z: 0).normalized
    north = up.cross(east)
  }

  /// The offset of a point as seen from above: metres east and north of the origin.
  func offset(of point: Vector) -> Offset {
    let difference = point - origin
    return Offset(east: difference.dot(east), north: difference.dot(north))
  }

  /// The place on the plane at which a point is seen from the centre of curvature, in metres.
  ///
  /// In this gnomonic projection a geodesic is a straight line: exactly on a sphere, and here to 1
  /// mm for lines of 50 km that pass within 1 km.
  ///
  /// - Returns: `nil` for a point more than 60° away, which has no place on the plane.
  func gnomonic(_ point: Vector) -> Offset? {
    let difference = point - origin
    let height = Self.radius + difference.dot(up)
    guard height > Self.radius / 2 else { return nil }
    let scale = Self.radius / height
    return Offset(east: difference.dot(east) * scale, north: difference.dot(north) * scale)
  }

  /// The plane at the surface point that lies this far to the east and north.
  func moved(by offset: Offset) -> TangentPlane {
    TangentPlane(
      at: Ellipsoid.surface(origin + east * offset.east + north * offset.north))
  }

  /// The distance of the eye from the origin in the gnomonic projection: the mean radius.
  static let radius = 6_371_008.8
}

extension TangentPlane: Codable {
  /// Reads a plane from the point where it touches, which determines it.
  init(from decoder: any Decoder) throws {
    self.init(at: try decoder.singleValueContainer().decode(Vector.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(origin)
  }
}

/// Metres to the east and to the north on a tangent plane.
struct Offset: Codable, Hashable, Sendable {
  var east: Double
  var north: Double

  var length: Double { (east * east + north * north).squareRoot() }

  /// The direction in degrees from true north, from 0 up to 360.
  var bearing: Double {
    let degrees = atan2(east, north) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  static func + (left: Offset, right: Offset) -> Offset {
    Offset(east: left.east + right.east, north: left.north + right.north)
  }

  static func - (left: Offset, right: Offset) -> Offset {
    Offset(east: left.east - right.east, north: left.north - right.north)
  }

  static func * (offset: Offset, factor: Double) -> Offset {
    Offset(east: offset.east * factor, north: offset.north * factor)
  }
}

extension Offset {
  /// The offset of a length in a direction, in degrees from true north.
  init(length: Double, bearing: Double) {
    let angle = bearing * .pi / 180
    self.init(east: length * sin(angle), north: length * cos(angle))
  }
}
