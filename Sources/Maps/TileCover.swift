/// The tiles of a zoom that cover a part of the map.
package struct TileCover: Hashable, Sendable {
  private let zoom: Int
  private let columns: ClosedRange<Int>
  private let rows: ClosedRange<Int>

  /// The tiles around some places; `nil` without a place.
  package init?(_ places: [MapPlace], zoom: Int) {
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    guard let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max()
    else { return nil }
    func index(_ share: Double) -> Int {
      let count = Double(1 << zoom)
      return Int(max(0, min(count - 1, (share * count).rounded(.down))))
    }
    self.zoom = zoom
    columns = index(west)...index(east)
    rows = index(north)...index(south)
  }

  /// The number of these tiles.
  package var count: Int { columns.count * rows.count }

  /// The tiles, row by row.
  package var tiles: [TileID] {
    rows.flatMap { row in
      columns.compactMap { TileID(zoom: zoom, column: $0, row: row) }
    }
  }
}
