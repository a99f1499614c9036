/// Cuts lines and areas to a square with its origin at 0 and sides of this length.
struct TileClip {
  let side: Double

  /// A point in units of the square.
  struct Point {
    var x: Double
    var y: Double
  }

  /// The parts of a line that are inside.
  func parts(of line: [Point]) -> [[Point]] {
    var parts: [[Point]] = []
    var isOpen = false
    for (start, end) in zip(line, line.dropFirst()) {
      guard let (from, to) = inner(start, end) else {
        isOpen = false
        continue
      }
      if !isOpen { parts.append([start.moved(to: end, by: from)]) }
      parts[parts.count - 1].append(start.moved(to: end, by: to))
      isOpen = to == 1
    }
    return parts
  }

  /// The shares of a segment between which it is inside (Liang and Barsky).
  private func inner(_ start: Point, _ end: Point) -> (Double, Double)? {
    var (from, to) = (0.0, 1.0)
    for (begin, step) in [(start.x, end.x - start.x), (start.y, end.y - start.y)] {
      guard step != 0 else {
        if begin < 0 || begin > side { return nil }
        continue
      }
      let (one, other) = (-begin / step, (side - begin) / step)
      from = max(from, min(one, other))
      to = min(to, max(one, other))
    }
    return from <= to ? (from, to) : nil
  }

  /// The part of an area that is inside (Sutherland and Hodgman).
  func area(_ ring: [Point]) -> [Point] {
    var ring = ring
    for depth in depths {
      guard let last = ring.last else { return [] }
      var cut: [Point] = []
      var before = last
      for point in ring {
        let (deep, deepBefore) = (depth(point), depth(before))
        if (deep >= 0) != (deepBefore >= 0) {
          cut.append(before.moved(to: point, by: deepBefore / (deepBefore - deep)))
        }
        if deep >= 0 { cut.append(point) }
        before = point
      }
      ring = cut
    }
    return ring
  }

  /// The depths of a point inside each side.
  private var depths: [(Point) -> Double] {
    [{ $0.x }, { side - $0.x }, { $0.y }, { side - $0.y }]
  }
}

extension TileClip.Point {
  /// The point on the way to another, at this share of the way.
  fileprivate func moved(to other: TileClip.Point, by share: Double) -> TileClip.Point {
    TileClip.Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}

extension GroundLine {
  /// The parts of the line or area that are on a tile.
  package func parts(on tile: TileID) -> [GroundLine] {
    let clip = TileClip(side: 1)
    let points = points.map {
      TileClip.Point(
        x: ($0.x - tile.corner.x) / tile.width, y: ($0.y - tile.corner.y) / tile.width)
    }
    let parts = isArea ? [clip.area(points)] : clip.parts(of: points)
    return parts.compactMap { part in
      guard part.count > (isArea ? 2 : 1) else { return nil }
      return GroundLine(
        kind: kind, isArea: isArea, points: part.map { tile.place($0.x, $0.y) }, name: name)
    }
  }
}
