package import Geofence
package import Notation
internal import Outputs
package import Picket
internal import Receiver

/// Plays a recording on its own clock, down the same path as the fixes of a live run.
///
/// Nothing waits and nothing depends on when or how fast it is played.
package struct CaptureReplay: ~Copyable {
  private var path: FixPath<RegionMonitor>

  /// Creates a replay that watches regions from nothing, or from what was known before.
  package init(
    regions: [Region], blindLimit: Duration, device: String? = nil, memory: Memory = Memory()
  ) {
    path = FixPath(
      device: device,
      decider: RegionMonitor(regions: regions, blindLimit: blindLimit, memory: memory))
  }

  /// Creates a replay that goes on from where a recording was started.
  package init(regions: [Region], after before: WalkStart.Before) {
    path = FixPath(
      filter: before.filter, sigmas: before.sigmas, drivers: before.drivers ?? [:],
      decider: RegionMonitor(regions: regions, snapshot: before.monitor))
  }

  /// All lines so far, counted.
  package var tally: Tally { path.tally }

  /// What watches the regions.
  package var monitor: RegionMonitor { path.decider }

  /// Watches other regions from here on; from an instant on, if that was recorded.
  package mutating func watch(_ regions: [Region], at instant: Instant?) {
    path.decider.watch(regions, at: instant)
  }

  /// Finds what is due by an instant, as a controller did.
  package mutating func deadlineReached(at instant: Instant) -> [Finding] {
    path.deadlineReached(at: instant)
  }

  /// Plays one line, with its arrival where that was recorded, and returns what it leads to.
  package mutating func play(
    _ line: LineSplitter.Line, _ arrival: Arrival = .unknown
  ) -> [Finding] {
    path.receive(line, arrival).findings
  }

  /// Why the last line led to what it led to; `nil` when it was not a fix.
  package var explanation: Explanation? { path.explanation }
}
