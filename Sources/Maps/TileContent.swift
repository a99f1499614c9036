package import Base

/// The content of a tile.
package enum TileContent: Hashable, Sendable {
  /// A picture: its type, and its bytes.
  case image(type: String, bytes: [UInt8])
  /// Lines and areas, which may go beyond the tile.
  case lines([GroundLine])
}

extension PMTilesFile {
  /// The content of a tile; `nil` when the map has no such tile.
  ///
  /// - Throws: `Problem` when the tile is damaged, or has too much in it.
  package func content(of tile: TileID) throws(Problem) -> TileContent? {
    guard description.zooms.contains(tile.zoom), var bytes = try bytes(of: tile), !bytes.isEmpty
    else { return nil }
    guard bytes.count <= TileFailure.longestTile else { throw TileFailure.tooLong(path, tile) }
    let name = "the tile \(TileFailure.name(tile))"
    if description.kind == .images {
      guard let type = Self.type(of: bytes) else {
        throw TileFailure.damaged(path, "\(name) is not PNG, JPEG or WebP")
      }
      return .image(type: type, bytes: bytes)
    }
    if Unpacking.isPacked(bytes) {
      bytes = try TileFailure.unpacked(bytes, TileFailure.longestUnpacked, path)
    }
    do throws(VectorTile.Failure) {
      return .lines(try VectorTile(bytes, of: tile).lines)
    } catch {
      guard error == .tooMuch else {
        throw TileFailure.damaged(path, "\(name) is not a vector tile")
      }
      throw Problem(
        file: path, wrong: "\(name) has too many points to be drawn",
        remedy: "make the map again with less detail")
    }
  }

  /// The type of a picture by its first bytes, whatever type the map names.
  private static func type(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? "image/webp" : nil
  }
}
