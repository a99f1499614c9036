@testable import Base
@testable import Board
@testable import Desk
import Geofence
@testable import Picket
@testable import RegionFiles

extension Target {
  /// A walk that can be read can be played, also with a corrected checksum.
  func checkWalk(_ bytes: [UInt8]) {
    readWalk(bytes)
    let marker = "\"regions\":\""
    let text = String(decoding: bytes, as: UTF8.self)
    guard let place = text.firstRange(of: marker) else { return }
    let rest = text[place.upperBound...].drop { $0 != "\"" }
    let sum = String(Checksum.crc32(Self.geojson.utf8), radix: 16)
    readWalk(Array((text[..<place.upperBound] + sum + rest).utf8))
  }

  private func readWalk(_ bytes: [UInt8]) {
    let reports = Self.ride
    let folder = Folder(files: [
      "walk.jsonl": bytes, "regions.geojson": Array(Self.geojson.utf8),
      "reports.json": Array(reports.joined(separator: "\n").utf8),
    ])
    guard let walk = try? Walk(path: folder.path), var replay = try? WalkReplay(walk) else {
      return
    }
    for notice in replay.notices {
      expect(!notice.description.utf8.contains(0x0a), "more than one line: \(notice)")
    }
    var played: [String] = []
    func note(_ findings: [Finding]) {
      for case .event(let event) in findings {
        expectJSON(event.json)
        played.append(event.json)
      }
    }
    for report in reports { note(replay.play(.whole(Array(report.utf8)))) }
    note(replay.finish())
    expectState(SavedState(memory: replay.replay.monitor.memory))
    _ = walk.differences(to: played, reports: replay.reports)
  }

  private static let geojson: String = {
    let center = Coordinate(latitude: 47, longitude: 15)
    let east = Coordinate(latitude: 47, longitude: 15.004)
    let regions = [
      Region(
        id: "ring", shape: .circle(Circle(center: center, radius: 40)!), linger: .seconds(2),
        dwell: .seconds(7)),
      Region(
        id: "path", shape: .corridor(Corridor(lines: [[center, east]], width: 25)!),
        exclude: ["ring"]),
      Region(id: "far", shape: .circle(Circle(center: east, radius: 50)!)),
    ]
    return RegionsText(usual: WalkStart.Thresholds(RegionSettings())).text(regions)
  }()

  /// A ride to the east through all regions.
  static let ride = (0..<90).map { second in
    let time = Timestamp(nanoseconds: 1_780_478_100_000_000_000 + Int64(second) * 1_000_000_000)
    return """
      {"class":"TPV","device":"/dev/a","mode":3,"time":"\(time.rfc3339)","lat":47.00001,\
      "lon":\(14.998 + 8e-5 * Double(second)),"speed":6.0,"track":90.0,"eph":12.0}
      """
  }
}
