/// What a region may ask for, in the configuration and in its own properties.
enum RegionLimits {
  /// Metres.
  static let cushion = 0.0...1000
  /// Seconds.
  static let linger = 0.0...3600
  /// Seconds: up to a year.
  static let dwell = 0.0...31_536_000
}
