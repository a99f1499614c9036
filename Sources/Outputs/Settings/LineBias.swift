/// What pulls a line while nothing drives it.
package enum LineBias: String, CaseIterable, Hashable, Sendable {
  /// What pulled it before.
  case asIs = "as-is"
  /// Nothing.
  case disabled
  /// A resistor to the high level.
  case pullUp = "pull-up"
  /// A resistor to the low level.
  case pullDown = "pull-down"
}
