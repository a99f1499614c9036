internal import System

/// The attempts at an event before it is skipped.
package struct Attempts: Hashable, Sendable {
  /// The consequence of a failure.
  package enum Consequence: Hashable, Sendable {
    /// The next attempt, after this long.
    case again(after: Duration)
    /// The event is skipped.
    case skip
  }

  /// The greatest number of attempts.
  package let limit: Int

  /// The number of attempts that have failed.
  package private(set) var failed = 0

  private var backoff = Backoff(from: .seconds(1), to: .seconds(300))

  /// Creates the attempts before the first one.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Counts a failed attempt.
  package mutating func fail() -> Consequence {
    failed += 1
    return failed < limit ? .again(after: backoff.next()) : .skip
  }
}
