import Geofence

/// A limit for writes: N an hour, in bursts of up to N/10.
package struct WriteBudget: Hashable, Sendable {
  private let interval: Duration
  private let most: Duration
  // The time that is saved up; each write costs one interval of it.
  private var saved: Duration
  private var last: Instant

  /// Creates a full budget.
  ///
  /// - Parameter burst: The most writes at once; N/10 if not given.
  init(perHour: Int, burst: Int? = nil, at now: Instant) {
    interval = .seconds(3600) / perHour
    most = interval * (burst ?? max(1, perHour / 10))
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
