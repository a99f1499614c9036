import Foundation
import Geofence
@testable import Maps
@testable import PicketPage
import Testing

/// A map that a phone sends in parts.
struct MapUploadTests {
  private let folder: TemporaryFolder
  private let path: String
  private let map: [UInt8]
  private let now = Instant(.seconds(100))

  init() throws {
    folder = try TemporaryFolder()
    let tile = try #require(TileID(zoom: 3, column: 1, row: 2))
    map = MadeMaps.pmtiles([(tile, Array(MadeMaps.png))], type: 2, zooms: (0, 3))
    path = folder.path + "/ground.map"
  }

  private func part(_ upload: String, _ offset: Int, of size: Int) throws -> MapUpload.Chunk {
    try MapUpload.Chunk(["upload": upload, "at": "\(offset)", "size": "\(size)"])
  }

  private func status(_ body: () throws -> Void) -> Int {
    do {
      try body()
      return 200
    } catch {
      return (error as? Denial)?.status ?? 0
    }
  }

  @Test func wholeMapTakesItsPlace() throws {
    var upload = MapUpload(path: path)
    let isHalf = try upload.add(Array(map[..<50]), part("a", 0, of: map.count), at: now)
    #expect(!isHalf)
    #expect(try folder.names == ["ground.map.part"])
    let isWhole = try upload.add(Array(map[50...]), part("a", 50, of: map.count), at: now)
    #expect(isWhole)
    #expect(try folder.names == ["ground.map"])
    _ = try PMTilesFile(path: path)
  }

  @Test func brokenUploadLeavesTheOldMap() throws {
    _ = try folder.write(Data(map), to: "ground.map")
    var upload = MapUpload(path: path)
    // Not a map.
    #expect(status { _ = try upload.add([1, 2, 3], part("a", 0, of: 3), at: now) } == 400)
    // Its end does not come.
    let isBegun = try upload.add(Array(map[..<50]), part("b", 0, of: map.count), at: now)
    #expect(!isBegun)
    _ = MapUpload(path: path)
    #expect(try folder.names == ["ground.map"])
    _ = try PMTilesFile(path: path)
  }

  @Test func mapWithoutItsEndIsRefused() throws {
    var upload = MapUpload(path: path)
    let short = Array(map.dropLast())
    #expect(status { _ = try upload.add(short, part("a", 0, of: short.count), at: now) } == 400)
    #expect(try folder.names.isEmpty)
  }

  @Test func partsMustFollowEachOther() throws {
    var upload = MapUpload(path: path)
    #expect(status { _ = try upload.add(map, part("a", 5, of: 500), at: now) } == 409)
    _ = try upload.add(Array(map[..<50]), part("a", 0, of: map.count), at: now)
    for (other, offset, bytes) in [
      ("b", 50, Array(map[50...])), ("a", 40, map), ("a", 50, []), ("a", 50, map),
    ] {
      #expect(
        status { _ = try upload.add(bytes, part(other, offset, of: map.count), at: now) } == 409,
        "\(other) \(offset)")
    }
    // Another phone begins again.
    _ = try upload.add(Array(map[..<50]), part("b", 0, of: map.count), at: now)
    #expect(
      status { _ = try upload.add(Array(map[50...]), part("a", 50, of: map.count), at: now) } == 409
    )
    let isWhole = try upload.add(Array(map[50...]), part("b", 50, of: map.count), at: now)
    #expect(isWhole)
  }

  @Test func sizeOfAnUploadStays() throws {
    var upload = MapUpload(path: path)
    _ = try upload.add(Array(map[..<50]), part("a", 0, of: map.count), at: now)
    let more = map + map
    #expect(
      status { _ = try upload.add(Array(more[50...]), part("a", 50, of: more.count), at: now) }
        == 409)
  }

  @Test func roomIsCheckedAtEachPart() throws {
    var upload = MapUpload(path: path)
    upload.room = { _ in 65 << 20 }
    _ = try upload.add(Array(map[..<50]), part("a", 0, of: map.count), at: now)
    upload.room = { _ in 63 << 20 }
    #expect(
      status { _ = try upload.add(Array(map[50...]), part("a", 50, of: map.count), at: now) }
        == 413)
    #expect(try folder.names.isEmpty)
  }

  @Test func silentUploadIsRemoved() throws {
    var upload = MapUpload(path: path)
    _ = try upload.add(Array(map[..<50]), part("a", 0, of: map.count), at: now)
    upload.giveUp(at: now.advanced(by: .seconds(59)))
    #expect(try folder.names == ["ground.map.part"])
    upload.giveUp(at: now.advanced(by: .seconds(60)))
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: [
    [:], ["upload": "a", "at": "0"], ["upload": "", "at": "0", "size": "1"],
    ["upload": "a", "at": "-1", "size": "1"], ["upload": "a", "at": "0", "size": "0"],
    ["upload": "a", "at": "x", "size": "1"],
  ])
  func wrongArgumentsAreRefused(arguments: [String: String]) {
    #expect(status { _ = try MapUpload.Chunk(arguments) } == 400)
  }

  @Test func tooLargeMapIsRefused() {
    #expect(status { _ = try part("a", 0, of: MapUpload.most + 1) } == 413)
  }
}
