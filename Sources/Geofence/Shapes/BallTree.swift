/// Balls in a hierarchy of greater balls, to find those near a point without visiting all of them.
///
/// If the balls have no better order, they are put in that of a curve that fills space; then they
/// are halved again and again. A node is followed by all nodes below it, so a walk needs no stack:
/// subtrees without interest are skipped.
struct BallTree: Hashable, Sendable {
  struct Node: Hashable, Sendable {
    var ball: Ball
    /// The index at which the walk goes on when nothing below this node is of interest.
    var next: Int32
    /// The index of the ball that was given, or -1 if there are two nodes below.
    var item: Int32
  }

  private(set) var nodes: [Node] = []

  /// Puts balls into a tree; numerical errors are allowed for by a millimetre.
  ///
  /// - Parameter isOrdered: Whether neighbours in the array are neighbours on earth.
  init(_ balls: [Ball], isOrdered: Bool = false) {
    guard !balls.isEmpty else { return }
    nodes.reserveCapacity(2 * balls.count - 1)
    let order = isOrdered ? (0..<Int32(balls.count)).map { $0 } : Self.order(balls)
    add(order[...], of: balls)
  }

  private mutating func add(_ items: ArraySlice<Int32>, of balls: [Ball]) {
    let place = nodes.count
    let end = Int32(place + 2 * items.count - 1)
    guard items.count > 1, let first = items.first else {
      if let item = items.first {
        let ball = balls[Int(item)].enlarged(by: 0.001)
        nodes.append(Node(ball: ball, next: end, item: item))
      }
      return
    }
    let middle = items.startIndex + items.count / 2
    nodes.append(Node(ball: balls[Int(first)], next: end, item: -1))
    add(items[..<middle], of: balls)
    let second = nodes.count
    add(items[middle...], of: balls)
    nodes[place].ball = Ball(around: nodes[place + 1].ball, nodes[second].ball)
      .enlarged(by: 0.000_001)
  }

  /// The balls in the order of Morton's curve through their centres.
  static func order(_ balls: [Ball]) -> [Int32] {
    guard balls.count > 2 else { return (0..<Int32(balls.count)).map { $0 } }
    let whole = Ball(around: balls.lazy.map(\.center))
    let scale = 1_048_575 / max(whole.radius, 0.001)
    let keys = balls.enumerated().map { index, ball in
      let place = (ball.center - whole.center) * scale
      return (
        key: spread(place.x) | spread(place.y) << 1 | spread(place.z) << 2, item: Int32(index)
      )
    }
    return keys.sorted { ($0.key, $0.item) < ($1.key, $1.item) }.map(\.item)
  }

  /// The 21 bits of a number from -2²⁰ to 2²⁰, each followed by two zeros.
  private static func spread(_ number: Double) -> UInt64 {
    var bits = UInt64(min(2_097_151, max(0, number + 1_048_576)))
    bits = (bits | bits << 32) & 0x1f_0000_0000_ffff
    bits = (bits | bits << 16) & 0x1f_0000_ff00_00ff
    bits = (bits | bits << 8) & 0x100f_00f0_0f00_f00f
    bits = (bits | bits << 4) & 0x10c3_0c30_c30c_30c3
    bits = (bits | bits << 2) & 0x1249_2492_4924_9249
    return bits
  }

  /// Visits every ball that is of interest and lies in greater balls that are, too.
  @inline(__always)
  func visit(where isOfInterest: (Ball) -> Bool, _ body: (Int) -> Void) {
    nodes.withUnsafeBufferPointer { nodes in
      var index = 0
      while index < nodes.count {
        if !isOfInterest(nodes[index].ball) {
          index = Int(nodes[index].next)
          continue
        }
        if nodes[index].item >= 0 { body(Int(nodes[index].item)) }
        index += 1
      }
    }
  }

  /// The ball that is reached by always taking the nearer half: seldom far from the nearest.
  func near(_ point: Vector) -> Int? {
    nodes.withUnsafeBufferPointer { nodes in
      guard !nodes.isEmpty else { return nil }
      var index = 0
      while nodes[index].item < 0 {
        let second = Int(nodes[index + 1].next)
        let first = nodes[index + 1].ball
        let other = nodes[second].ball
        let isNearer =
          (other.center - point).length - other.radius
          < (first.center - point).length - first.radius
        index = isNearer ? second : index + 1
      }
      return Int(nodes[index].item)
    }
  }
}

/// Finds the regions that are not far from a position.
struct RegionIndex: Sendable {
  private let tree: BallTree?
  private let count: Int

  /// An index over regions in their order; without a tree it finds all of them.
  init(_ regions: [WatchedRegion], isFlat: Bool = false) {
    count = regions.count
    tree = isFlat ? nil : BallTree(regions.map(\.ball))
  }

  /// Hands out the regions that may be near a point of a sight.
  @inline(__always)
  func visit(from sight: Sight, _ body: (Int) -> Void) {
    guard let tree else { return (0..<count).forEach(body) }
    tree.visit { ball in
      ball.contains(sight.plane.origin) || ball.contains(sight.raw.origin)
    } _: { index in
      body(index)
    }
  }

  /// Hands out the regions whose balls come within some metres of a point.
  func visit(around point: Vector, within reach: Double, _ body: (Int) -> Void) {
    guard let tree else { return (0..<count).forEach(body) }
    tree.visit { ball in
      ball.enlarged(by: reach).contains(point)
    } _: { index in
      body(index)
    }
  }
}
