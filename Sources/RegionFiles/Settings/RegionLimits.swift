internal import Notation

/// The ranges of thresholds, in the configuration and in the properties of regions.
package enum RegionLimits {
  /// Metres.
  static let cushion = 0.0...1000
  /// Seconds.
  static let linger = 0.0...3600
  /// Seconds: up to a year.
  static let dwell = 0.0...31_536_000
  /// Seconds between reminders: more than their signals take, and up to a day.
  static let reminder = 5.0...86_400
  /// The number of reminders.
  static let reminders = 1...1000
  /// Seconds to the border at which an approach cue begins.
  static let approach = 2.0...120
  /// Seconds for which an approach cue lasts at most.
  static let approachLongest = 1.0...300
  /// Bytes of an identifier and of a class, which stand in many lines.
  package static let name = 255
  /// Bytes of a note and of a mark: a client that watches is cut off when 256 kB wait for it.
  package static let text = 1000
}
