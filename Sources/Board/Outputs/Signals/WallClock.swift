package import Geofence

/// The time of day that a fix gave, continued with the monotonic clock.
package struct WallClock: Hashable, Sendable {
  /// The time that the fix gave.
  private let time: Timestamp
  /// The instant at which the clock showed that time.
  private let start: Instant
  /// The speed of the clock relative to real time; other than 1 in a replay only.
  private let speed: Double

  /// Creates a clock that shows a time at an instant.
  package init(_ time: Timestamp, at instant: Instant, speed: Double = 1) {
    self.time = time
    start = instant
    self.speed = speed
  }

  /// The time that the clock shows at an instant.
  package func time(at instant: Instant) -> Timestamp {
    let passed = start.duration(to: instant)
    return time.advanced(by: speed == 1 ? passed : passed * speed)
  }

  /// The instant at which the clock shows a time.
  package func instant(of other: Timestamp) -> Instant {
    let left = time.duration(to: other)
    // Rounded up: at that instant the clock must not show an earlier time.
    return start.advanced(by: speed == 1 ? left : left / speed + .microseconds(1))
  }
}
