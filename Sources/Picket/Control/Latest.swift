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

  /// The last SKY report that lists satellites, unchanged.
  var sky: [UInt8]?

  /// The time at which that SKY report arrived.
  var skyArrived: Instant?

  /// Keeps a SKY report, in the memory of the one before.
  mutating func keep(sky report: [UInt8], at arrival: Instant) {
    if sky == nil { sky = [] }
    sky?.removeAll(keepingCapacity: true)
    sky?.append(contentsOf: report)
    skyArrived = arrival
  }
}
