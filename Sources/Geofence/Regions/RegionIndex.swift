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
