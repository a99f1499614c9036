package import Geofence

/// The time of day as a fix said it, carried on by the monotonic clock.
package struct WallClock: Hashable, Sendable {
  /// What the fix said.
  private let time: Timestamp
  /// When it was that time.
  private let start: Instant
  /// How many times as fast as life it goes.
  private let speed: Double

  /// Creates a clock that shows a time at an instant.
  package init(_ time: Timestamp, at instant: Instant, speed: Double = 1) {
    self.time = time
    start = instant
    self.speed = speed
  }

  /// What it shows at an instant.
  package func time(at instant: Instant) -> Timestamp {
    let passed = start.duration(to: instant)
    return time.advanced(by: speed == 1 ? passed : passed * speed)
  }

  /// When it shows a time.
  package func instant(of other: Timestamp) -> Instant {
    let left = time.duration(to: other)
    // Rounded up: at that instant it must not show a time before.
    return start.advanced(by: speed == 1 ? left : left / speed + .microseconds(1))
  }
}
