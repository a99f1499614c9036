/// How long to wait before the next attempt: from half a second, doubling, to ten seconds.
package struct Backoff: Hashable, Sendable {
  private var delay = Self.shortest

  private static let shortest = Duration.milliseconds(500)
  private static let longest = Duration.seconds(10)

  /// Creates a backoff that has not failed yet.
  package init() {}

  /// The time to wait after one more failure.
  package mutating func next() -> Duration {
    defer { delay = min(delay * 2, Self.longest) }
    return delay
  }

  /// Starts again, after a success.
  package mutating func reset() {
    self = Backoff()
  }
}
