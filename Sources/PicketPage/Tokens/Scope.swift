/// The rights of a visitor.
enum Scope: String, CaseIterable, Hashable, Sendable {
  /// Look.
  case view
  /// Look, and send orders.
  case control

  /// Whether the scope is enough where another scope is needed.
  func includes(_ other: Scope) -> Bool { self == .control || other == .view }
}
