/// The resistor that pulls a line while nothing drives it.
package enum LineBias: String, CaseIterable, Hashable, Sendable {
  /// The one that was set before.
  case asIs = "as-is"
  /// No resistor.
  case disabled
  /// A resistor to the high level.
  case pullUp = "pull-up"
  /// A resistor to the low level.
  case pullDown = "pull-down"
}
