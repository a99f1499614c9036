internal import Geofence

extension FixPath where D == RegionMonitor {
  /// Why the last line led to what it led to, with at most this many regions, and how many more
  /// there are; `nil` when it was not a fix.
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
      standings: standings.shown)
    return (explanation, standings.more)
  }
}
