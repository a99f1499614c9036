/// The conditions under which a region of a course reports.
public struct OrderRule: Hashable, Sendable {
  /// The region that must have reported first; `nil` for none.
  public var after: String?

  /// Whether the region reports only once, until the course is reset.
  public var isOnce: Bool

  /// The courses at the crossing that count; all when `nil`.
  public var heading: HeadingRange?

  /// Creates a rule; without arguments, one that changes nothing.
  public init(after: String? = nil, isOnce: Bool = false, heading: HeadingRange? = nil) {
    self.after = after
    self.isOnce = isOnce
    self.heading = heading
  }
}

/// A range of courses in degrees from true north, clockwise from one to the other.
public struct HeadingRange: Hashable, Sendable {
  /// The first course.
  public let from: Double

  /// The last course; less than the first where the range includes north.
  public let to: Double

  /// Creates a range; both courses are from 0 to 360 degrees.
  public init(from: Double, to: Double) {
    (self.from, self.to) = (from, to)
  }

  /// Whether a course is in the range, including its ends.
  public func contains(_ track: Double) -> Bool {
    let turned = Self.turn(from: from, to: track)
    return to - from >= 360 || turned <= Self.turn(from: from, to: to)
  }

  /// The degrees clockwise from one course to another.
  private static func turn(from: Double, to: Double) -> Double {
    let turn = (to - from).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }
}
