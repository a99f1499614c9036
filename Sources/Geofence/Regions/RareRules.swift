extension Region {
  /// The rules that few regions have.
  ///
  /// They are in one place, since each of thousands of regions has room for every other property.
  struct RareRules: Hashable, Sendable {
    var band: BandRule?
    var speed: SpeedRule?
    var order = OrderRule()
    var isGate = false
  }

  /// The region around whose border this one lies; `nil` for a region with a geometry of its own.
  public var band: BandRule? {
    get { rare.first?.band }
    set { change { $0.band = newValue } }
  }

  /// The speed that the region allows; any speed when `nil`.
  public var speedRule: SpeedRule? {
    get { rare.first?.speed }
    set { change { $0.speed = newValue } }
  }

  /// The conditions of a course under which it reports.
  public var order: OrderRule {
    get { rare.first?.order ?? OrderRule() }
    set { change { $0.order = newValue } }
  }

  /// Whether it is a gate: a line that is crossed, without an inside.
  public var isGate: Bool {
    get { rare.first?.isGate ?? false }
    set { change { $0.isGate = newValue } }
  }

  private mutating func change(_ body: (inout RareRules) -> Void) {
    var rules = rare.first ?? RareRules()
    body(&rules)
    rare = rules == RareRules() ? [] : [rules]
  }
}
