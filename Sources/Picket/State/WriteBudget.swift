import Geofence

/// A limit for writes: N an hour, in bursts of up to N/10.
package struct WriteBudget: Hashable, Sendable {
  private let interval: Duration
  private let most: Duration
  // The time that is saved up; each write costs one interval of it.
  private var saved: Duration
  private var last: Instant

  /// Creates a full budget.
  init(perHour: Int, at now: Instant) {
    interval = .seconds(3600) / perHour
    most = interval * max(1, perHour / 10)
    saved = most
    last = now
  }

  /// Spends one write.
  ///
  /// - Returns: `nil` when the write may be done now, or else the time to wait.
  mutating func spend(at now: Instant) -> Duration? {
    saved = min(most, saved + max(.zero, last.duration(to: now)))
    last = now
    guard saved >= interval else { return interval - saved }
    saved -= interval
    return nil
  }
}
