package import Geofence
package import Notation
internal import Outputs
package import Picket
internal import Receiver
internal import System

/// A walk that was recorded, played and noted down for a report.
package struct ReplayedWalk: Sendable {
  /// What happened on it.
  package private(set) var account: Account

  /// What watched its regions last.
  package let monitor: RegionMonitor

  /// What was come across.
  package let tally: Tally

  /// What a person must be told, such as that its end is torn.
  package let notices: [Problem]

  /// Plays a walk, with the regions as they were changed on the way.
  ///
  /// - Parameter settings: What to go by in place of what was recorded.
  /// - Throws: `Problems` with its regions, or `UnusableFile`.
  package init(_ walk: Walk, title: String? = nil, settings: WalkReplay.Settings? = nil) throws {
    var replay = try WalkReplay(walk, settings: settings)
    let changes = settings == nil ? walk.regionChanges : []
    var account = Account(
      title: title ?? walk.name, regions: Array(replay.replay.monitor.regions.values),
      blindLimit: replay.replay.monitor.blindLimit)
    var told: [String] = []
    func tell(_ findings: [Finding]) {
      for case .event(let event) in findings { told.append(event.json) }
    }
    try Capture.forEachLine(of: walk.reports) { line in
      let findings = replay.play(line)
      tell(findings)
      if changes.contains(replay.reports) {
        account.watch(Array(replay.replay.monitor.regions.values))
      }
      account.note(replay.replay.explanation, findings)
    }
    let findings = replay.finish()
    tell(findings)
    account.note(nil, findings)
    for case .mark(let text, let time, let coordinate) in walk.entries.map(\.entry) {
      account.note(Mark(text: text, time: time, coordinate: coordinate))
    }
    if settings == nil {
      account.differences = walk.differences(to: told, reports: replay.reports)
    }
    self.account = account
    monitor = replay.replay.monitor
    tally = replay.replay.tally
    notices = replay.notices
  }
}

extension Walk {
  /// From which reports on other regions were watched, by their numbers from 1.
  fileprivate var regionChanges: Set<Int> {
    Set(
      entries.compactMap { entry, report in
        if case .regions = entry { report + 1 } else { nil }
      })
  }
}
