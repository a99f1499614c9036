/// What a regions file is checked against: limits, defaults, and the signals that regions may name.
package struct RegionRules: Hashable, Sendable {
  /// Limits and defaults.
  package var settings: RegionSettings

  /// The names of the signals; `nil` where any will do, as on a replay, which plays none.
  package var signals: Set<String>?

  /// Creates rules.
  package init(_ settings: RegionSettings, signals: Set<String>? = nil) {
    self.settings = settings
    self.signals = signals
  }
}
