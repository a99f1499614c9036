import Foundation
@testable import Maps
import Notation
import Testing

struct MBTilesTests {
  private let folder: TemporaryFolder
  private let path: String

  // Each of 12 views selects from the one before it eight times: 69 thousand million in the end.
  private static let nestedViews =
    "CREATE VIEW v0 AS SELECT * FROM t;"
    + (1...12).map { number in
      let part = "SELECT * FROM v\(number - 1)"
      let parts = Array(repeating: part, count: 8).joined(separator: " UNION ALL ")
      return "CREATE VIEW v\(number) AS \(parts);"
    }.joined() + "CREATE VIEW tiles AS SELECT * FROM v12;"

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/100% of ü?#.mbtiles"
  }

  private func tiles() throws -> any TileSet {
    guard case .tiles(let tiles) = try MapFile.open(path) else { throw CancellationError() }
    return tiles
  }

  private func problem() -> String {
    do {
      let tiles = try tiles()
      _ = try tiles.content(of: try #require(TileID(zoom: 1, column: 0, row: 0)))
      return "none"
    } catch let problem as Problem {
      return problem.description
    } catch {
      return "\(error)"
    }
  }

  @Test func tilesAreFound() throws {
    let tile = try #require(TileID(zoom: 3, column: 2, row: 1))
    let hedge = MadeMaps.layer("lines", [(0, 0), (9, 9)], tag: ("barrier", "hedge"))
    try MadeMaps.database(
      path,
      MadeMaps.mbtiles(
        [(tile, try MadeMaps.gzip(hedge))],
        [
          "format": "pbf", "minzoom": "3", "maxzoom": "5", "bounds": "10.5,46,11,47.5",
          "attribution": "Own",
        ]))
    let file = try tiles()
    #expect(file.description.zooms == 3...5)
    #expect(file.description.kind == .vectors)
    #expect(file.description.southWest.latitude == 46)
    #expect(file.description.northEast.longitude == 11)
    #expect(file.description.attribution == "Own")
    guard case .lines(let lines)? = try file.content(of: tile) else {
      Issue.record("no lines")
      return
    }
    #expect(lines.map(\.kind) == [.hedge])
    #expect(try file.content(of: try #require(TileID(zoom: 3, column: 2, row: 6))) == nil)
    // Tiles of a zoom that the map does not name are not looked for.
    #expect(try file.content(of: try #require(TileID(zoom: 1, column: 0, row: 0))) == nil)
  }

  // tilemaker 3 writes such databases.
  @Test func textsMayBeUTF16() throws {
    let tile = try #require(TileID(zoom: 0, column: 0, row: 0))
    try MadeMaps.database(
      path,
      "PRAGMA encoding = 'UTF-16le';"
        + MadeMaps.mbtiles(
          [(tile, MadeMaps.layer("road", [(0, 0), (9, 9)]))],
          ["format": "pbf", "attribution": "Own ©"]))
    let file = try tiles()
    #expect(file.description.kind == .vectors)
    #expect(file.description.attribution == "Own ©")
    #expect(try file.content(of: tile) != nil)
  }

  @Test func zoomsAndBoundsMayBeMissing() throws {
    let tile = try #require(TileID(zoom: 1, column: 0, row: 0))
    try MadeMaps.database(
      path,
      MadeMaps.mbtiles(
        [(tile, Array(MadeMaps.png))], ["format": "png", "bounds": "0.0,0.0,0.0,0.0"]))
    let file = try tiles()
    #expect(file.description.zooms == 1...1)
    #expect(file.description.southWest.longitude == -180)
    #expect(
      try file.content(of: tile) == .image(type: "image/png", bytes: Array(MadeMaps.png)))
  }

  @Test func longMetadataIsNotRead() throws {
    let tile = try #require(TileID(zoom: 1, column: 0, row: 0))
    let long = String(repeating: "x", count: 5000)
    try MadeMaps.database(
      path,
      MadeMaps.mbtiles([(tile, Array(MadeMaps.png))], ["format": "png", "attribution": long]))
    #expect(try tiles().description.attribution.isEmpty)
  }

  @Test func readingLeavesTheFolderAlone() throws {
    let tile = try #require(TileID(zoom: 1, column: 0, row: 0))
    try MadeMaps.database(path, MadeMaps.mbtiles([(tile, Array(MadeMaps.png))], [:]))
    _ = try tiles().content(of: tile)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test(arguments: [
    ("", "SQLite reports \"no such table"),
    ("CREATE TABLE metadata (name, value);", "SQLite reports \"no such table: tiles\""),
    (
      "CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column);",
      "there is no tile in it"
    ),
    (
      """
      CREATE TABLE metadata (name, value);
      INSERT INTO metadata VALUES ('format', 'avif'), ('minzoom', 0), ('maxzoom', 3);
      """, "its tiles are of the format \"avif\""
    ),
    (
      """
      CREATE TABLE metadata (name, value);
      INSERT INTO metadata VALUES ('minzoom', -5), ('maxzoom', 99999999999999999999);
      CREATE TABLE tiles (zoom_level, tile_column);
      """, "there is no tile in it"
    ),
    // A function in a view, and views of views.
    (
      """
      CREATE TABLE metadata (name, value);
      INSERT INTO metadata VALUES ('minzoom', 0), ('maxzoom', 3);
      CREATE TABLE t (zoom_level, tile_column, tile_row, tile_data);
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, instr(tile_data, 'x') AS tile_data
        FROM t;
      """, "SQLite reports \"not authorized to use function: instr"
    ),
    (
      """
      CREATE TABLE metadata (name, value);
      INSERT INTO metadata VALUES ('minzoom', 0), ('maxzoom', 3);
      CREATE TABLE t (zoom_level, tile_column, tile_row, tile_data);
      """ + MBTilesTests.nestedViews, "SQLite reports \"out of memory\""
    ),
    // A view without an end, and a value of a gigabyte.
    (
      """
      CREATE TABLE metadata (name, value);
      INSERT INTO metadata VALUES ('minzoom', 0), ('maxzoom', 3);
      CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i + 5 AS zoom_level, 0 AS tile_column, 1 AS tile_row, 'x' AS tile_data FROM n;
      """, "SQLite reports \"not authorized\""
    ),
    (
      """
      CREATE TABLE metadata (name, value);
      INSERT INTO metadata VALUES ('minzoom', 0), ('maxzoom', 3);
      CREATE VIEW tiles AS SELECT 1 AS zoom_level, 0 AS tile_column, 1 AS tile_row,
        zeroblob(1000000000) AS tile_data;
      """, "SQLite reports \"not authorized to use function: zeroblob\""
    ),
  ]) func hostileDatabaseGivesOneLine(statements: String, words: String) throws {
    try MadeMaps.database(path, "PRAGMA user_version = 1; \(statements)")
    #expect(problem().contains(words), "\(problem())")
  }

  @Test func damagedDatabaseGivesOneLine() throws {
    let tile = try #require(TileID(zoom: 1, column: 0, row: 0))
    try MadeMaps.database(
      path, MadeMaps.mbtiles([(tile, [UInt8](repeating: 7, count: 20_000))], ["format": "pbf"]))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      var damaged = whole
      for _ in 0..<20 {
        let range = 16..<damaged.count
        damaged[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { damaged = damaged.prefix(Int.random(in: 20..<20_000)) }
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(!problem().contains("\n"))
    }
  }
}
