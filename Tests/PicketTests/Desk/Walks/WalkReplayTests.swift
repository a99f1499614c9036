import Board
import Desk
import Geofence
import Picket
import Testing

struct WalkReplayTests {
  @Test(arguments: 1...40) func replayFromAnyMomentIsExact(
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
    #expect(walk.differences(to: events + course.reminders, reports: .max).isEmpty)
    #expect(try Self.reminders(of: walk) == course.reminders)
    #expect(try Self.cues(walk) == course.cues)
  }

  @Test func walksHaveEnoughEventsToCompare() throws {
    let folder = try TemporaryFolder()
    var (count, reminders, cues) = (0, 0, 0)
    var kinds: Set<String> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var course = RecordedCourse(seed: seed)
      try course.go(Int(seed) * 23 % 400)
      let directory = "\(folder.path)/\(seed)"
      try course.start(in: directory)
      try course.go(600)
      count += course.events.count
      reminders += course.reminders.count
      cues += course.cues.count
      for (entry, _) in try Walk(path: "\(directory)/walk").entries {
        kinds.insert(String("\(entry)".prefix { $0 != "(" }))
      }
    }
    #expect(count > 400)
    #expect(reminders > 400)
    #expect(cues > 400)
    #expect(
      kinds.isSuperset(of: [
        "due", "arrived", "regions", "reminder", "acknowledged", "cueAcknowledged",
      ]))
  }

  /// The steps of the approach cues of a replay, and 0 whenever one ends.
  private static func cues(_ walk: Walk) throws -> [Int] {
    var replay = try WalkReplay(walk)
    var last = replay.replay.monitor.cue?.step ?? 0
    var steps: [Int] = []
    func take(_ findings: [Finding]) {
      for case .cue(let cue, _) in findings where cue?.step ?? 0 != last {
        last = cue?.step ?? 0
        steps.append(last)
      }
    }
    try Capture.forEachLine(of: walk.reports) { take(replay.play($0)) }
    take(replay.finish())
    return steps
  }

  /// The reminders of a replay.
  private static func reminders(of walk: Walk) throws -> [String] {
    var replay = try WalkReplay(walk)
    var reminders: [String] = []
    try Capture.forEachLine(of: walk.reports) { line in
      _ = replay.play(line)
      reminders += replay.nextReminders().map(\.json)
    }
    _ = replay.finish()
    return reminders + replay.nextReminders().map(\.json)
  }

  /// The events of a replay.
  static func play(_ walk: Walk, settings: WalkReplay.Settings? = nil) throws -> [String] {
    var replay = try WalkReplay(walk, settings: settings)
    var events: [String] = []
    func note(_ findings: [Finding]) {
      for case .event(let event) in findings { events.append(event.json) }
    }
    try Capture.forEachLine(of: walk.reports) { note(replay.play($0)) }
    note(replay.finish())
    return events
  }
}
