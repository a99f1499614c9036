/// The rule for reminders to a carrier on the wrong side of a region's border.
public struct ReminderRule: Hashable, Sendable {
  /// The side of the border that is the wrong one.
  public enum Side: String, CaseIterable, Codable, Hashable, Sendable {
    /// The carrier is reminded to come back.
    case outside
    /// The carrier is reminded to leave.
    case inside

    /// Whether a region's state is this side.
    package func isSide(of state: RegionState) -> Bool {
      switch self {
      case .outside: state == .outside
      case .inside: state == .inside
      }
    }
  }

  // Small, since each region has room for a rule, and in this order: with a duration, 10,000
  // regions would need 600 kB more.
  private let milliseconds: UInt32
  private let count: UInt16

  /// The wrong side.
  public let side: Side

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - interval: The time between reminders, of up to 49 days.
  ///   - side: The wrong side.
  ///   - most: The number of reminders before the last one, which sounds different.
  public init(every interval: Duration, side: Side = .outside, atMost most: Int = 20) {
    self.side = side
    milliseconds = UInt32(clamping: max(1, Int64(interval / .milliseconds(1))))
    count = UInt16(clamping: most)
  }

  /// The time between reminders.
  public var interval: Duration { .milliseconds(Int64(milliseconds)) }

  /// The number of reminders before the last one.
  public var most: Int { Int(count) }
}
