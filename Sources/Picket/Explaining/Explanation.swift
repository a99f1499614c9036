package import Geofence
internal import Notation
internal import Outputs

/// The explanation of one fix and its effects, for one line of JSON.
package struct Explanation: Hashable, Sendable {
  /// The fix as it was reported.
  package let fix: Fix

  /// Whether the fix is trusted.
  package let verdict: FixFilter.Verdict

  /// The monitor's estimate of the position after it; `nil` for a rejected fix.
  package let estimate: RegionMonitor.Estimate?

  /// The regions within reach.
  package let standings: [Standing]

  /// The approach cue that plays.
  package let cue: Cue?

  /// Creates an explanation with these values.
  package init(
    fix: Fix, verdict: FixFilter.Verdict, estimate: RegionMonitor.Estimate?, standings: [Standing],
    cue: Cue? = nil
  ) {
    self.fix = fix
    self.verdict = verdict
    self.estimate = estimate
    self.standings = standings
    self.cue = cue
  }

  /// The explanation as one line of JSON.
  package var json: String {
    var line = start
    if case .trusted = verdict { line.add("regions", standings.map(\.json)) }
    return line.text
  }

  /// The same line for clients that watch, with the error and the motion that the receiver
  /// reported, and without some of the regions if there are very many.
  ///
  /// - Parameter more: The number of regions that were left out before.
  func watched(more: Int) -> String {
    var line = start
    if case .trusted = verdict { line.add("regions", standings.map(\.json), more: more, .fix) }
    line.add("eph", fix.eph, decimals: 2)
    line.add("speed", fix.speed, decimals: 2)
    line.add("track", fix.track, decimals: 1)
    return line.text
  }

  private var start: JSONLine {
    var line = JSONLine()
    line.add("time", fix.time?.rfc3339)
    switch verdict {
    case .trusted: line.add("fix", "trusted")
    case .rejected(let reason):
      line.add("fix", "rejected")
      line.add("reason", reason.rawValue)
    }
    line.add("lat", estimate?.coordinate.latitude, decimals: 7)
    line.add("lon", estimate?.coordinate.longitude, decimals: 7)
    line.add("sd", estimate?.sigma, decimals: 1)
    if case .trusted(let trusted) = verdict {
      line.add("accuracy_from", trusted.accuracySource?.rawValue)
      if let cue { line.add("approach", cue.json) }
    }
    return line
  }
}

extension Cue {
  /// The cue as an object of JSON.
  fileprivate var json: JSONLine {
    var line = JSONLine()
    line.add("region", region)
    line.add("step", step)
    line.add("seconds", seconds, decimals: 1)
    return line
  }
}

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
