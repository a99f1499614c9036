internal import Notation

/// Lines and areas of a tile as the paths of a drawing, in whole units.
package struct TileDrawing: Sendable {
  /// The paths as JSON: `{"paths":[["water fill","M0 0l4 9z"],...]}`, the lowest first.
  package let json: String

  /// The side of a tile in units.
  package static let side = 4096

  /// The most bytes of a drawing.
  package static let most = 1 << 19

  // In units: a tile is drawn with 256 to 512 pixels or more.
  private static let tolerances = [4.0, 8, 16, 32, 64]

  /// Draws lines on a tile: coarser where there are many, and `nil` when there are too many.
  package init?(_ lines: [GroundLine], on tile: TileID) {
    let clip = TileClip(side: Double(Self.side))
    for tolerance in Self.tolerances {
      var paths: [Key: Path] = [:]
      for line in lines {
        let points = line.points.map { Self.point($0, tile) }
        let parts = line.isArea ? [clip.area(points)] : clip.parts(of: points)
        for part in parts {
          paths[Key(kind: line.kind, isArea: line.isArea), default: Path()].add(
            part, isArea: line.isArea, tolerance)
        }
      }
      guard paths.values.reduce(0, { $0 + $1.data.utf8.count }) <= Self.most else { continue }
      json = Self.json(paths)
      return
    }
    return nil
  }

  private struct Key: Hashable {
    let kind: GroundLine.Kind
    let isArea: Bool
  }

  private static func point(_ place: MapPlace, _ tile: TileID) -> TileClip.Point {
    let scale = Double(side) / tile.width
    return TileClip.Point(
      x: (place.x - tile.corner.x) * scale, y: (place.y - tile.corner.y) * scale)
  }

  private static func json(_ paths: [Key: Path]) -> String {
    var lines: [String] = []
    for isArea in [true, false] {
      for kind in GroundLine.Kind.allCases.reversed() {
        guard let path = paths[Key(kind: kind, isArea: isArea)], !path.data.isEmpty else {
          continue
        }
        lines.append("[\"\(kind.rawValue)\(isArea ? " fill" : "")\",\"\(path.data)\"]")
      }
    }
    return "{\"paths\":[\(lines.joined(separator: ","))]}"
  }

  /// The data of a path.
  private struct Path {
    var data = ""

    mutating func add(_ points: [TileClip.Point], isArea: Bool, _ tolerance: Double) {
      var kept: [(x: Int, y: Int)] = []
      for (index, point) in points.enumerated() {
        let (x, y) = (Int(point.x.rounded()), Int(point.y.rounded()))
        if let last = kept.last {
          let isNear = max(abs(x - last.x), abs(y - last.y)) < Int(tolerance)
          // The end of a line stays in place: the next tile continues the line there.
          if isNear, isArea || index < points.count - 1 { continue }
        }
        kept.append((x, y))
      }
      guard kept.count > (isArea ? 2 : 1), var pen = kept.first else { return }
      data += "M\(pen.x) \(pen.y)"
      for place in kept.dropFirst() {
        let (x, y) = (place.x - pen.x, place.y - pen.y)
        data += y < 0 ? "l\(x)\(y)" : "l\(x) \(y)"
        pen = place
      }
      if isArea { data += "z" }
    }
  }
}
