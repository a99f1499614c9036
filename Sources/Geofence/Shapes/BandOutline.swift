/// The outline of a band, for drawings and for programs that know only polygons.
///
/// The square around the band is divided into cells, and those that the border cannot reach are left
/// out: no border is nearer than the depth. The border is followed through the smallest cells, and
/// each of its edges is divided until it is nowhere farther than the tolerance from the border. An
/// island or a gap smaller than a cell may be missing.
struct BandOutline {
  /// The rings, each closed, with the area on the left of each edge.
  private(set) var rings: [[Offset]] = []

  private let plane: TangentPlane
  private let band: Band
  private let cell: Double
  private let tolerance: Double
  private var depths: [Grid: Double] = [:]
  private var next: [Edge: Edge] = [:]

  /// A corner of the smallest cells.
  private struct Grid: Hashable {
    var x: Int32
    var y: Int32
  }

  /// An edge between two neighbours of the grid, eastwards or northwards.
  private struct Edge: Hashable {
    var start: Grid
    var isNorth: Bool
  }

  /// Follows the border of a band.
  init(_ band: Band, _ precision: OutlinePrecision = .fine) {
    self.band = band
    let ball = band.ball
    // A shape around the whole earth has no middle.
    let first = band.base.border.points.first ?? ball.center
    plane = TangentPlane(at: Ellipsoid.surface(ball.center.length > 1 ? ball.center : first))
    // On the plane, which is seen from the earth's centre, distances grow with those from its middle.
    let share = min(0.7, ball.radius / Ellipsoid.b)
    let half = 1.01 * max(ball.radius, 1) / (1 - share * share).squareRoot()
    let levels = Self.levels(half: half, offset: abs(band.offset))
    cell = 2 * half / Double(1 << levels)
    tolerance = max(precision.metres, half * precision.share)
    let size = Int32(1) << Int32(levels)
    divide(Grid(x: -size / 2, y: -size / 2), size)
    join()
  }

  /// The number of times that the square around the band is halved.
  private static func levels(half: Double, offset: Double) -> Int {
    let wanted = max(2 * half / 4096, min(2 * half / 256, max(1, offset / 4)))
    var levels = 1
    while 2 * half / Double(1 << levels) > wanted, levels < 12 { levels += 1 }
    return levels
  }

  // MARK: Cells

  /// Finds the edges of the border in a square of cells.
  private mutating func divide(_ corner: Grid, _ size: Int32) {
    let half = Double(size) * cell / 2
    let middle = Offset(
      east: Double(corner.x) * cell + half, north: Double(corner.y) * cell + half)
    let reach = 1.02 * half * 2.0.squareRoot()
    guard abs(depth(at: middle, within: reach + 1)) <= reach else { return }
    guard size > 1 else { return follow(corner) }
    let step = size / 2
    for (x, y) in [(Int32(0), Int32(0)), (step, 0), (0, step), (step, step)] {
      divide(Grid(x: corner.x + x, y: corner.y + y), step)
    }
  }

  /// Adds the pieces of the border in one cell, each from the edge where it comes in.
  private mutating func follow(_ corner: Grid) {
    let corners = [
      corner, Grid(x: corner.x + 1, y: corner.y), Grid(x: corner.x + 1, y: corner.y + 1),
      Grid(x: corner.x, y: corner.y + 1),
    ]
    let isInside = corners.map { depth(of: $0) > 0 }
    let edges = [
      Edge(start: corners[0], isNorth: false), Edge(start: corners[1], isNorth: true),
      Edge(start: corners[3], isNorth: false), Edge(start: corners[0], isNorth: true),
    ]
    // Around the cell to the left: with the area on its left, the border comes in where the inside
    // begins behind it and goes out where it ends.
    var ins: [Int] = []
    var outs: [Int] = []
    for side in 0..<4 where isInside[side] != isInside[(side + 1) % 4] {
      if isInside[side] { ins.append(side) } else { outs.append(side) }
    }
    guard ins.count == 2 else {
      if let from = ins.first, let to = outs.first { next[edges[from]] = edges[to] }
      return
    }
    let middle = Offset(
      east: (Double(corner.x) + 0.5) * cell, north: (Double(corner.y) + 0.5) * cell)
    let isJoined = depth(at: middle, within: cell) > 0
    for from in ins {
      let to = isJoined ? (from + 1) % 4 : (from + 3) % 4
      next[edges[from]] = edges[to]
    }
  }

  private mutating func depth(of corner: Grid) -> Double {
    if let depth = depths[corner] { return depth }
    let depth = depth(at: place(of: corner), within: 2 * cell)
    depths[corner] = depth
    return depth
  }

  private func place(of corner: Grid) -> Offset {
    Offset(east: Double(corner.x) * cell, north: Double(corner.y) * cell)
  }

  private func depth(at place: Offset, within limit: Double = .infinity) -> Double {
    band.depth(at: plane.moved(by: place), within: limit)
  }

  // MARK: Rings

  /// Joins the pieces to rings, in an order that does not depend on the run.
  private mutating func join() {
    let starts = next.keys.sorted {
      ($0.start.y, $0.start.x, $0.isNorth ? 1 : 0) < ($1.start.y, $1.start.x, $1.isNorth ? 1 : 0)
    }
    for start in starts {
      var ring: [Offset] = []
      var edge = start
      while let following = next.removeValue(forKey: edge) {
        ring.append(crossing(of: edge))
        edge = following
      }
      guard ring.count > 2 else { continue }
      rings.append(refined(ring + ring.prefix(1)))
    }
  }

  /// The place of the border on an edge of a cell.
  private func crossing(of edge: Edge) -> Offset {
    let start = place(of: edge.start)
    let way = edge.isNorth ? Offset(east: 0, north: cell) : Offset(east: cell, north: 0)
    let isInside = depth(at: start, within: 2 * cell) > 0
    return start + way * border(from: start, along: way, isInside, (0, 1), to: 1e-4 / cell)
  }

  /// Where the border is on a way, as a part of its length.
  ///
  /// - Parameters:
  ///   - isInside: Whether the first end is inside; the other one is on the other side.
  ///   - ends: Two places on the way.
  ///   - resolution: The greatest error.
  private func border(
    from start: Offset, along way: Offset, _ isInside: Bool, _ ends: (Double, Double),
    to resolution: Double
  ) -> Double {
    let limit = 2 * way.length * max(abs(ends.0), abs(ends.1))
    var (near, far) = ends
    while abs(far - near) > resolution {
      let middle = (near + far) / 2
      if (depth(at: start + way * middle, within: limit) > 0) == isInside {
        near = middle
      } else {
        far = middle
      }
    }
    return (near + far) / 2
  }

  /// The ring with more corners where the border bends, and fewer where it does not.
  private func refined(_ ring: [Offset]) -> [Offset] {
    var refined = Array(ring.prefix(1))
    for end in ring.dropFirst() {
      var open = [(end, 0)]
      while let (corner, depth) = open.popLast() {
        if let last = refined.last, depth < 8, let middle = bulge(from: last, to: corner) {
          open += [(corner, depth + 1), (middle, depth + 1)]
        } else {
          refined.append(corner)
        }
      }
    }
    return Simplification.divided(refined, tolerance: tolerance).map { refined[$0] }
  }

  /// The place of the border beside the middle of an edge; `nil` if it is within the tolerance.
  private func bulge(from start: Offset, to end: Offset) -> Offset? {
    let along = end - start
    let length = along.length
    guard length > 2 * tolerance else { return nil }
    let left = Offset(east: -along.north / length, north: along.east / length)
    let middle = start + along * 0.5
    let depth = depth(at: middle, within: 4 * length)
    guard abs(depth) > tolerance / 2 else { return nil }
    // The border lies at least this far to the side, at a cusp farther.
    var (near, far) = (0.0, -depth)
    while (self.depth(at: middle + left * far, within: 4 * length) > 0) == (depth > 0) {
      guard abs(far) < 2 * length else { return nil }
      (near, far) = (far, 1.5 * far)
    }
    let shift = border(from: middle, along: left, depth > 0, (near, far), to: tolerance / 8)
    return abs(shift) > tolerance ? middle + left * shift : nil
  }

  /// A ring as positions.
  func positions(of ring: [Offset]) -> [Coordinate] {
    let corners = ring.dropLast().map { Ellipsoid.coordinate(plane.moved(by: $0).origin) }
    return corners + corners.prefix(1)
  }
}

/// The greatest distance between the outline of a band and its border.
package enum OutlinePrecision: Sendable {
  /// 2 mm, or 2 mm for each kilometre of the band's size: for other programs, in three times as
  /// many corners as `fine`.
  case file
  /// 2 cm, or 2 mm for each kilometre of the band's size: for areas, lengths and reports.
  case fine
  /// 0.1 m, or 5 cm for each kilometre of the band's size: for drawings on a small screen.
  case screen

  /// The distance in metres for small bands.
  var metres: Double {
    switch self {
    case .file: 0.002
    case .fine: 0.02
    case .screen: 0.1
    }
  }

  /// The part of half the size of a band, which counts for large ones.
  var share: Double {
    switch self {
    case .file, .fine: 2e-6
    case .screen: 1e-4
    }
  }
}

extension Band {
  /// The lines of the border, each closed.
  package var chains: [[Coordinate]] {
    let outline = BandOutline(self)
    return outline.rings.map(outline.positions)
  }

  /// The polygon of the border, for areas, lengths and reports.
  package var outline: Polygon? { outline(.fine) }

  /// The polygon of the border.
  ///
  /// It is computed each time, which takes milliseconds to seconds.
  package func outline(_ precision: OutlinePrecision) -> Polygon? {
    let outline = BandOutline(self, precision)
    let rings = outline.rings.map { (ring: $0, area: Self.area(of: $0)) }
    var parts = rings.filter { $0.area > 0 }.sorted { $0.area < $1.area }.map {
      (outer: $0.ring, rings: [outline.positions(of: $0.ring)])
    }
    for hole in rings where hole.area < 0 {
      // The smallest ring around a hole is the one that it is in.
      guard let corner = hole.ring.first,
        let part = parts.firstIndex(where: { Self.contains($0.outer, corner) })
      else { continue }
      parts[part].rings.append(outline.positions(of: hole.ring))
    }
    return Polygon(parts: parts.map(\.rings))
  }

  /// The area within a ring, negative when the ring turns to the right.
  private static func area(of ring: [Offset]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
      sum + (edge.0.east * edge.1.north - edge.1.east * edge.0.north) / 2
    }
  }

  private static func contains(_ ring: [Offset], _ point: Offset) -> Bool {
    var isInside = false
    for (start, end) in zip(ring, ring.dropFirst())
    where (start.north > point.north) != (end.north > point.north) {
      let share = (point.north - start.north) / (end.north - start.north)
      if start.east + (end.east - start.east) * share > point.east { isInside.toggle() }
    }
    return isInside
  }
}
