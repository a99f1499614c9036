/// All points within a chord of a centre, straight through the earth.
///
/// A chord is never longer than the way along the surface, so a shape that is farther
/// by chord is farther.
struct Ball: Hashable, Sendable {
  var center: Vector
  /// The chord from the centre to the farthest point, in metres.
  var radius: Double

  /// The ball around some points whose centre is that of the box around them.
  init(around points: some Collection<Vector>) {
    var least = Vector(x: .infinity, y: .infinity, z: .infinity)
    var most = least * -1
    for point in points {
      least = Vector(x: min(least.x, point.x), y: min(least.y, point.y), z: min(least.z, point.z))
      most = Vector(x: max(most.x, point.x), y: max(most.y, point.y), z: max(most.z, point.z))
    }
    center = (least + most) * 0.5
    radius = 0
    for point in points { radius = max(radius, (point - center).squaredLength) }
    radius = radius.squareRoot()
  }

  init(center: Vector, radius: Double) {
    self.center = center
    self.radius = radius
  }

  /// The ball around two others.
  init(around first: Ball, _ second: Ball) {
    let between = second.center - first.center
    let distance = between.length
    if distance + second.radius <= first.radius {
      self = first
    } else if distance + first.radius <= second.radius {
      self = second
    } else {
      radius = (distance + first.radius + second.radius) / 2
      center = first.center + between * ((radius - first.radius) / distance)
    }
  }

  /// The same centre, with a radius that is some metres longer.
  func enlarged(by metres: Double) -> Ball {
    Ball(center: center, radius: radius + metres)
  }

  func contains(_ point: Vector) -> Bool {
    (point - center).squaredLength <= radius * radius
  }
}
