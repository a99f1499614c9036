import System

/// When to connect again: after 1 s, then after twice as long each time, up to 5 minutes.
///
/// Each wait is spread by a half of it: the boards of a fleet, whose broker comes back, do not come
/// back together.
struct Retries: Hashable, Sendable {
  private var backoff = Backoff(from: .seconds(1), to: .seconds(300))

  /// Creates the waits before the first failure.
  init() {}

  /// The wait after one more failure.
  ///
  /// - Parameter chance: A random number from 0 to 1.
  mutating func next(chance: Double) -> Duration {
    let whole = backoff.next()
    return whole / 2 + whole / 2 * chance
  }

  /// Notes how long a connection lasted: after a lasting one the next wait is short.
  mutating func ended(after duration: Duration) {
    if duration >= Self.lasting { backoff.reset() }
  }

  private static let lasting = Duration.seconds(10)
}
