@testable import Desk
import Geofence
@testable import Notation
@testable import Picket
@testable import Receiver
@testable import System
import Testing

struct WalkReplayTests {
  @Test(arguments: 1...40) func whatWasRecordedFromAnyMomentOnIsPlayedToTheLastDigit(
    seed: UInt64
  ) throws {
    let folder = try TemporaryFolder()
    var course = RecordedCourse(seed: seed)
    try course.go(Int(seed) * 23 % 400)
    try course.start(in: folder.path)
    try course.go(600)
    try course.end()
    let walk = try Walk(path: "\(folder.path)/walk")
    #expect(walk.notices.isEmpty)
    let events = course.events
    #expect(walk.events == events)
    #expect(try Self.play(walk) == events)
  }

  @Test func walksHoldEnoughToBeCompared() throws {
    let folder = try TemporaryFolder()
    var count = 0
    var kinds: Set<String> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var course = RecordedCourse(seed: seed)
      try course.go(Int(seed) * 23 % 400)
      let directory = "\(folder.path)/\(seed)"
      try course.start(in: directory)
      try course.go(600)
      count += course.events.count
      for (entry, _) in try Walk(path: "\(directory)/walk").entries {
        kinds.insert(String("\(entry)".prefix { $0 != "(" }))
      }
    }
    #expect(count > 400)
    #expect(kinds.isSuperset(of: ["due", "arrived", "regions"]))
  }

  /// The events of a replay.
  static func play(_ walk: Walk, settings: WalkReplay.Settings? = nil) throws -> [String] {
    var replay = try WalkReplay(walk, settings: settings)
    var events: [String] = []
    func take(_ findings: [Finding]) {
      for case .event(let event) in findings { events.append(event.json) }
    }
    try Capture.forEachLine(of: walk.reports) { take(replay.play($0)) }
    take(replay.finish())
    return events
  }
}
