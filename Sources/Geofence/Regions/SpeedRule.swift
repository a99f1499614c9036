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
