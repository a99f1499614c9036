internal import Notation

extension Ring {
  /// A line from one corner to the next.
  struct Edge {
    let start: Point
    let end: Point
    let index: Int
    let lowX: Double
    let highX: Double
    let lowY: Double
    let highY: Double

    init(_ start: Point, _ end: Point, _ index: Int) {
      self.start = start
      self.end = end
      self.index = index
      lowX = min(start.x, end.x)
      highX = max(start.x, end.x)
      lowY = min(start.y, end.y)
      highY = max(start.y, end.y)
    }

    /// Whether a point is on the edge, to a tenth of a millimetre.
    func touches(_ point: Point) -> Bool {
      guard point.x > lowX - Self.near, point.x < highX + Self.near,
        point.y > lowY - Self.near, point.y < highY + Self.near
      else { return false }
      return abs(side(point)) <= Self.near
    }

    /// Whether the edges cross; touching does not count.
    func crosses(_ other: Edge) -> Bool {
      guard lowX < other.highX, other.lowX < highX, lowY < other.highY, other.lowY < highY else {
        return false
      }
      return separates(other.start, other.end) && other.separates(start, end)
    }

    /// Whether the points are clearly on different sides of the line through the edge.
    private func separates(_ first: Point, _ second: Point) -> Bool {
      let one = side(first)
      let two = side(second)
      return min(one, two) < -Self.near && max(one, two) > Self.near
    }

    /// The distance of a point to the left of the line through the edge, in degrees.
    private func side(_ point: Point) -> Double {
      let along = (x: end.x - start.x, y: end.y - start.y)
      let length = (along.x * along.x + along.y * along.y).squareRoot()
      guard length > 0 else { return 0 }
      return (along.x * (point.y - start.y) - along.y * (point.x - start.x)) / length
    }

    private static let near = 1e-9
  }

  /// Two edges that cross, given by the indices of their first corners.
  ///
  /// A line sweeps over the edges in the direction in which they overlap less.
  /// Each edge is compared with those that the line still touches.
  var crossing: (Int, Int)? {
    let transposed = points.map { Point(x: $0.y, y: $0.x) }
    let swept = Self.overlap(transposed) < Self.overlap(points) ? transposed : points
    // Sorting the edges themselves, of 72 bytes each, would take three times as long.
    let order = swept.indices.dropLast()
      .map { (lowX: min(swept[$0].x, swept[$0 + 1].x), index: $0) }.sorted { $0 < $1 }
    return swept.withUnsafeBufferPointer { points in
      // The edges that the line touches, by their first corners; they keep their order.
      var touched: [Int] = []
      for (lowX, index) in order {
        var kept = 0
        var edge: Edge?
        for place in touched.indices {
          let other = touched[place]
          let (start, end) = (points[other], points[other + 1])
          guard max(start.x, end.x) >= lowX else { continue }
          touched[kept] = other
          kept += 1
          guard Self.overlap(start.y, end.y, points[index].y, points[index + 1].y) else { continue }
          let present = edge ?? Edge(points[index], points[index + 1], index)
          edge = present
          if Edge(start, end, other).crosses(present) {
            return (min(index, other), max(index, other))
          }
        }
        touched.removeSubrange(kept...)
        touched.append(index)
      }
      return nil
    }
  }

  /// Whether two ranges, each between two numbers, have more than a number in common.
  private static func overlap(
    _ first: Double, _ second: Double, _ third: Double, _ fourth: Double
  ) -> Bool {
    min(first, second) < max(third, fourth) && min(third, fourth) < max(first, second)
  }

  /// The average number of edges that a line sweeping along the x axis touches.
  private static func overlap(_ points: [Point]) -> Double {
    let lengths = zip(points, points.dropFirst()).reduce(0) { $0 + abs($1.1.x - $1.0.x) }
    let all = points.map(\.x)
    guard let low = all.min(), let high = all.max(), high > low else { return .infinity }
    return lengths / (high - low)
  }
}
