package import Geofence
internal import Notation
internal import Outputs

/// Why a fix led to what it led to: one line of JSON.
package struct Explanation: Hashable, Sendable {
  /// The fix as it was reported.
  package let fix: Fix

  /// What became of it.
  package let verdict: FixFilter.Verdict

  /// Where the monitor takes the carrier to be after it; not after a fix that was rejected.
  package let estimate: RegionMonitor.Estimate?

  /// The regions within reach.
  package let standings: [Standing]

  /// Creates one with these values.
  package init(
    fix: Fix, verdict: FixFilter.Verdict, estimate: RegionMonitor.Estimate?, standings: [Standing]
  ) {
    self.fix = fix
    self.verdict = verdict
    self.estimate = estimate
    self.standings = standings
  }

  /// The explanation as one line of JSON.
  package var json: String {
    var line = start
    if case .trusted = verdict { line.add("regions", standings.map(\.json)) }
    return line.text
  }

  /// The same for those who watch, with the error and the motion that the receiver reported;
  /// without some of the regions if there are very many.
  ///
  /// - Parameter more: How many regions were left out already.
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
    }
    return line
  }
}
