internal import Notation

/// The ranges of thresholds, in the configuration and in the properties of regions.
package enum RegionLimits {
  /// The cushion in metres.
  static let cushion = 0.0...1000
  /// The limit of speed in km/h: above it no carrier is believed.
  static let speed = 0.5...540
  /// The linger in seconds.
  static let linger = 0.0...3600
  /// The dwell in seconds, up to a year.
  static let dwell = 0.0...31_536_000
  /// The seconds between reminders: more than their signals last, and up to a day.
  static let reminder = 5.0...86_400
  /// The number of reminders.
  static let reminders = 1...1000
  /// The seconds to the border at which an approach cue begins.
  static let approach = 2.0...120
  /// The longest duration of an approach cue in seconds.
  static let approachLongest = 1.0...300
  /// The most bytes of an identifier and of a class, which are repeated in many lines.
  package static let name = 255
  /// The most bytes of a note and of a mark: a watching client is cut off when 256 kB wait for it.
  package static let text = 1000
}
