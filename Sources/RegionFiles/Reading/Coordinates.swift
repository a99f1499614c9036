internal import Base
internal import Geofence

/// The coordinates of a geometry: as positions, or as JSON.
struct Coordinates {
  let json: JSON
  let positions: Positions?

  func point(_ reader: inout PositionReader) -> Coordinate? {
    positions.map { $0.all[0] } ?? reader.position(json, at: Self.path)
  }

  func line(_ reader: inout PositionReader) -> [Coordinate]? {
    guard let positions else { return reader.line(json, at: Self.path) }
    return reader.line(positions.line(0), at: Self.path)
  }

  func lines(_ reader: inout PositionReader) -> [[Coordinate]]? {
    guard let positions else {
      return reader.list(json, at: Self.path, of: "line") { $0.line($1, at: $2) }
    }
    return Self.all(0..<positions.lineCount) { index in
      reader.line(positions.line(index), at: "\(Self.path)[\(index)]")
    }
  }

  func polygon(_ reader: inout PositionReader) -> [[Coordinate]]? {
    guard let positions else { return reader.polygon(json, at: Self.path) }
    return reader.polygon((0..<positions.lineCount).map(positions.line), at: Self.path)
  }

  func polygons(_ reader: inout PositionReader) -> [[[Coordinate]]]? {
    guard let positions else {
      return reader.list(json, at: Self.path, of: "polygon") { $0.polygon($1, at: $2) }
    }
    let parts = positions.parts
    return Self.all(parts.indices) { index in
      reader.polygon(parts[index].map(positions.line), at: "\(Self.path)[\(index)]")
    }
  }

  /// The results for all indices; `nil` if one has none, after the mistakes of all are noted.
  private static func all<Result>(
    _ indices: Range<Int>, _ read: (Int) -> Result?
  ) -> [Result]? {
    let results = indices.compactMap(read)
    return results.count == indices.count ? results : nil
  }

  private static let path = "coordinates"
}
