internal import Geofence

extension FixPath where D == RegionMonitor {
  /// The explanation of the last line with at most this many regions, and the number of further
  /// regions; `nil` when the line was not a fix.
  func explained(most: Int) -> (explanation: Explanation, more: Int)? {
    guard let judgment else { return nil }
    guard case .trusted = judgment.verdict else {
      let explanation = Explanation(
        fix: judgment.fix, verdict: judgment.verdict, estimate: nil, standings: [])
      return (explanation, 0)
    }
    let standings = decider.standings(most: most)
    let explanation = Explanation(
      fix: judgment.fix, verdict: judgment.verdict, estimate: decider.estimate,
      standings: standings.shown, cue: decider.cue)
    return (explanation, standings.more)
  }
}
