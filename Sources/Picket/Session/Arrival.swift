package import Geofence

/// The arrival of a line from gpsd, if it is known.
package enum Arrival: Hashable, Sendable {
  /// Just now, at this instant.
  case live(Instant)
  /// During a recorded walk, at this instant and this long after the last trusted fix.
  case recorded(Instant, elapsed: Duration?)
  /// The receiver's clock is the only one, as in a capture.
  case unknown
}
