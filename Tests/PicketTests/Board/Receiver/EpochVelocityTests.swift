import Base
import Board
import Foundation
import Geofence
import Picket
import Testing

/// Logs of real receivers: the velocity of each fix is that of a report that has a course.
struct EpochVelocityTests {
  /// The velocities of a moment.
  private struct Moment {
    let time: String
    /// Those of the reports with a course, as gpsd sent them.
    var reported: Set<[Double]> = []
    /// That of the fix.
    var ofFix: [Double]?
  }

  /// The number of times with a course, and the times whose fix has another velocity.
  static func counts(of path: String) throws -> (all: Int, wrong: [String]) {
    var fixes = FixPath(filter: FixFilter(), decider: Survey())
    var moments: [Moment] = []
    try Capture.forEachLine(of: path) { line in
      _ = fixes.receive(line)
      guard case .whole(let bytes) = line,
        let report = (try? JSON.parse(String(decoding: bytes, as: UTF8.self)))?.object,
        report["class"]?.string == "TPV", let time = report["time"]?.string
      else { return }
      if moments.last?.time != time { moments.append(Moment(time: time)) }
      if let speed = report["speed"]?.number, let track = report["track"]?.number {
        moments[moments.count - 1].reported.insert([speed, track])
      }
      guard case .trusted(let fix)? = fixes.verdict else { return }
      moments[moments.count - 1].ofFix = [fix.speed, fix.track].compactMap { $0 }
    }
    let known = moments.filter { !$0.reported.isEmpty && $0.ofFix != nil }
    let wrong = known.filter { !$0.reported.contains($0.ofFix ?? []) }
    return (known.count, wrong.map(\.time))
  }

  private static let logs = [
    "bt451", "bundg_zeus_9", "haicom-305N", "humminbird-M37", "navisys-gr701w", "quectel-eg25-g",
    "sirf2", "telit-he910",
  ]

  @Test(arguments: logs) func fixHasTheReceiversVelocity(log: String) throws {
    let folder = try TemporaryFolder()
    let path = try Recording.unpacked(try Recording.log("\(log).log.xz"), in: folder)
    let (all, wrong) = try Self.counts(of: path)
    #expect(all > 0)
    #expect(wrong.isEmpty, "\(wrong.count) of \(all), first \(wrong.first ?? "")")
  }

  @Test(arguments: logs) func velocityOfARealReceiverIsNotDoubted(log: String) throws {
    // gpsd 3.25 reports 0 to 0.4 m/s for its 3 m/s: the doubt is right then.
    guard Recording.isDecodedByThatRelease || log != "bundg_zeus_9" else { return }
    let folder = try TemporaryFolder()
    let path = try Recording.unpacked(try Recording.log("\(log).log.xz"), in: folder)
    var fixes = FixPath(filter: FixFilter(), decider: Survey())
    try Capture.forEachLine(of: path) { line in
      _ = fixes.receive(line)
      #expect(fixes.velocity.doubt == nil, "fix \(fixes.tally.trusted)")
    }
  }
}
