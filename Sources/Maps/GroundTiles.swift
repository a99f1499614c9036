/// The lines of GeoJSON, which can be found by tile.
package struct GroundTiles: Sendable {
  private let lines: [(line: GroundLine, box: Box)]

  /// The zooms for which tiles are made: a tile of the last zoom is 300 m to 600 m wide.
  package static let zooms = 8...16

  private struct Box: Sendable {
    var west = Double.infinity
    var north = Double.infinity
    var east = -Double.infinity
    var south = -Double.infinity

    init(_ points: some Sequence<MapPlace>) {
      for point in points {
        west = min(west, point.x)
        east = max(east, point.x)
        north = min(north, point.y)
        south = max(south, point.y)
      }
    }
  }

  package init(_ file: GroundFile) {
    lines = file.lines.map { ($0, Box($0.points)) }
  }

  /// The corners around all lines, the north-western first.
  package var corners: (MapPlace, MapPlace) {
    let corners = lines.flatMap {
      [MapPlace(x: $0.box.west, y: $0.box.north), MapPlace(x: $0.box.east, y: $0.box.south)]
    }
    let box = Box(corners)
    return (MapPlace(x: box.west, y: box.north), MapPlace(x: box.east, y: box.south))
  }

  /// The lines that may be on a tile.
  package func lines(on tile: TileID) -> [GroundLine] {
    let (corner, width) = (tile.corner, tile.width)
    return lines.compactMap { line, box in
      let isNear =
        box.west <= corner.x + width && box.east >= corner.x && box.north <= corner.y + width
        && box.south >= corner.y
      return isNear ? line : nil
    }
  }
}
