/// A chain of geodesics, measured from wherever one stands.
struct Path: Hashable, Sendable {
  /// The corners in order; a ring repeats its first corner at its end.
  let points: [Vector]

  init(_ coordinates: [Coordinate]) {
    points = coordinates.map(Ellipsoid.vector)
  }

  /// What the chain looks like from the origin of a plane.
  struct Sighting {
    /// The distance to the nearest point of the chain in metres.
    var distance = Double.infinity

    /// How many of its edges a ray to the east crosses.
    var crossings = 0
  }

  /// Measures the chain and adds what is seen to `sighting`.
  ///
  /// The distance is along the plane: right to 0.01 mm at 1 km, 0.15 m at 25 km.
  func look(from plane: TangentPlane, into sighting: inout Sighting) {
    var previous: Offset?
    for point in points {
      let current = plane.gnomonic(point)
      if let previous, let current {
        sighting.distance = min(sighting.distance, Self.distance(from: previous, to: current))
        if Self.crossesEast(previous, current) { sighting.crossings += 1 }
      } else if previous == nil, current == nil {
        sighting.distance = min(sighting.distance, Ellipsoid.distance(plane.origin, point))
      }
      previous = current
    }
  }

  /// The distance of the origin from the segment between two offsets.
  private static func distance(from start: Offset, to end: Offset) -> Double {
    let along = end - start
    let squared = along.east * along.east + along.north * along.north
    guard squared > 0 else { return start.length }
    let share = -(start.east * along.east + start.north * along.north) / squared
    return (start + along * min(1, max(0, share))).length
  }

  /// Whether the segment crosses the ray from the origin to the east.
  ///
  /// A corner on the ray counts for the edge that goes north of it, so that
  /// no corner is counted twice.
  private static func crossesEast(_ start: Offset, _ end: Offset) -> Bool {
    guard (start.north > 0) != (end.north > 0) else { return false }
    let share = start.north / (start.north - end.north)
    return start.east + (end.east - start.east) * share > 0
  }
}
