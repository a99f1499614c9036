package import Geofence
package import Notation
internal import Outputs
package import Picket
internal import Receiver

/// Plays a recording through the same filter and monitor as a live run, on its own clock.
///
/// Nothing waits and nothing depends on when or how fast it is played.
package struct CaptureReplay: ~Copyable {
  /// What was come across so far.
  package private(set) var tally = Tally()

  /// What watches the regions.
  package private(set) var monitor: RegionMonitor

  private var latest: (fix: Fix, verdict: FixFilter.Verdict)?
  private var decoder = ReportDecoder()
  private var filter: FixFilter

  /// Creates a replay that watches regions from nothing, or from what was known before.
  package init(
    regions: [Region], blindLimit: Duration, device: String? = nil, memory: Memory = Memory()
  ) {
    monitor = RegionMonitor(regions: regions, blindLimit: blindLimit, memory: memory)
    filter = FixFilter(device: device)
  }

  /// Creates a replay that goes on from where a recording was started.
  package init(regions: [Region], after before: WalkStart.Before) {
    monitor = RegionMonitor(regions: regions, snapshot: before.monitor)
    filter = before.filter
    decoder.sigmas = before.sigmas
  }

  /// Watches other regions from here on; from an instant on, if that was recorded.
  package mutating func watch(_ regions: [Region], at instant: Instant?) {
    monitor.watch(regions, at: instant)
  }

  /// Finds what is due by an instant, as a controller did.
  package mutating func deadlineReached(at instant: Instant) -> [Finding] {
    count(monitor.deadlineReached(at: instant))
  }

  /// When a line arrived, and how long after the last trusted fix.
  package struct Arrival: Hashable, Sendable {
    let instant: Instant
    let elapsed: Duration?
  }

  /// Plays one line and returns what it leads to.
  package mutating func play(_ line: LineSplitter.Line) -> [Finding] {
    play(line, arrival: nil)
  }

  /// Plays one line of which the arrival is known where that matters.
  package mutating func play(_ line: LineSplitter.Line, arrival: Arrival?) -> [Finding] {
    latest = nil
    guard case .whole(let bytes) = line else {
      tally.countUnreadable()
      return []
    }
    switch decoder.decode(bytes) {
    case .fix(let fix):
      let verdict = filter.receive(fix, arrival: arrival?.instant, elapsed: arrival?.elapsed)
      tally.count(verdict)
      latest = (fix, verdict)
      guard case .trusted(let trusted) = verdict else { return [] }
      return count(monitor.receive(trusted))
    case .unreadable:
      tally.countUnreadable()
      return []
    default: return []
    }
  }

  private mutating func count(_ findings: [Finding]) -> [Finding] {
    for finding in findings { tally.count(finding) }
    return findings
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
