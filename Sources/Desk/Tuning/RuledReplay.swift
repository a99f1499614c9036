package import Geofence
package import Notation
package import Picket

/// A recording, played by another rule than Picket's own.
package struct RuledReplay: ~Copyable {
  private var path: FixPath<PlainMonitor>
  private var last: TrustedFix?

  /// A replay that has not begun.
  package init(
    _ rule: Rule, regions: [Region], device: String?, memory: Memory = Memory()
  ) {
    path = FixPath(
      filter: FixFilter(device: device),
      decider: PlainMonitor(rule, regions: regions, memory: memory))
  }

  /// Plays the next line; `nil` for a line without a fix.
  package mutating func play(
    _ line: LineSplitter.Line
  ) -> (explanation: Explanation, findings: [Finding])? {
    var findings = path.receive(line).findings
    guard let judgment = path.judgment else { return nil }
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
    return (explanation, findings)
  }
}
