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

/// The region around whose border another one lies.
public struct BandRule: Hashable, Sendable {
  /// The identifier of that region.
  public let region: String

  /// The metres from its border to this one, negative inside.
  public let offset: Double

  /// Creates a rule.
  public init(around region: String, offset: Double) {
    (self.region, self.offset) = (region, offset)
  }
}

/// The speed that a region allows.
public struct SpeedRule: Hashable, Sendable {
  /// The limit in kilometres per hour.
  public let limit: Double

  // Small, like those of other rules.
  private let milliseconds: UInt32

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - limit: The limit in kilometres per hour.
  ///   - linger: The time over the limit before it is reported, of up to 49 days.
  public init(limit: Double, linger: Duration = .seconds(3)) {
    self.limit = limit
    milliseconds = UInt32(clamping: Int64((linger / .milliseconds(1)).rounded()))
  }

  /// The time over the limit before it is reported, and below it before that is.
  public var linger: Duration { .milliseconds(Int64(milliseconds)) }

  /// The limit in metres per second.
  var pace: Double { limit / 3.6 }

  /// The speed in metres per second from which the carrier is too fast: 3 % and 1 km/h over.
  var tooFast: Double { (limit * 1.03 + 1) / 3.6 }
}
