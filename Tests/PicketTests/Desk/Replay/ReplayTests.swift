import Foundation
import Geofence
import Testing

struct ReplayTests {
  static let logs = [
    "bt451", "bundg_zeus_9", "haicom-305N", "humminbird-M37", "navisys-gr701w", "quectel-eg25-g",
    "sirf2", "telit-he910",
  ]

  @Test(arguments: logs) func receiverReportsGiveTheExpectedEvents(name: String) throws {
    let folder = try TemporaryFolder()
    let capture = try Recording.unpacked(Recording.log("\(name).json.xz"), in: folder)
    let (events, _) = try Recording.replay(
      capture, regions: Recording.log("\(name).regions.geojson"))
    #expect(
      try events == Recording.lines(of: Recording.log("\(name).events.jsonl")),
      "\(events.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("bt451", 8), ("bundg_zeus_9", 148), ("haicom-305N", 67), ("humminbird-M37", 25),
    ("navisys-gr701w", 55), ("quectel-eg25-g", 22), ("sirf2", 615), ("telit-he910", 186),
  ]) func rawLogGivesTheExpectedFixes(name: String, trusted: Int) throws {
    let folder = try TemporaryFolder()
    let log = try Recording.unpacked(Recording.log("\(name).log.xz"), in: folder)
    let (_, tally) = try Recording.replay(
      log, regions: Recording.log("\(name).regions.geojson"))
    let refused = tally.rejected.values.reduce(0, +)
    // Releases of gpsd differ in which report of an epoch comes first.
    #expect(abs(tally.fixes - refused - trusted) <= 1)
    #expect(tally.unreadable == 0)
  }

  @Test func rejectedFixesHaveTheirReasons() throws {
    let reasons: [(String, Rejection)] = [
      ("bt451", .backwards), ("bundg_zeus_9", .duplicate), ("humminbird-M37", .backwards),
      ("navisys-gr701w", .noFix), ("quectel-eg25-g", .noTime),
    ]
    for (name, reason) in reasons {
      let folder = try TemporaryFolder()
      let capture = try Recording.unpacked(Recording.log("\(name).json.xz"), in: folder)
      let (_, tally) = try Recording.replay(
        capture, regions: Recording.log("\(name).regions.geojson"))
      #expect(tally.rejected[reason, default: 0] > 0, "\(name): \(reason)")
    }
  }

  /// The scored walks whose regions are circles.
  static let walks = [
    "01-clean-walk-1hz", "02-slow-walk-1hz", "04-car-5hz", "05-pace-border-1hz",
    "06-stand-border-1hz", "08-graze-in-1hz", "10-cold-start-5hz", "12-dropout-1hz",
    "13-adjacent-1hz", "14-nested-1hz", "15-long-stay-1hz", "16-no-speed-5hz",
    "17-no-accuracy-1hz", "18-clean-walk-1hz", "19-clean-walk-1hz", "20-car-1hz", "21-cycle-1hz",
    "22-pace-border-5hz", "25-graze-in-1hz", "27-urban-1hz", "29-adjacent-1hz", "30-cold-start-1hz",
  ]

  /// The walks whose regions are polygons.
  static let polygonWalks = [
    "03-cycle-1hz", "07-graze-out-1hz", "09-indoor-near-1hz", "11-urban-1hz",
    "23-stand-border-1hz", "24-graze-out-1hz", "26-indoor-near-1hz", "28-dropout-5hz",
  ]

  @Test(arguments: walks + polygonWalks)
  func scoredWalkGivesTheExpectedEvents(name: String) throws {
    let lines = try Recording.lines(of: Recording.walk("\(name).expected.jsonl"))
    let (events, expected) = (try events(ofWalk: name), lines.map(essence))
    guard !Recording.isDecodedByThatRelease else {
      return #expect(events.sorted() == expected.sorted())
    }
    // One fix earlier or later.
    let (found, meant) = (events.map(moment), expected.map(moment))
    #expect(found.map(\.what).sorted() == meant.map(\.what).sorted())
    #expect(
      meant.allSatisfy { meant in
        found.contains { $0.what == meant.what && abs($0.seconds - meant.seconds) <= 1.01 }
      })
  }

  /// The time of an event, and what it was.
  private func moment(_ essence: String) -> (seconds: Double, what: String) {
    let words = essence.split(separator: " ", maxSplits: 1).map(String.init)
    let time = Timestamp(rfc3339: words[0]).map { Double($0.nanoseconds) / 1e9 } ?? .nan
    return (time, words[1])
  }

  /// The time, region and kind of each event of a walk.
  private func events(ofWalk name: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let log = try Recording.unpacked(Recording.walk("\(name).nmea.xz"), in: folder)
    return try Recording.replay(log, regions: Recording.walk("\(name).regions.geojson"))
      .events.map(essence)
  }

  private func essence(_ line: String) -> String {
    ["time", "region", "event"].map { field($0, of: line) ?? "" }.joined(separator: " ")
  }

  @Test func replaysOfARecordingAreIdentical() throws {
    let folder = try TemporaryFolder()
    let log = try Recording.unpacked(Recording.walk("14-nested-1hz.nmea.xz"), in: folder)
    let regions = Recording.walk("14-nested-1hz.regions.geojson")
    #expect(
      try Recording.replay(log, regions: regions).events
        == Recording.replay(log, regions: regions).events)
  }
}
