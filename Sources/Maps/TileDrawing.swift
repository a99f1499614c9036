internal import Base

/// Lines and areas of a tile as the paths of a drawing, in whole units.
package struct TileDrawing: Sendable {
  /// The paths as JSON, the lowest first, and the names with their places and angles in degrees:
  /// `{"paths":[["water fill","M0 0l4 9z"],...],"names":[["road",9,4,-30,"Mill Lane"],...]}`.
  package let json: String

  /// The JSON of a tile with nothing on it.
  package static let empty = #"{"paths":[]}"#

  /// The side of a tile in units.
  package static let side = 4096

  /// The most bytes of a drawing.
  package static let most = 1 << 19

  // In units: a tile is drawn with 256 to 512 pixels or more.
  private static let tolerances = [4.0, 8, 16, 32, 64]

  /// Draws lines on a tile: coarser where there are many, and `nil` when there are too many.
  package init?(_ lines: [GroundLine], on tile: TileID) {
    let clip = TileClip(side: Double(Self.side))
    let names = TileNames(lines, on: tile, clip)
    for tolerance in Self.tolerances {
      var paths: [Key: Path] = [:]
      for line in lines where line.kind != .place {
        let points = line.points.map { Self.point($0, tile) }
        guard line.isArea else {
          for part in clip.parts(of: points) {
            paths[Key(kind: line.kind, form: .line), default: Path()].add(part, tolerance)
          }
          continue
        }
        paths[Key(kind: line.kind, form: .area), default: Path()].add(
          clip.area(points), isArea: true, tolerance)
        // The edge without the sides of the tile, at which the area is only cut.
        guard line.kind.hasEdge, let first = points.first else { continue }
        for part in clip.parts(of: points + [first]) {
          paths[Key(kind: line.kind, form: .edge), default: Path()].add(part, tolerance)
        }
      }
      guard paths.values.reduce(0, { $0 + $1.data.utf8.count }) <= Self.most else { continue }
      json = Self.json(paths, names)
      return
    }
    return nil
  }

  private struct Key: Hashable {
    let kind: GroundLine.Kind
    let form: PathStyle
  }

  /// What a path shows, the lowest first; the name is its style.
  private enum PathStyle: String, CaseIterable {
    case area = " fill"
    case edge = " edge"
    case line = ""
  }

  static func point(_ place: MapPlace, _ tile: TileID) -> TileClip.Point {
    let scale = Double(side) / tile.width
    return TileClip.Point(
      x: (place.x - tile.corner.x) * scale, y: (place.y - tile.corner.y) * scale)
  }

  private static func json(_ paths: [Key: Path], _ names: TileNames) -> String {
    var lines: [String] = []
    for form in PathStyle.allCases {
      for kind in GroundLine.Kind.allCases.reversed() {
        guard let path = paths[Key(kind: kind, form: form)], !path.data.isEmpty else { continue }
        lines.append("[\"\(kind.rawValue)\(form.rawValue)\",\"\(path.data)\"]")
      }
    }
    return "{\"paths\":[\(lines.joined(separator: ","))]\(names.member)}"
  }

  /// The data of a path.
  private struct Path {
    var data = ""

    mutating func add(
      _ points: [TileClip.Point], isArea: Bool = false, _ tolerance: Double
    ) {
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
