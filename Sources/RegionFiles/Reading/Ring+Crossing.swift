internal import Base

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
    if isSeenFromItsMiddle { return nil }
    let swept = goesUp ? points.map { Point(x: $0.y, y: $0.x) } : points
    // Sorting the edges themselves, of 72 bytes each, would take three times as long.
    let order = swept.indices.dropLast()
      .map { (lowX: min(swept[$0].x, swept[$0 + 1].x), index: $0) }.sorted { $0.lowX < $1.lowX }
    return swept.withUnsafeBufferPointer { points in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: order.count) { touched in
        Self.crossing(points, order, touched)
      }
    }
  }

  /// - Parameter touched: Room for the edges that the line touches, by their first corners; they keep
  ///   their order.
  private static func crossing(
    _ points: UnsafeBufferPointer<Point>, _ order: [(lowX: Double, index: Int)],
    _ touched: UnsafeMutableBufferPointer<Int>
  ) -> (Int, Int)? {
    var count = 0
    for (lowX, index) in order {
      let (first, second) = (points[index], points[index + 1])
      let (lowY, highY) = (min(first.y, second.y), max(first.y, second.y))
      var kept = 0
      var edge: Edge?
      for place in 0..<count {
        let other = touched[place]
        let (start, end) = (points[other], points[other + 1])
        guard start.x >= lowX || end.x >= lowX else { continue }
        touched[kept] = other
        kept += 1
        // Most of them have nothing but a number in common.
        guard start.y < highY || end.y < highY, start.y > lowY || end.y > lowY else { continue }
        let present = edge ?? Edge(first, second, index)
        edge = present
        if Edge(start, end, other).crosses(present) {
          return (min(index, other), max(index, other))
        }
      }
      touched[kept] = index
      count = kept + 1
    }
    return nil
  }

  /// Whether a line that sweeps along the y axis touches fewer edges than one along the x axis.
  private var goesUp: Bool {
    guard var previous = points.first else { return false }
    var (low, high, length) = (previous, previous, Point(x: 0, y: 0))
    for point in points {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
      length.x += abs(point.x - previous.x)
      length.y += abs(point.y - previous.y)
      previous = point
    }
    func overlap(_ length: Double, _ extent: Double) -> Double {
      extent > 0 ? length / extent : .infinity
    }
    return overlap(length.y, high.y - low.y) < overlap(length.x, high.x - low.x)
  }

  /// Whether all edges are seen from the mean of the corners, going around it once: then none cross.
  ///
  /// Many outlines are like that, and to know it takes a small part of the time of a sweep.
  private var isSeenFromItsMiddle: Bool {
    guard var previous = points.last, previous == points.first else { return false }
    var middle = Point(x: 0, y: 0)
    for point in points {
      middle.x += point.x
      middle.y += point.y
    }
    middle.x /= Double(points.count)
    middle.y /= Double(points.count)
    previous.x -= middle.x
    previous.y -= middle.y
    var (turns, lefts, rights) = (0, 0, 0)
    // The last corner is the first.
    for point in points.dropFirst() {
      let next = Point(x: point.x - middle.x, y: point.y - middle.y)
      let (one, other) = (previous.x * next.y, next.x * previous.y)
      // Each product is off by less than 2⁻⁵² of it.
      guard abs(one - other) > 1e-15 * (abs(one) + abs(other)) else { return false }
      if one > other { lefts += 1 } else { rights += 1 }
      if previous.y < 0, next.y >= 0 { turns += 1 }
      previous = next
    }
    return turns == 1 && min(lefts, rights) == 0
  }
}
