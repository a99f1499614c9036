import Board
import Geofence

/// The latest reports of the receiver, kept for answers.
struct Latest: Sendable {
  /// The last report of a fix by the receiver that is followed, trusted or not.
  var report: Fix?

  /// The time at which that report arrived.
  var reported: Instant?

  /// The reason for which the last fix was not trusted; `nil` when it was.
  var rejection: Rejection?

  /// The first trusted fix after the last blind time.
  var sighted: TrustedFix?

  /// gpsd's release.
  var gpsd: String?

  /// The satellites in the last SKY report that lists some.
  var satellites: Satellites?

  /// The time at which that report arrived.
  var skyArrived: Instant?
}
