import Base
import Board
import Desk
import Geofence
import Picket

/// A recorded walk, played for a report.
struct ReplayedWalk: Sendable {
  /// The account of the walk.
  private(set) var account: Account

  /// The monitor at the end of the walk.
  let monitor: RegionMonitor

  /// The counts of the walk's lines.
  let tally: Tally

  /// Warnings for a person, such as about a torn end.
  let notices: [Problem]

  /// Plays a walk, with the changes of its regions.
  ///
  /// - Parameters:
  ///   - settings: The settings to use instead of the recorded ones.
  /// - Throws: `Problems` of its regions, or `UnusableFile`.
  ///   - isKeeping: Whether the account keeps its notes, from which a shared report is made.
  init(
    _ walk: Walk, title: String? = nil, settings: WalkReplay.Settings? = nil,
    isKeeping: Bool = false
  ) throws {
    var replay = try WalkReplay(walk, settings: settings)
    let changes = settings == nil ? walk.regionChanges : []
    var account = Account(
      title: title ?? walk.name, regions: Array(replay.replay.monitor.watching.values),
      blindLimit: replay.replay.monitor.blindLimit, isKeeping: isKeeping)
    var events: [String] = []
    var reminders: [Reminder] = []
    func noteEvents(_ findings: [Finding]) {
      for case .event(let event) in findings { events.append(event.json) }
      reminders += replay.nextReminders()
    }
    try Capture.forEachLine(of: walk.reports) { line in
      let findings = replay.play(line)
      account.note(line)
      noteEvents(findings)
      if changes.contains(replay.reports) {
        account.watch(Array(replay.replay.monitor.watching.values))
      }
      account.explain(replay.replay.explanation, findings)
    }
    let findings = replay.finish()
    noteEvents(findings)
    account.explain(nil, findings)
    for case .mark(let text, let time, let coordinate) in walk.entries.map(\.entry) {
      account.mark(WalkMark(text: text, time: time, coordinate: coordinate))
    }
    for reminder in reminders { account.remind(reminder) }
    if settings == nil {
      let played = events + reminders.map(\.json)
      account.differences = walk.differences(to: played, reports: replay.reports)
    }
    self.account = account
    monitor = replay.replay.monitor
    tally = replay.replay.tally
    notices = replay.notices
  }
}

extension Walk {
  /// The numbers, from 1, of the first reports after a change of the regions.
  var regionChanges: Set<Int> {
    Set(
      entries.compactMap { entry, report in
        if case .regions = entry { report + 1 } else { nil }
      })
  }
}
