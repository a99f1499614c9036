package import Geofence

/// When a line from gpsd arrived, if that is known.
package enum Arrival: Hashable, Sendable {
  /// Just now, at this instant.
  case live(Instant)
  /// On a walk that was recorded, at this instant and this long after the last trusted fix.
  case recorded(Instant, elapsed: Duration?)
  /// The receiver's clock is the only one, as in a capture.
  case unknown
}
