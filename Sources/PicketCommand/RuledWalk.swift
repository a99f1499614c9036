import Desk
import Geofence
import Notation
import Picket
import Receiver
import Reports

/// A recording, played for a report by another rule than Picket's own.
struct RuledWalk: Sendable {
  /// The account of the recording by the other rule.
  private(set) var account: Account

  /// Plays a recording.
  ///
  /// - Throws: `UnusableFile`.
  init(
    _ reports: String, rule: Rule, regions: [Region], blindLimit: Duration, device: String?,
    memory: Memory = Memory(), isKeeping: Bool = false
  ) throws {
    var replay = RuledReplay(rule, regions: regions, device: device, memory: memory)
    var account = Account(
      title: rule.rawValue, regions: regions, blindLimit: blindLimit, isKeeping: isKeeping)
    try Capture.forEachLine(of: reports) { line in
      guard let played = replay.play(line) else { return }
      account.note(played.explanation, played.findings)
    }
    self.account = account
  }
}
