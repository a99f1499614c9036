/// When buzzers are silent.
package struct QuietSettings: Hashable, Sendable {
  /// The hours in which they are.
  package var hours: QuietHours?

  /// Whether they always are.
  package var isAlways = false

  /// Creates the settings of buzzers that are never silent.
  package init() {}
}
