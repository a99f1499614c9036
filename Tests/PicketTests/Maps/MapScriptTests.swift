import Base
import Foundation
import Geofence
@testable import Maps
import Testing

/// Maps that `board/map` converted.
struct MapScriptTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Converts a file; the exit code and what was printed.
  private func convert(_ words: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Recording.walk(""))
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("map")
    process.arguments = words + ["-o", "\(folder.path)/map.pmtiles"]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private func map() throws -> PMTilesFile {
    try PMTilesFile(path: "\(folder.path)/map.pmtiles")
  }

  private static func tile(_ zoom: Int, latitude: Double, longitude: Double) throws -> TileID {
    let place = MapPlace(Coordinate(latitude: latitude, longitude: longitude))
    let count = Double(1 << zoom)
    return try #require(
      TileID(zoom: zoom, column: Int(place.x * count), row: Int(place.y * count)))
  }

  @Test func linesOfGeoJSONBecomeTiles() throws {
    let path = try folder.write(
      """
      {"attribution":"Own","type":"FeatureCollection","features":[{"type":"Feature",
      "properties":{"highway":"track"},"geometry":{"type":"LineString",
      "coordinates":[[14.99,47],[15.01,47]]}},{"type":"Feature","properties":{"building":"yes"},
      "geometry":{"type":"Polygon","coordinates":
      [[[15,47],[15.0005,47],[15.0005,47.0005],[15,47.0005],[15,47]]]}},{"type":"Feature",
      "properties":{},"geometry":{"type":"LineString","coordinates":[[15,47],[15,47.001,300]]}}]}
      """, to: "m.geojson")
    let run = try convert(path)
    #expect(run.status == 0, "\(run.output)")
    let map = try map()
    #expect(map.description.zooms == 8...14 && map.description.kind == .vectors)
    #expect(map.description.attribution == "Own")
    #expect(abs(map.description.southWest.longitude - 14.99) < 1e-6)
    for zoom in 8...14 {
      let tile = try Self.tile(zoom, latitude: 47.0002, longitude: 15.0002)
      guard case .lines(let lines)? = try map.content(of: tile) else {
        Issue.record("no lines at zoom \(zoom)")
        continue
      }
      #expect(lines.contains { $0.kind == .track && !$0.isArea }, "\(zoom)")
      guard zoom == 14 else { continue }
      let house = try #require(lines.first { $0.kind == .house })
      #expect(house.isArea && lines.contains { $0.kind == .other })
      // Four corners, each within a unit of the tile of its place: 0.6 m.
      let places = house.points.map(\.coordinate)
      #expect(places.count == 4)
      for place in places {
        #expect(abs(abs(place.longitude - 15.00025) - 0.00025) < 6e-6, "\(place)")
        #expect(abs(abs(place.latitude - 47.00025) - 0.00025) < 4e-6, "\(place)")
      }
      #expect(try #require(TileDrawing(lines, on: tile)).json.contains("[\"house fill\",\"M"))
    }
  }

  @Test(arguments: [false, true]) func mbtilesAreTheSameTiles(isPacked: Bool) throws {
    let first = try Self.tile(14, latitude: 47, longitude: 15)
    let content = MadeMaps.layer("road", [(0, 0), (100, 100)])
    let bytes = isPacked ? try MadeMaps.gzip(content) : content
    // Enough tiles for directories below the root.
    let count = 20_000
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    let row = (1 << 14) - 1 - first.row
    try MadeMaps.database(
      "\(folder.path)/m.mbtiles",
      """
      CREATE TABLE metadata (name text, value text);
      CREATE TABLE tiles (zoom_level int, tile_column int, tile_row int, tile_data blob);
      INSERT INTO metadata VALUES ('attribution', 'A & B'), ('format', 'pbf'),
        ('bounds', '14.5,46.5,15.5,47.5');
      INSERT INTO tiles VALUES (14, \(first.column), \(row), x'\(hex)');
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO tiles SELECT 15, i, (i * 7919) % 32768, randomblob(2 + i % 50) FROM n;
      """)
    let run = try convert("\(folder.path)/m.mbtiles")
    #expect(run.status == 0 && run.output.contains("20,002 tiles"), "\(run.output)")
    let map = try map()
    #expect(map.description.attribution == "A & B" && map.description.zooms == 14...15)
    #expect(try map.bytes(of: first) == bytes)
    guard case .lines(let lines)? = try map.content(of: first) else {
      Issue.record("no lines")
      return
    }
    #expect(lines.map(\.kind) == [.road])
    for column in stride(from: 0, through: count, by: 997) {
      let row = 32767 - (column * 7919) % 32768
      let tile = try #require(TileID(zoom: 15, column: column, row: row))
      #expect(try map.bytes(of: tile)?.count == 2 + column % 50, "\(column)")
    }
  }

  @Test func otherFilesHaveOneLineEach() throws {
    for (name, text, words) in [
      ("a.geojson", "[", "this is not JSON"), ("b.geojson", "{}", "it has no lines or areas"),
      (
        "c.geojson",
        #"{"features":[{"geometry":{"type":"LineString","coordinates":[[500000,5200000],[1,2]]}}]}"#,
        "is not [longitude, latitude]"
      ),
      ("d.mbtiles", "SQLite format 3\u{0}", "give another copy of the map"),
    ] {
      let run = try convert(try folder.write(text, to: name))
      #expect(run.status == 1 && run.output.contains(words), "\(run.output)")
      #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    }
    #expect(try convert("\(folder.path)/none").status == 1)
    #expect(try convert().status == 2)
    #expect(try convert("--area", "100,10,101,11", "--from", "x").output.contains("latitude first"))
    #expect(try !folder.names.contains { $0.hasPrefix(".picket-map") || $0 == "map.pmtiles" })
  }

  @Test(arguments: [
    ("SQLite format 3\u{0}", "this is MBTiles, which is not drawn; convert it to PMTiles"),
    (" {\"type\":", "this is GeoJSON, which is not drawn; convert it to PMTiles"),
    ("<gpx>", "this is not PMTiles"),
  ])
  func otherMapsAreReportedWithTheirRemedy(text: String, words: String) throws {
    let path = try folder.write(text, to: "map")
    let problem = thrown(Problem.self) { try PMTilesFile(path: path) }
    #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "")")
  }
}
