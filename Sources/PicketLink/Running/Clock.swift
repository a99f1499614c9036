import Geofence

/// The state of a board's clock.
enum Clock {
  /// Whether a time can be now: not before this program was written.
  ///
  /// A board without a battery for its clock starts in 1970, or where it was switched off.
  static func isPlausible(_ time: Timestamp) -> Bool { time >= written }

  // 2026-06-01T00:00:00Z
  private static let written = Timestamp(nanoseconds: 1_780_272_000_000_000_000)
}
