/// The time before the next attempt, which doubles with each failure, up to a limit.
package struct Backoff: Hashable, Sendable {
  private let shortest: Duration
  private let longest: Duration
  private var delay: Duration

  /// Creates a backoff that has not failed yet.
  package init(from shortest: Duration = .milliseconds(500), to longest: Duration = .seconds(10)) {
    self.shortest = shortest
    self.longest = longest
    delay = shortest
  }

  /// The time to wait after another failure.
  package mutating func next() -> Duration {
    defer { delay = min(delay * 2, longest) }
    return delay
  }

  /// Starts again, after a success.
  package mutating func reset() {
    delay = shortest
  }
}
