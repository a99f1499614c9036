import Foundation
import Geofence
@testable import Maps
import Notation
import Testing

/// A map of an area, cut out of a larger one.
struct MapCutTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A map whose tiles of the zooms 0 to `deepest` say where they are.
  private func world(_ deepest: Int) throws -> PMTilesFile {
    var tiles: [(TileID, [UInt8])] = []
    for zoom in 0...deepest {
      for tile in try #require(TileCover([MapPlace(x: 0, y: 0), MapPlace(x: 1, y: 1)], zoom: zoom))
        .tiles
      {
        tiles.append((tile, Array("\(zoom)/\(tile.column)/\(tile.row)".utf8)))
      }
    }
    let file = MadeMaps.pmtiles(
      tiles, metadata: #"{"attribution":"Own work"}"#, type: 2, zooms: (0, UInt8(deepest)))
    return try PMTilesFile(path: try folder.write(Data(file), to: "world.pmtiles"))
  }

  private func cut(
    _ map: PMTilesFile, _ south: Double, _ west: Double, _ north: Double, _ east: Double
  ) throws -> MapCut? {
    try MapCut(
      of: map, southWest: Coordinate(latitude: south, longitude: west),
      northEast: Coordinate(latitude: north, longitude: east))
  }

  @Test func areaIsAMapOfItsOwn() throws {
    let map = try world(7)
    let cut = try #require(try cut(map, 46, 14, 48, 16))
    let path = folder.path + "/area.pmtiles"
    try cut.write(to: path)
    let area = try PMTilesFile(path: path)
    #expect(area.description.attribution == "Own work")
    #expect(area.description.zooms == map.description.zooms)
    #expect(area.description.southWest == Coordinate(latitude: 46, longitude: 14))
    #expect(area.description.northEast == Coordinate(latitude: 48, longitude: 16))
    var found = 0
    for zoom in 0...7 {
      let places = [(46.0, 14.0), (48, 16)].map {
        MapPlace(Coordinate(latitude: $0.0, longitude: $0.1))
      }
      let covered = Set(try #require(TileCover(places, zoom: zoom)).tiles)
      let all = try #require(TileCover([MapPlace(x: 0, y: 0), MapPlace(x: 1, y: 1)], zoom: zoom))
      for tile in all.tiles {
        let bytes = try area.bytes(of: tile)
        let expected = covered.contains(tile) ? try map.bytes(of: tile) : nil
        #expect(bytes == expected)
        if bytes != nil { found += 1 }
      }
    }
    #expect(found > 8)
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(size < 18_000)
  }

  @Test func manyTilesHaveLeaves() throws {
    // 5461 tiles, in six leaves.
    let map = try world(6)
    let cut = try #require(try cut(map, -85, -180, 85, 179.999))
    let path = folder.path + "/area.pmtiles"
    try cut.write(to: path)
    let area = try PMTilesFile(path: path)
    for (zoom, column, row) in [(0, 0, 0), (3, 7, 2), (6, 0, 0), (6, 63, 63), (6, 31, 40)] {
      let tile = try #require(TileID(zoom: zoom, column: column, row: row))
      #expect(try area.bytes(of: tile) == Array("\(zoom)/\(column)/\(row)".utf8))
    }
  }

  @Test func equalTilesAreWrittenOnce() throws {
    let blue = [UInt8](repeating: 7, count: 5000)
    let entries = (0..<4).map { MadeMaps.Entry(first: UInt64($0) + 1, length: 5000, offset: 0) }
    let file = MadeMaps.pmtiles(
      root: MadeMaps.directory(entries), tiles: blue, type: 2, zooms: (0, 1))
    let map = try PMTilesFile(path: try folder.write(Data(file), to: "blue.pmtiles"))
    let cut = try #require(try cut(map, -80, -170, 80, 170))
    #expect(cut.bytes == 5000)
    let path = folder.path + "/area.pmtiles"
    try cut.write(to: path)
    let area = try PMTilesFile(path: path)
    #expect(try area.bytes(of: try #require(TileID(zoom: 1, column: 1, row: 1))) == blue)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count < (1 << 14) + 5100)
  }

  @Test func largeAndEmptyAreasAreNoMaps() throws {
    let map = try world(3)
    let deep = MadeMaps.pmtiles(
      root: MadeMaps.directory([MadeMaps.Entry(first: 9_000_000, length: 1, offset: 0)]),
      tiles: [1], type: 2, zooms: (14, 14))
    let other = try PMTilesFile(path: try folder.write(Data(deep), to: "deep.pmtiles"))
    #expect(try cut(other, 40, 0, 50, 20) == nil)
    #expect(try cut(other, 46, 14, 46.1, 14.1)?.isEmpty == true)
    #expect(try cut(map, 46, 14, 46.1, 14.1)?.isEmpty == false)
  }

  @Test func damagedPlacesAreReported() throws {
    for entry in [
      MadeMaps.Entry(first: 0, length: 1 << 40, offset: 0),
      MadeMaps.Entry(first: 0, length: UInt64.max >> 1, offset: 1 << 60),
      MadeMaps.Entry(first: 0, length: 9000, offset: 0),
    ] {
      let file = MadeMaps.pmtiles(
        root: MadeMaps.directory([entry]), tiles: [1, 2], type: 2, zooms: (0, 0))
      let map = try PMTilesFile(path: try folder.write(Data(file), to: "damaged.pmtiles"))
      #expect(throws: Problem.self) {
        try cut(map, 46, 14, 48, 16)?.write(to: folder.path + "/area.pmtiles")
      }
    }
  }
}
