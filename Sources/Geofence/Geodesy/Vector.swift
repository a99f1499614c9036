/// Three numbers in metres along the axes of the earth-centred, earth-fixed frame.
///
/// The x axis leaves the earth at 0° N 0° E, the z axis at the north pole.
/// Positions and directions kept in it have no date line and no poles.
struct Vector: Codable, Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double

  var squaredLength: Double { x * x + y * y + z * z }
  var length: Double { squaredLength.squareRoot() }
  var normalized: Vector { self * (1 / length) }

  func dot(_ other: Vector) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  func cross(_ other: Vector) -> Vector {
    Vector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  static func + (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }

  static func - (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }

  static func * (vector: Vector, factor: Double) -> Vector {
    Vector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
  }
}
