/// The conditions under which a region's approach cue plays.
public struct ApproachRule: Codable, Hashable, Sendable {
  /// The side of the border from which a carrier comes.
  public enum Side: String, CaseIterable, Codable, Hashable, Sendable {
    /// A carrier inside is about to leave.
    case inside
    /// A carrier outside is about to enter.
    case outside
    /// Both sides.
    case both

    /// Whether a region's state is this side.
    package func isSide(of state: RegionState) -> Bool {
      switch self {
      case .inside: state == .inside
      case .outside: state == .outside
      case .both: state == .inside || state == .outside
      }
    }
  }

  /// The side from which a carrier comes.
  public let side: Side

  // Small, since each region has room for a rule.
  private let limitMilliseconds: UInt32
  private let longestMilliseconds: UInt32

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - limit: The time before the border at which the cue begins, up to 49 days.
  ///   - side: The side from which the carrier comes.
  ///   - longest: The longest time for which the cue plays without a crossing.
  public init(
    within limit: Duration, from side: Side = .inside, atMost longest: Duration = .seconds(20)
  ) {
    self.side = side
    limitMilliseconds = Self.milliseconds(limit)
    longestMilliseconds = Self.milliseconds(longest)
  }

  /// The time before the border at which the cue begins.
  public var limit: Duration { .milliseconds(Int64(limitMilliseconds)) }

  /// The longest time for which the cue plays without a crossing.
  public var longest: Duration { .milliseconds(Int64(longestMilliseconds)) }

  private static func milliseconds(_ duration: Duration) -> UInt32 {
    UInt32(clamping: max(1, Int64((duration / .milliseconds(1)).rounded())))
  }
}
