@testable import Desk
import Foundation
import Geofence
import Maps
import Testing

/// Tiles below the regions of a report.
struct GroundTileTests {
  private static let here = Coordinate(latitude: 47, longitude: 15)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func map(_ bytes: [UInt8]) throws -> PMTilesFile {
    try PMTilesFile(path: try folder.write(Data(bytes), to: "map.pmtiles"))
  }

  /// The tiles of a zoom around the position, with this many to each side.
  private func tiles(zoom: Int, around reach: Int) throws -> [TileID] {
    let place = MapPlace(Self.here)
    let (column, row) = (Int(place.x * Double(1 << zoom)), Int(place.y * Double(1 << zoom)))
    return try (-reach...reach).flatMap { y in
      try (-reach...reach).map { x in
        try #require(TileID(zoom: zoom, column: column + x, row: row + y))
      }
    }
  }

  private var walk: ReportedWalk {
    ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 300),
      regions: [ReportedWalk.circle("ring", Self.here, 50)])
  }

  @Test func vectorTilesAreDrawn() throws {
    let walk = walk
    let layers =
      MadeMaps.layer("road", [(-100, 2048), (4200, 2048)])
      + MadeMaps.layer("water", [(-80, -80), (4176, -80), (4176, 4176), (-80, 4176)], isArea: true)
    let map = try map(
      MadeMaps.pmtiles(
        try tiles(zoom: 14, around: 2).map { ($0, layers) },
        metadata: #"{"attribution":"&copy; A & <b>B</b>"}"#))
    let page = ReportPage(walk.account, monitor: walk.monitor, on: map).html()
    let ground = try #require(try PageData(page).map["ground"] as? [[String: Any]])
    let drawings = ground.compactMap { $0["drawing"] as? [String: Any] }
    let kinds = drawings.compactMap { $0["paths"] as? [[String]] }.joined().compactMap(\.first)
    #expect(Set(kinds) == ["water fill", "road"])
    #expect(drawings.count == ground.count && !ground.isEmpty)
    #expect(ground.allSatisfy { ($0["at"] as? [Int])?.count == 4 })
    #expect(try PageData(page).map["credit"] as? String == "© A & B")
    // The picture of the map that is saved needs no more.
    #expect(page.matches(of: /img-src [^;]*;/).map { String($0.output) } == ["img-src data:;"])
  }

  @Test func picturesAreEmbedded() throws {
    let walk = walk
    let map = try map(
      MadeMaps.pmtiles(
        try (12...17).flatMap { zoom in
          try tiles(zoom: zoom, around: zoom == 17 ? 12 : 4).map { ($0, Array(MadeMaps.png)) }
        }, type: 2))
    let page = ReportPage(walk.account, monitor: walk.monitor, on: map).html()
    let ground = try #require(try PageData(page).map["ground"] as? [[String: Any]])
    let picture = "data:image/png;base64,\(MadeMaps.png.base64EncodedString())"
    #expect(!ground.isEmpty && ground.allSatisfy { $0["image"] as? String == picture })
    #expect(page.contains("img-src data:; base-uri"))
  }

  @Test func embeddedPicturesAreBounded() throws {
    let walk = walk
    let picture = Array(MadeMaps.png) + [UInt8](repeating: 1, count: 20_000)
    let map = try map(
      MadeMaps.pmtiles(
        try (12...17).flatMap { zoom in
          try tiles(zoom: zoom, around: 5).map { ($0, picture) }
        }, type: 2))
    let frame = try #require(
      WalkMap(walk.account, kept: Array(walk.account.moments.indices))
    ).frame
    func bytes(_ ground: GroundTiles) -> Int {
      ground.tiles.reduce(0) { $0 + $1.text.utf8.count }
    }
    let all = GroundTiles(map, on: frame)
    #expect(bytes(all) > 100_000 && bytes(all) <= GroundTiles.most)
    let some = GroundTiles(map, on: frame, most: 60_000)
    #expect(bytes(some) <= 60_000 && !some.tiles.isEmpty && !some.omissions.isEmpty)
    let none = GroundTiles(map, on: frame, most: 100)
    #expect(none.tiles.isEmpty && !none.omissions.isEmpty && none.credit == nil)
  }

  @Test func damagedTilesAreNotedOnce() throws {
    let walk = walk
    let map = try map(
      MadeMaps.pmtiles(try tiles(zoom: 14, around: 2).map { ($0, [1, 2, 3]) }))
    let frame = try #require(
      WalkMap(walk.account, kept: Array(walk.account.moments.indices))
    ).frame
    let ground = GroundTiles(map, on: frame)
    #expect(ground.tiles.isEmpty)
    #expect((1...9).contains(ground.omissions.count))
    #expect(ground.omissions.contains { $0.json.text.contains("is not a vector tile") })
  }
}
