import Geofence

/// A setting to try: the thresholds of regions without their own.
struct Setting: Hashable, Sendable {
  /// The metres past the border that a crossing needs.
  var cushion: Double

  /// The time for which a crossing must last.
  var linger: Duration

  /// The sense; `nil` for the recorded one.
  var sense: Sense?
}
