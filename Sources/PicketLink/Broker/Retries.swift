import System

/// The waits before connecting again: 1 s, then twice as long each time, up to 5 minutes.
///
/// Each wait is a random part of that, at least half of it: when a broker returns, the boards of a
/// fleet do not all connect at once.
struct Retries: Hashable, Sendable {
  private var backoff = Backoff(from: .seconds(1), to: .seconds(300))

  /// Creates the waits before the first failure.
  init() {}

  /// The wait after a further failure.
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
