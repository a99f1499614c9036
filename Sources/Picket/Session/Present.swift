internal import Geofence

/// The present by each clock of a session.
struct Present: Sendable {
  /// The monotonic clock.
  let now: Instant

  /// The monotonic clock at the pace of the fixes, by which they arrive.
  let counted: Instant

  /// The timeline of the fixes.
  let instant: Instant

  // The time and the instant of the last trusted fix.
  private let seen: (time: Timestamp, instant: Instant)?

  /// The present of a session.
  ///
  /// - Parameters:
  ///   - lead: The lead of the timeline of the fixes over the counted clock.
  ///   - seen: The time and the instant of the last trusted fix.
  init(
    _ now: Instant, _ pace: Pace, lead: Duration, seen: (time: Timestamp, instant: Instant)?
  ) {
    self.now = now
    counted = pace.counted(now)
    instant = counted.advanced(by: lead)
    self.seen = seen
  }

  /// The time of day; `nil` before the receiver has reported it.
  var time: Timestamp? { seen.map { $0.time.advanced(by: $0.instant.duration(to: instant)) } }
}
