import Geofence

/// What was received last, kept for those who ask.
struct Latest: Sendable {
  /// The last report of a fix by the receiver that is followed, trusted or not.
  var report: Fix?

  /// When it arrived.
  var reported: Instant?

  /// Why the last fix was not trusted; `nil` when it was.
  var rejection: Rejection?

  /// The fix with which it became sighted last.
  var sighted: TrustedFix?

  /// gpsd's release.
  var gpsd: String?

  /// The last SKY that lists satellites, as it came.
  var sky: [UInt8]?

  /// When it arrived.
  var skyArrived: Instant?
}
