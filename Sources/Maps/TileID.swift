package import Geofence
import Glibc

/// A tile of the world in the projection of web maps: its zoom, column and row from the north.
package struct TileID: Hashable, Sendable {
  package let zoom: Int
  package let column: Int
  package let row: Int

  /// The deepest zoom of a tile: there, a tile is 4 cm wide.
  package static let deepest = 30

  /// Creates a tile; `nil` when there is none with these numbers.
  package init?(zoom: Int, column: Int, row: Int) {
    guard 0...Self.deepest ~= zoom, 0..<(1 << zoom) ~= column, 0..<(1 << zoom) ~= row else {
      return nil
    }
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// The number of the tile in PMTiles: zooms follow each other, the tiles of each are on a Hilbert
  /// curve.
  var number: UInt64 {
    // The lower zooms have 1 + 4 + 16 ... tiles.
    var number: UInt64 = ((1 << (2 * UInt64(zoom))) - 1) / 3
    var (x, y) = (column, row)
    var side = (1 << zoom) >> 1
    while side > 0 {
      let (isRight, isLow) = (x & side > 0, y & side > 0)
      number += UInt64(side) * UInt64(side) * UInt64((isRight ? 3 : 0) ^ (isLow ? 1 : 0))
      if !isLow {
        if isRight { (x, y) = (side - 1 - x & (side - 1), side - 1 - y & (side - 1)) }
        (x, y) = (y, x)
      }
      side >>= 1
    }
    return number
  }

  /// The north-western corner.
  package var corner: MapPlace {
    let scale = 1 / Double(1 << zoom)
    return MapPlace(x: Double(column) * scale, y: Double(row) * scale)
  }

  /// The width of the tile, as a part of the world's.
  package var width: Double { 1 / Double(1 << zoom) }

  /// The place of a point of the tile, whose sides have the length 1.
  package func place(_ x: Double, _ y: Double) -> MapPlace {
    MapPlace(x: corner.x + x * width, y: corner.y + y * width)
  }
}

/// A place in the projection of web maps (EPSG:3857): the world has a width and a height of 1, and
/// its origin is in the north-west.
package struct MapPlace: Hashable, Sendable {
  package let x: Double
  package let y: Double
}

extension MapPlace {
  /// The place of a position; the poles are not in the projection, and are moved to its edge.
  package init(_ coordinate: Coordinate) {
    let most = 85.051_128_779_806_6
    let latitude = max(-most, min(most, coordinate.latitude)) * .pi / 180
    x = coordinate.longitude / 360 + 0.5
    y = 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
  }

  /// The position.
  package var coordinate: Coordinate {
    let latitude = atan(sinh((0.5 - y) * 2 * .pi)) * 180 / .pi
    return Coordinate(latitude: latitude, longitude: (x - 0.5) * 360)
  }
}

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
