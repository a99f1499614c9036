import Glibc
package import Notation
internal import System

/// A file with a map of the ground.
package enum MapFile {
  /// Tiles: PMTiles or MBTiles.
  case tiles(any TileSet)
  /// Lines and areas: GeoJSON.
  case lines(GroundFile)

  /// Opens a file; its content determines the format.
  ///
  /// - Parameter longest: The most bytes of GeoJSON, which is read at once.
  /// - Throws: `Problem` when it is not a map, or damaged.
  package static func open(
    _ path: String, longest: Int = GroundFile.limit
  ) throws(Problem) -> MapFile {
    // The reader of the whole file reports a file that cannot be opened.
    if let file = try? OpenFile(file: path, O_RDONLY),
      let start = try? file.contents(upTo: PMTilesHeader.count)
    {
      if PMTilesHeader.begins(start) { return .tiles(try PMTilesFile(file, path: path)) }
      if start.starts(with: "SQLite format 3".utf8) {
        return .tiles(try MBTilesFile(path: path))
      }
    }
    return .lines(try GroundFile(path: path, limit: longest))
  }

  /// The path of the file, for a message.
  package var path: String {
    switch self {
    case .tiles(let tiles): tiles.path
    case .lines(let file): file.path
    }
  }

  /// The source of the data, in a line.
  package var attribution: String {
    switch self {
    case .tiles(let tiles): tiles.description.attribution
    case .lines(let file): file.attribution
    }
  }
}
