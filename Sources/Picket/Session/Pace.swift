internal import Base
package import Geofence

/// The reading of the monotonic clock when a replay through gpsd runs faster than real time.
///
/// On a board the pace is 1 and nothing changes. On the bench, the fixes of ten seconds may arrive
/// in one second, which must then count as ten.
package struct Pace: Hashable, Sendable {
  /// The factor; 2 is twice as fast as real time.
  package let factor: Double

  /// The longest time that a report may be on its way, in counted time.
  ///
  /// A deadline waits this much longer, so that all earlier fixes have arrived: one of them may
  /// contradict what the deadline confirms.
  package let transit: Duration

  private let start: Instant

  /// Creates a pace that begins at an instant of the monotonic clock.
  package init(factor: Double = 1, start: Instant) {
    self.factor = factor
    transit = .milliseconds(250) * factor
    self.start = start
  }

  /// The counted instant for an instant of the monotonic clock.
  package func counted(_ instant: Instant) -> Instant {
    factor == 1 ? instant : start.advanced(by: start.duration(to: instant) * factor)
  }

  /// The instant of the monotonic clock for a counted instant.
  package func actual(_ counted: Instant) -> Instant {
    factor == 1 ? counted : start.advanced(by: start.duration(to: counted) / factor)
  }
}
