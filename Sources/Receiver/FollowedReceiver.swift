package import Geofence

/// Decides which receiver's reports say what the reception is.
///
/// gpsd may have several, and one that has no fix says so each second: it must not seem as if the
/// one that is used had lost its own.
package struct FollowedReceiver: Hashable, Sendable {
  private let configured: String?
  private var current: String?
  private var lastFix: Instant?

  /// Creates a value that follows the configured receiver, or without one whichever has a fix.
  package init(configured: String?) {
    self.configured = configured
  }

  /// Returns whether a report is of the receiver that is followed, which it may be from now on.
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

  /// After this long without a fix another receiver may take its place, as in `FixFilter`.
  private static let hold = Duration.seconds(10)
}
