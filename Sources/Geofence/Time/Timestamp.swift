/// A time in UTC as the receiver reports it, used to label records.
///
/// A timestamp is never used to measure how long something took on a board:
/// receivers start in the wrong year and correct themselves.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let nanoseconds: Int64

  /// Creates the timestamp this many nanoseconds after the start of 1970.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates the timestamp this many whole seconds after the start of 1970, kept within the range
  /// that can be stored.
  public init(seconds: Int) {
    self = Timestamp(nanoseconds: 0).advanced(by: .seconds(seconds))
  }

  /// Creates the timestamp this many seconds after the start of 1970.
  ///
  /// - Returns: `nil` when the year cannot be stored.
  public init?(seconds: Double) {
    guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// The time that passes from this timestamp to another.
  public func duration(to other: Timestamp) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// The timestamp this much later, kept within the range that can be stored.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, outside) = nanoseconds.addingReportingOverflow(whole)
    let (total, beyond) = sum.addingReportingOverflow(attoseconds / 1_000_000_000)
    if tooLong || outside || beyond {
      return Timestamp(nanoseconds: seconds < 0 ? .min : .max)
    }
    return Timestamp(nanoseconds: total)
  }

  /// Whether the left timestamp is earlier than the right one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Timestamp: Codable {
  /// Reads a timestamp as its nanoseconds.
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes a timestamp as its nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}
