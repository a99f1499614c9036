internal import Base

/// An error in a map with tiles.
enum TileFailure {
  /// The most bytes of a tile as it is in the file.
  static let longestTile = 1 << 20

  /// The most bytes of an unpacked tile.
  static let longestUnpacked = 1 << 22

  static func damaged(_ path: String, _ what: String) -> Problem {
    Problem(file: path, wrong: "the map is damaged: \(what)", remedy: "give another copy")
  }

  static func tooLong(_ path: String, _ tile: TileID) -> Problem {
    Problem(
      file: path, wrong: "the tile \(name(tile)) has more than \(longestTile >> 10) KiB",
      remedy: "make the map again with less detail")
  }

  /// A tile in words.
  static func name(_ tile: TileID) -> String { "\(tile.zoom)/\(tile.column)/\(tile.row)" }

  /// The unpacked bytes of a part of a map.
  static func unpacked(_ bytes: [UInt8], _ limit: Int, _ path: String) throws(Problem) -> [UInt8] {
    do throws(Unpacking.Failure) {
      return try Unpacking.bytes(bytes, limit: limit)
    } catch {
      guard let remedy = error.remedy else { throw damaged(path, error.reason) }
      throw Problem(file: path, wrong: error.reason, remedy: remedy)
    }
  }
}
