/// The rules for a regions file: limits, defaults, and the signals that regions may name.
package struct RegionRules: Hashable, Sendable {
  /// Limits and defaults.
  package var settings: RegionSettings

  /// The names of the signals; `nil` to accept any name, as in a replay, which plays none.
  package var signals: Set<String>?

  /// Whether the regions were watched once and recorded: their texts may be of any length.
  package var isRecorded: Bool

  /// Creates rules.
  package init(_ settings: RegionSettings, signals: Set<String>? = nil, isRecorded: Bool = false) {
    self.settings = settings
    self.signals = signals
    self.isRecorded = isRecorded
  }
}
