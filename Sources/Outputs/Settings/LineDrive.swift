/// How a line is driven.
package enum LineDrive: String, CaseIterable, Hashable, Sendable {
  /// To both levels.
  case pushPull = "push-pull"
  /// To the low level only.
  case openDrain = "open-drain"
  /// To the high level only.
  case openSource = "open-source"
}
