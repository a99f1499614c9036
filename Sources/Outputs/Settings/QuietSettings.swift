/// When buzzers are silent.
package struct QuietSettings: Hashable, Sendable {
  /// The hours of each day in which they are silent.
  package var hours: QuietHours?

  /// Whether they are always silent.
  package var isAlways = false

  /// Creates the settings of buzzers that are never silent.
  package init() {}
}
