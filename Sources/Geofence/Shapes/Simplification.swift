/// Lines with fewer corners, which follow others within a tolerance.
///
/// D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the
/// number of points required to represent a digitized line" (1973).
package enum Simplification {
  /// A line with the same ends that misses no corner by more than some metres.
  package static func line(_ line: [Coordinate], tolerance: Double) -> [Coordinate] {
    let offsets = offsets(of: line)
    return kept(offsets, in: 0..<line.count, tolerance: tolerance).map { line[$0] }
  }

  /// A closed line that misses no corner by more than some metres.
  ///
  /// It is treated as two lines: to the corner that is farthest from the first, and back.
  package static func ring(_ ring: [Coordinate], tolerance: Double) -> [Coordinate] {
    divided(offsets(of: ring), tolerance: tolerance).map { ring[$0] }
  }

  /// The places of the points that must be drawn of a line on a map, closed or not.
  package static func places(of points: [LocalMap.Point], tolerance: Double) -> [Int] {
    divided(
      points.map { Offset(east: $0.east, north: $0.north) }, tolerance: tolerance)
  }

  /// The indices of the corners that stay of a line on a plane, closed or not.
  static func divided(_ offsets: [Offset], tolerance: Double) -> [Int] {
    guard let first = offsets.first,
      let far = offsets.indices.max(by: {
        (offsets[$0] - first).length < (offsets[$1] - first).length
      })
    else { return [] }
    let there = kept(offsets, in: 0..<far + 1, tolerance: tolerance)
    let back = kept(offsets, in: far..<offsets.count, tolerance: tolerance)
    return there + back.dropFirst()
  }

  /// The indices of the corners that stay, in order.
  private static func kept(
    _ offsets: [Offset], in range: Range<Int>, tolerance: Double
  ) -> [Int] {
    guard range.count > 2 else { return Array(range) }
    var kept: Set = [range.lowerBound, range.upperBound - 1]
    // In place of recursion, which could be as deep as the line is long.
    var open = [(range.lowerBound, range.upperBound - 1)]
    while let (start, end) = open.popLast() {
      guard end - start > 1 else { continue }
      let inner = (start + 1..<end).map { index in
        (index, distance(offsets[index], from: offsets[start], to: offsets[end]))
      }
      guard let far = inner.max(by: { $0.1 < $1.1 }), far.1 > tolerance else { continue }
      kept.insert(far.0)
      open += [(start, far.0), (far.0, end)]
    }
    return kept.sorted()
  }

  private static func distance(_ point: Offset, from start: Offset, to end: Offset) -> Double {
    let along = end - start
    let away = point - start
    let squared = along.length * along.length
    guard squared > 0 else { return away.length }
    let share = (away.east * along.east + away.north * along.north) / squared
    return (away - along * max(0, min(1, share))).length
  }

  /// The corners on a plane, on which geodesics are straight.
  private static func offsets(of line: [Coordinate]) -> [Offset] {
    guard let middle = line.dropFirst(line.count / 2).first else { return [] }
    let plane = TangentPlane(at: Ellipsoid.vector(middle))
    return line.map { corner in
      let point = Ellipsoid.vector(corner)
      return plane.gnomonic(point) ?? plane.offset(of: point)
    }
  }
}
