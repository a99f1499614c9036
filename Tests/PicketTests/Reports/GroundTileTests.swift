import Foundation
import Geofence
import Maps
@testable import Reports
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
    let page = WalkPage(walk.account, monitor: walk.monitor, on: map).html
    #expect(page.contains("<path class=\"water fill\" d=\"M"))
    #expect(page.contains("<path class=\"road\" d=\"M"))
    #expect(page.contains("<p class=\"credit\">© A &amp; B</p>"))
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
    let page = WalkPage(walk.account, monitor: walk.monitor, on: map).html
    #expect(page.contains("href=\"data:image/png;base64,\(MadeMaps.png.base64EncodedString())\""))
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
    let all = GroundLayer(map, on: frame)
    #expect(all.hasImages && all.svg.utf8.count > 100_000)
    #expect(all.svg.utf8.count <= GroundLayer.most + 100)
    let some = GroundLayer(map, on: frame, most: 60_000)
    #expect(some.svg.utf8.count <= 60_100 && some.hasImages)
    #expect(!some.omissions.isEmpty)
    let none = GroundLayer(map, on: frame, most: 100)
    #expect(none.svg.isEmpty && !none.omissions.isEmpty && !none.hasImages)
  }

  @Test func damagedTilesAreNotedOnce() throws {
    let walk = walk
    let map = try map(
      MadeMaps.pmtiles(try tiles(zoom: 14, around: 2).map { ($0, [1, 2, 3]) }))
    let frame = try #require(
      WalkMap(walk.account, kept: Array(walk.account.moments.indices))
    ).frame
    let layer = GroundLayer(map, on: frame)
    #expect(layer.svg.isEmpty)
    #expect((1...9).contains(layer.omissions.count))
    #expect(layer.omissions.contains { $0.contains("is not a vector tile") })
  }
}
