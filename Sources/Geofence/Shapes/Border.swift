#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Chains of geodesics, and the distance to them from any place.
///
/// Edges of more than 30 km are cut into pieces on their geodesic. The edges are grouped in runs of
/// a few, and the runs in a tree of balls, so that measuring takes only as long as the edges nearby
/// need.
struct Border: Sendable {
  /// The corners, including those between the pieces of long edges.
  let points: [Vector]

  /// A ball that holds all edges.
  let ball: Ball

  private let runs: [Run]
  private let tree: BallTree

  /// Edges in a row, from one point to the next.
  private struct Run {
    var first: Int32
    var count: Int32
  }

  /// The chains through these corners; a chain of one corner is left out.
  init(_ chains: [[Coordinate]]) {
    var points: [Vector] = []
    var runs: [Run] = []
    points.reserveCapacity(chains.reduce(0) { $0 + $1.count })
    // Neighbours in the tree should be neighbours on earth, as they are in a chain.
    let order = BallTree.order(
      chains.map { Ball(around: $0.prefix(1).map(Ellipsoid.vector)) })
    for chain in order.lazy.map({ chains[Int($0)] }) where chain.count > 1 {
      let start = points.count
      Self.append(chain, to: &points)
      var first = start
      while first < points.count - 1 {
        let count = min(Self.edgesInRun, points.count - 1 - first)
        runs.append(Run(first: Int32(first), count: Int32(count)))
        first += count
      }
    }
    self.points = points
    self.runs = runs
    tree = BallTree(
      runs.map { run in
        let row = points[Int(run.first)...Int(run.first + run.count)]
        let longest = zip(row, row.dropFirst()).map { ($1 - $0).squaredLength }.max() ?? 0
        // An arc of this length bulges this far from its chord.
        return Ball(around: row).enlarged(by: longest / (8 * Self.leastRadius))
      }, isOrdered: true)
    ball = tree.nodes.first?.ball ?? Ball(center: Vector(x: 0, y: 0, z: 0), radius: 0)
  }

  /// The distance to the nearest point of the border in metres, or `limit` if that is less.
  ///
  /// It is right to 2 mm for borders 50 km across and distances up to 1 km, to
  /// 5 mm at 25 km, and to 0.2 % farther away.
  func distance(from plane: TangentPlane, within limit: Double = .infinity) -> Double {
    var nearest = Nearest()
    if limit < Self.farthestSeen {
      nearest.onPlane = Self.stretched(limit) * Self.stretched(limit)
    }
    if let run = tree.near(plane.origin) { measure(run, from: plane, into: &nearest) }
    var bound = nearest.bound
    tree.visit { ball in
      let farthest = ball.radius + bound
      return (ball.center - plane.origin).squaredLength <= farthest * farthest
    } _: { run in
      measure(run, from: plane, into: &nearest)
      bound = nearest.bound
    }
    let onPlane =
      TangentPlane.radius * atan(nearest.onPlane.squareRoot() / TangentPlane.radius)
    return min(limit, onPlane, Ellipsoid.distance(chord: nearest.chord.squareRoot()))
  }

  /// The number of crossings of the border on the way straight east, half around the earth.
  func crossings(eastOf plane: TangentPlane) -> Int {
    var crossings = 0
    tree.visit { ball in
      let center = ball.center - plane.origin
      return abs(center.dot(plane.north)) <= ball.radius && center.dot(plane.east) >= -ball.radius
    } _: { index in
      points.withUnsafeBufferPointer { points in
        let run = runs[index]
        var start = points[Int(run.first)] - plane.origin
        var startNorth = start.dot(plane.north)
        for place in Int(run.first + 1)...Int(run.first + run.count) {
          let end = points[place] - plane.origin
          let endNorth = end.dot(plane.north)
          // A corner on the way counts for the edge that goes north of it, so that each corner
          // counts once.
          if (startNorth > 0) != (endNorth > 0) {
            let share = startNorth / (startNorth - endNorth)
            let (east, endEast) = (start.dot(plane.east), end.dot(plane.east))
            if east + (endEast - east) * share > 0 { crossings += 1 }
          }
          start = end
          startNorth = endNorth
        }
      }
    }
    return crossings
  }

  /// Hands out the ends of every edge.
  func forEachEdge(_ body: (Vector, Vector) -> Void) {
    for run in runs {
      for place in Int(run.first)..<Int(run.first + run.count) {
        body(points[place], points[place + 1])
      }
    }
  }

  /// The squares of the least distances found, in square metres.
  private struct Nearest {
    /// On the plane.
    var onPlane = Double.infinity
    /// By chord, to points that have no place on the plane.
    var chord = Double.infinity

    /// Edges beyond this chord are not nearer, in metres.
    var bound: Double { min(onPlane, chord).squareRoot() }
  }

  private func measure(_ index: Int, from plane: TangentPlane, into nearest: inout Nearest) {
    points.withUnsafeBufferPointer { points in
      let run = runs[index]
      var previous: Offset?
      for place in Int(run.first)...Int(run.first + run.count) {
        let current = plane.gnomonic(points[place])
        if let previous, let current {
          nearest.onPlane = min(nearest.onPlane, Self.square(from: previous, to: current))
        } else if current == nil {
          // More than 60° away a corner is as near as its edges to 0.3 %.
          nearest.chord = min(nearest.chord, (points[place] - plane.origin).squaredLength)
        }
        previous = current
      }
    }
  }

  /// The squared distance of the origin from the segment between two offsets.
  private static func square(from start: Offset, to end: Offset) -> Double {
    let along = end - start
    let squared = along.east * along.east + along.north * along.north
    let share = -(start.east * along.east + start.north * along.north)
    let foot =
      share <= 0 || squared <= 0
      ? start : share >= squared ? end : start + along * (share / squared)
    return foot.east * foot.east + foot.north * foot.north
  }

  /// A distance along the earth as it is on the plane.
  private static func stretched(_ distance: Double) -> Double {
    TangentPlane.radius * tan(distance / TangentPlane.radius)
  }

  private static func append(_ chain: [Coordinate], to points: inout [Vector]) {
    for (index, corner) in chain.enumerated() {
      let point = Ellipsoid.vector(corner)
      if index > 0, let last = points.last,
        (point - last).squaredLength > longestEdge * longestEdge,
        let line = GeodesicLine(from: chain[index - 1], to: corner)
      {
        let pieces = (line.length / longestEdge).rounded(.up)
        for piece in stride(from: 1.0, to: pieces, by: 1) {
          points.append(Ellipsoid.vector(line.position(at: line.length * piece / pieces)))
        }
      }
      points.append(point)
    }
  }

  /// The maximum length of a piece of an edge, in metres.
  private static let longestEdge = 30_000.0

  /// Beyond this distance, in metres, a limit has no effect.
  private static let farthestSeen = 1_000_000.0

  /// The least radius of curvature of the earth, in metres.
  private static let leastRadius = 6_335_000.0

  // With fewer edges the tree would be the larger part of the memory that a border needs beside its points.
  private static let edgesInRun = 16
}
