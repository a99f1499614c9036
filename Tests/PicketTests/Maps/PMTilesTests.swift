import Base
import Foundation
@testable import Maps
import Testing

struct PMTilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tiles(_ bytes: [UInt8]) throws -> PMTilesFile {
    try PMTilesFile(path: try folder.write(Data(bytes), to: "map"))
  }

  private func problem(_ bytes: [UInt8]) -> String {
    do {
      let tiles = try tiles(bytes)
      for zoom in 0...4 {
        _ = try tiles.content(of: try #require(TileID(zoom: zoom, column: 0, row: 0)))
      }
      return "none"
    } catch let problem as Problem {
      return problem.description
    } catch {
      return "\(error)"
    }
  }

  // The examples of the specification.
  @Test func numbersMatchTheSpecification() throws {
    for (zoom, column, row, number) in [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (12, 3423, 1763, 19_078_479),
    ] {
      let tile = try #require(TileID(zoom: zoom, column: column, row: row))
      #expect(tile.number == UInt64(number))
    }
    #expect(TileID(zoom: 1, column: 2, row: 0) == nil)
    #expect(TileID(zoom: 31, column: 0, row: 0) == nil)
    #expect(TileID(zoom: -1, column: 0, row: 0) == nil)
  }

  @Test func everyTileHasItsOwnNumber() throws {
    let numbers = (0..<16).flatMap { column in
      (0..<16).compactMap { TileID(zoom: 4, column: column, row: $0)?.number }
    }
    #expect(numbers.sorted() == Array(85..<341))
  }

  @Test func tilesAreFound() throws {
    let some = try #require(TileID(zoom: 2, column: 1, row: 3))
    let other = try #require(TileID(zoom: 2, column: 2, row: 0))
    let road = MadeMaps.layer("road", [(0, 0), (4096, 2048)])
    let file = try tiles(
      MadeMaps.pmtiles(
        [(some, road), (other, MadeMaps.layer("house", [(0, 0), (9, 0), (9, 9)], isArea: true))],
        metadata: #"{"attribution":"<a href='x'>&copy; <b>Own</b></a> work"}"#))
    #expect(file.description.attribution == "© Own work")
    #expect(file.description.zooms == 0...14)
    guard case .lines(let lines)? = try file.content(of: some) else {
      Issue.record("no lines")
      return
    }
    #expect(lines.map(\.kind) == [.road])
    #expect(lines[0].points == [MapPlace(x: 0.25, y: 0.75), MapPlace(x: 0.5, y: 0.875)])
    #expect(try file.content(of: try #require(TileID(zoom: 2, column: 0, row: 0))) == nil)
  }

  @Test func packedTilesAndDirectoriesAreRead() throws {
    let tile = try #require(TileID(zoom: 1, column: 1, row: 0))
    let packed = try MadeMaps.gzip(MadeMaps.layer("water", [(0, 0), (9, 9)]))
    let leaf = try MadeMaps.gzip(
      MadeMaps.directory([
        MadeMaps.Entry(first: 0, run: 9, length: UInt64(packed.count), offset: 0)
      ]))
    let root = try MadeMaps.gzip(
      MadeMaps.directory([
        MadeMaps.Entry(first: 0, run: 0, length: UInt64(leaf.count), offset: 0)
      ]))
    let file = try tiles(
      MadeMaps.pmtiles(root: root, leaves: leaf, tiles: packed, packing: 2))
    guard case .lines(let lines)? = try file.content(of: tile) else {
      Issue.record("no lines")
      return
    }
    #expect(lines.map(\.kind) == [.water])
  }

  @Test func picturesHaveTheTypeOfTheirBytes() throws {
    let tile = try #require(TileID(zoom: 0, column: 0, row: 0))
    // The header has the type WebP.
    let file = try tiles(MadeMaps.pmtiles([(tile, Array(MadeMaps.png))], type: 4))
    #expect(
      try file.content(of: tile) == .image(type: "image/png", bytes: Array(MadeMaps.png)))
    #expect(
      problem(MadeMaps.pmtiles([(tile, Array("<svg/>".utf8))], type: 2)).contains(
        "the tile 0/0/0 is not PNG, JPEG or WebP"))
  }

  @Test func hostileFileGivesOneLine() throws {
    let whole = MadeMaps.pmtiles([(try #require(TileID(zoom: 0, column: 0, row: 0)), [1, 2, 3])])
    #expect(problem(whole).contains("the tile 0/0/0 is not a vector tile"))
    var other = whole
    other[7] = 2
    #expect(problem(other).contains("PMTiles of version 2"))
    for count in [8, 100, 126, 128, whole.count - 1] {
      #expect(problem(Array(whole.prefix(count))).contains("the map is damaged"), "\(count)")
    }
    // A place beyond all files, and a length of all memory.
    for place in [8, 16] {
      var wrong = whole
      for byte in 0..<8 { wrong[place + byte] = 0xff }
      #expect(problem(wrong).contains("the map is damaged"))
    }
    #expect(
      problem(MadeMaps.pmtiles([], type: 9)).contains("its tiles are of a type that is not drawn"))
  }

  @Test func circularDirectoriesAreRefused() throws {
    let directory = MadeMaps.directory([MadeMaps.Entry(first: 0, run: 0, length: 5, offset: 0)])
    #expect(directory.count == 5)
    let said = problem(MadeMaps.pmtiles(root: directory, leaves: directory, tiles: []))
    #expect(said.contains("its directories are nested too deeply"))
  }

  @Test func hugeCountsNeedNoMemory() {
    for count in [UInt64(1) << 17 + 1, .max] {
      let root = MadeMaps.varint(count) + [1, 1, 1, 1]
      #expect(
        problem(MadeMaps.pmtiles(root: root, tiles: [])).contains("a directory cannot be read"))
    }
  }

  @Test func tooMuchUnpackedDataIsRefused() throws {
    let bomb = Array(
      try MadeMaps.python(
        "import sys,gzip; sys.stdout.buffer.write(gzip.compress(bytes(300_000_000)))"))
    #expect(
      problem(MadeMaps.pmtiles(root: bomb, tiles: [], packing: 2)).contains(
        "it unpacks to more than 4096 KiB"))
    let tile = try #require(TileID(zoom: 0, column: 0, row: 0))
    #expect(
      problem(MadeMaps.pmtiles([(tile, bomb)])).contains("it unpacks to more than 4096 KiB"))
    #expect(
      problem(MadeMaps.pmtiles([(tile, Array(bomb.prefix(100)))])).contains(
        "it cannot be unpacked"))
  }
}
