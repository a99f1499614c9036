internal import Geofence

/// The walks that are recorded without a request: their numbers, and the time of the next attempt.
struct AutomaticWalks: Sendable {
  /// Whether such walks are recorded.
  let isOn: Bool

  private var number = 1
  private var nextAttempt: Instant?

  private static let retryInterval = Duration.seconds(60)

  /// Creates the numbering before the first walk.
  init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Sets the number of the next walk.
  mutating func start(with number: Int) {
    self.number = number
  }

  /// Uses up the name of the next walk.
  mutating func nextName() -> WalkName {
    defer { number += 1 }
    return WalkName(number: number)
  }

  /// Notes that a walk begins, requested or not.
  mutating func walkBegins() {
    nextAttempt = nil
  }

  /// Notes that the last automatic walk could not begin: its number is free again.
  mutating func fail(at now: Instant) {
    number -= 1
    nextAttempt = now.advanced(by: Self.retryInterval)
  }

  /// Whether a walk waits for the next attempt.
  var isWaiting: Bool { nextAttempt != nil }

  /// Whether the next attempt is due.
  func isRetryDue(at now: Instant) -> Bool {
    nextAttempt.map { $0 <= now } ?? false
  }
}
