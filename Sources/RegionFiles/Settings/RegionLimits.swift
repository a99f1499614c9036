internal import Notation

/// The ranges of thresholds, in the configuration and in the properties of regions.
package enum RegionLimits {
  /// Metres.
  static let cushion = 0.0...1000
  /// Seconds.
  static let linger = 0.0...3600
  /// Seconds: up to a year.
  static let dwell = 0.0...31_536_000
  /// Bytes of an identifier and of a class, which stand in many lines.
  package static let name = 255
  /// Bytes of a note and of a mark: a client that watches is cut off when 256 kB wait for it.
  package static let text = 1000
}
