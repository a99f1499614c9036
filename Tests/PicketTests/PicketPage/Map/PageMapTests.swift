import Dispatch
import Foundation
import Maps
@testable import PicketPage
import Testing

/// The map below the regions, as the page serves it.
struct PageMapTests {
  private func answer(_ map: PageMap, _ tile: TileID?) async -> WebResponse {
    let queue = DispatchQueue(label: "test")
    return await withCheckedContinuation { continuation in
      queue.async {
        let reply = WebReply(on: queue) { continuation.resume(returning: $0) }
        if let tile { map.draw(tile, on: queue, reply) } else { map.describe(on: queue, reply) }
      }
    }
  }

  private func text(_ response: WebResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test func missingMapIsDescribedAsNone() async throws {
    let folder = try TemporaryFolder()
    let map = PageMap(path: nil, folder: folder.path)
    let about = text(await answer(map, nil))
    #expect(about == "{\"ok\":true,\"most\":268435456,\"part\":1048576,\"kind\":\"none\"}\n")
    #expect(await answer(map, TileID(zoom: 0, column: 0, row: 0)).status == 404)
  }

  @Test func damagedMapIsReportedToThePhone() async throws {
    let folder = try TemporaryFolder()
    let map = PageMap(path: try folder.write("PMTiles\u{3}", to: "m.pmtiles"), folder: folder.path)
    #expect(text(await answer(map, nil)).contains("the map is damaged"))
  }

  @Test func missingImageTileIsTransparent() async throws {
    let folder = try TemporaryFolder()
    let tile = try #require(TileID(zoom: 3, column: 1, row: 2))
    let file = MadeMaps.pmtiles([(tile, Array(MadeMaps.png))], type: 2)
    let map = PageMap(path: try folder.write(Data(file), to: "m.pmtiles"), folder: folder.path)
    for row in [2, 3] {
      let response = await answer(map, TileID(zoom: 3, column: 1, row: row))
      #expect(response.status == 200 && response.type == "image/png")
    }
  }

  @Test func tilePathsMustFitExactly() throws {
    let tile = try #require(TileID(zoom: 14, column: 8875, row: 5736))
    #expect(Route(path: "/api/map/14/8875/5736") == .tile(tile))
    #expect(Route(path: "/api/map") == .map)
    for path in [
      "/api/map/", "/api/map/14/8875", "/api/map/14/8875/5736/", "/api/map/014/8875/5736",
      "/api/map/14/+8875/5736", "/api/map/14/8875/-1", "/api/map/14/99999/5736",
      "/api/map/40/1/1", "/api/map/../14/1/1", "/api/map/99999999999999999999/1/1",
      "/api/map//8875/5736",
    ] {
      #expect(Route(path: path) == nil, "\(path)")
    }
    #expect(Route.tile(tile).scope == .view)
    #expect(!Route.tile(tile).isPublic && !Route.map.isPublic)
    #expect(Route.tile(tile).methods == ["GET", "HEAD"])
  }

  @Test func cachedTilesAreLimited() throws {
    var cache = TileCache()
    for column in 0..<100 {
      let tile = try #require(TileID(zoom: 10, column: column, row: 0))
      cache[tile] = WebResponse(type: "image/png", body: [UInt8](repeating: 1, count: 100_000))
      // The first tile is requested again and again.
      _ = cache[try #require(TileID(zoom: 10, column: 0, row: 0))]
    }
    #expect(cache.bytes <= TileCache.most)
    #expect(cache[try #require(TileID(zoom: 10, column: 0, row: 0))] != nil)
    #expect(cache[try #require(TileID(zoom: 10, column: 99, row: 0))] != nil)
    #expect(cache[try #require(TileID(zoom: 10, column: 1, row: 0))] == nil)
  }
}
