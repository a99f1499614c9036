package import Geofence

/// Chooses the receiver whose reports determine the reception.
///
/// gpsd may have several receivers, and one without a fix reports that each second. The receiver
/// in use must not seem to have lost its fix because of that.
package struct FollowedReceiver: Hashable, Sendable {
  private let configured: String?
  private var current: String?
  private var lastFix: Instant?

  /// Creates a value that follows the configured receiver; without one, a receiver with a fix.
  package init(configured: String?) {
    self.configured = configured
  }

  /// Returns whether a report counts; the receiver of a fix that counts is followed from then on.
  package mutating func follows(_ fix: Fix, at arrival: Instant) -> Bool {
    if let configured { return fix.device == configured }
    if let lastFix, fix.device != current, lastFix.duration(to: arrival) < Self.hold {
      return false
    }
    if fix.mode == .fix2D || fix.mode == .fix3D {
      current = fix.device
      lastFix = arrival
    }
    return true
  }

  /// The time without a fix after which another receiver may replace it, as in `FixFilter`.
  private static let hold = Duration.seconds(10)
}
