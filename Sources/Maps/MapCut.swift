package import Geofence
package import Notation
internal import System

/// The part of a map in an area, which becomes a map of its own.
///
/// - Important: Must only be accessed where its map may be.
package struct MapCut {
  /// The bytes of its tiles.
  package let bytes: Int

  private let map: PMTilesFile
  private let southWest: Coordinate
  private let northEast: Coordinate
  private let tiles: [(number: UInt64, part: PMTilesHeader.Part)]

  /// The most tiles of an area that is searched.
  package static let mostTiles = 20_000

  /// Finds the tiles of an area at all zooms.
  ///
  /// - Returns: `nil` where the area has more than `mostTiles`.
  /// - Throws: `Problem` when the map is damaged.
  package init?(
    of map: PMTilesFile, southWest: Coordinate, northEast: Coordinate
  ) throws(Problem) {
    let places = [MapPlace(southWest), MapPlace(northEast)]
    let covers = map.description.zooms.compactMap { TileCover(places, zoom: $0) }
    guard covers.reduce(0, { $0 + min($1.count, Self.mostTiles + 1) }) <= Self.mostTiles else {
      return nil
    }
    var tiles: [(number: UInt64, part: PMTilesHeader.Part)] = []
    // In the order of the file, each directory is read once.
    for number in covers.flatMap(\.tiles).map(\.number).sorted() {
      guard let part = try map.part(of: number) else { continue }
      guard part.count <= TileFailure.longestTile else {
        throw TileFailure.damaged(map.path, "a tile is too long")
      }
      tiles.append((number, part))
    }
    self.map = map
    self.southWest = southWest
    self.northEast = northEast
    self.tiles = tiles
    // Tiles may share their bytes.
    bytes = Set(tiles.map { $0.part }).reduce(0) { $0 + Int($1.count) }
  }

  /// Whether the map has nothing there.
  package var isEmpty: Bool { tiles.isEmpty }

  /// Writes the map of the area to a file, which is on the disk then.
  package func write(to path: String) throws(Problem) {
    func failed(_ error: SystemError) -> Problem {
      Problem(file: path, wrong: "the map cannot be written: \(error.reason)")
    }
    var writer: PMTilesWriter
    do throws(SystemError) { writer = try PMTilesWriter(path: path) } catch { throw failed(error) }
    var written: [PMTilesHeader.Part: PMTilesHeader.Part] = [:]
    for (number, part) in tiles {
      if let known = written[part] {
        writer.add(number, at: known)
        continue
      }
      let bytes = try map.bytes(at: part)
      do throws(SystemError) {
        written[part] = try writer.add(number, bytes)
      } catch {
        throw failed(error)
      }
    }
    let metadata = map.metadata
    do throws(SystemError) {
      try writer.finish(
        metadata: metadata.isEmpty ? Array("{}".utf8) : metadata, like: map.header,
        southWest: southWest, northEast: northEast)
    } catch {
      throw failed(error)
    }
  }
}
