package import Geofence

/// Plays a recording through the same filter and monitor as a live run, on its own clock.
///
/// Nothing waits and nothing depends on when or how fast it is played.
package struct Replay: ~Copyable {
  /// What was come across so far.
  package private(set) var tally = Tally()

  /// What watches the regions.
  package private(set) var monitor: RegionMonitor

  private var latest: (fix: Fix, verdict: FixFilter.Verdict)?
  private var decoder = ReportDecoder()
  private var filter: FixFilter

  /// Creates a replay that watches regions from nothing.
  package init(regions: [Region], blindLimit: Duration, device: String? = nil) {
    monitor = RegionMonitor(regions: regions, blindLimit: blindLimit)
    filter = FixFilter(device: device)
  }

  /// Plays one line and returns what it leads to.
  package mutating func play(_ line: LineSplitter.Line) -> [Finding] {
    latest = nil
    guard case .whole(let bytes) = line else {
      tally.countUnreadable()
      return []
    }
    switch decoder.decode(bytes) {
    case .fix(let fix):
      let verdict = filter.receive(fix)
      tally.count(verdict)
      latest = (fix, verdict)
      guard case .trusted(let trusted) = verdict else { return [] }
      let findings = monitor.receive(trusted)
      for finding in findings { tally.count(finding) }
      return findings
    case .unreadable:
      tally.countUnreadable()
      return []
    default: return []
    }
  }

  /// Why the last line led to what it led to; `nil` when it was not a fix.
  package var explanation: Explanation? {
    latest.map { latest in
      guard case .trusted = latest.verdict else {
        return Explanation(fix: latest.fix, verdict: latest.verdict, estimate: nil, standings: [])
      }
      return Explanation(
        fix: latest.fix, verdict: latest.verdict, estimate: monitor.estimate,
        standings: monitor.standings)
    }
  }
}
