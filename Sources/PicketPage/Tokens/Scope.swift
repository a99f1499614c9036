/// The rights of a visitor.
enum Scope: String, CaseIterable, Hashable, Sendable {
  /// Look.
  case view
  /// Look, and send orders.
  case control

  /// Whether it is enough for what needs another scope.
  func includes(_ other: Scope) -> Bool { self == .control || other == .view }
}
