/// The search for the point of a shape that lies deepest inside it.
///
/// The square around the shape is divided, and of the squares left the one
/// that can hold the greatest depth is divided next, until none can hold more
/// than was found: Garcia-Castellanos and Lombardo, "Poles of inaccessibility"
/// (2007), in the form of Agafonkin's polylabel.
enum Inradius {
  private struct Cell {
    let center: Offset
    let half: Double
    let depth: Double
    var bound: Double { depth + half * 2.0.squareRoot() }
  }

  /// The greatest depth within the square around the points, in metres.
  ///
  /// The search ends as soon as a depth of `most` is found.
  static func largest(
    around points: [Vector], upTo most: Double = .infinity, depth: (TangentPlane) -> Double
  ) -> Double {
    guard let first = points.first else { return 0 }
    let sum = points.reduce(Vector(x: 0, y: 0, z: 0), +)
    // The mean of points all around the earth may be its very centre.
    let plane = TangentPlane(at: Ellipsoid.surface(sum.length > 1 ? sum : first))
    let half = points.reduce(0) { max($0, plane.offset(of: $1).length) }
    func cell(_ center: Offset, _ half: Double) -> Cell {
      Cell(center: center, half: half, depth: depth(plane.moved(by: center)))
    }
    var best = 0.0
    var open = [cell(Offset(east: 0, north: 0), half)]
    // The bound on the steps only matters for shapes of thousands of needles.
    for _ in 0..<500 {
      guard let index = open.indices.max(by: { open[$0].bound < open[$1].bound }) else { break }
      let widest = open.remove(at: index)
      best = max(best, widest.depth)
      if best >= most || widest.bound - best <= max(0.1, best / 100) { break }
      let quarter = widest.half / 2
      for (east, north) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        open.append(
          cell(widest.center + Offset(east: east * quarter, north: north * quarter), quarter))
      }
    }
    return best
  }
}
