package import Geofence
internal import Notation
internal import Picket
internal import Receiver

/// A recording, played for a report by another rule than Picket's own.
package struct RuledWalk: Sendable {
  /// The account of the recording by the other rule.
  package private(set) var account: Account

  /// Plays a recording.
  ///
  /// - Throws: `UnusableFile`.
  package init(
    _ reports: String, rule: Rule, regions: [Region], blindLimit: Duration, device: String?,
    memory: Memory = Memory()
  ) throws {
    var path = FixPath(
      filter: FixFilter(device: device),
      decider: PlainMonitor(rule, regions: regions, memory: memory))
    var account = Account(title: rule.rawValue, regions: regions, blindLimit: blindLimit)
    var last: TrustedFix?
    try Capture.forEachLine(of: reports) { line in
      var findings = path.receive(line).findings
      guard let judgment = path.judgment else { return }
      var explanation = Explanation(
        fix: judgment.fix, verdict: judgment.verdict, estimate: nil, standings: [])
      switch judgment.verdict {
      case .trusted(let fix):
        last = fix
        explanation = Explanation(
          fix: judgment.fix, verdict: judgment.verdict, estimate: path.decider.estimate,
          standings: path.decider.standings)
      case .rejected(let reason):
        guard let last, let doubted = TrustedFix(doubted: judgment.fix, as: reason, after: last)
        else { break }
        findings += path.decider.decide(doubted)
      }
      account.note(explanation, findings)
    }
    self.account = account
  }
}
