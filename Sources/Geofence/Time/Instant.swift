/// A point on the monotonic timeline on which everything is decided.
///
/// Only differences between instants mean anything. Instants do not depend on the time of day, so a
/// clock that is set cannot move a deadline.
public struct Instant: InstantProtocol, Hashable, Sendable {
  /// The time since the start of the timeline, which is arbitrary.
  public let offset: Duration

  /// Creates the instant that lies this long after the start of the timeline.
  public init(_ offset: Duration) {
    self.offset = offset
  }

  /// The instant this much later, or earlier for a negative duration.
  public func advanced(by duration: Duration) -> Instant {
    Instant(offset + duration)
  }

  /// The time from this instant to another, negative when the other is earlier.
  public func duration(to other: Instant) -> Duration {
    other.offset - offset
  }

  /// Whether the left instant is earlier than the right one.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.offset < right.offset
  }

  /// The earlier of two instants, each of which may be missing, like a deadline.
  public static func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension Instant: Codable {
  /// Reads an instant as its offset.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Duration.self))
  }

  /// Writes an instant as its offset.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(offset)
  }
}

extension Duration {
  /// The duration in seconds.
  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
