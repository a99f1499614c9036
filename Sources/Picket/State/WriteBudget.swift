internal import Geofence

/// A limit for writes: N an hour, in bursts of up to N/10.
package struct WriteBudget: Hashable, Sendable {
  private let interval: Duration
  private let most: Duration
  // The time that is saved up; each write costs one interval of it.
  private var saved: Duration
  private var last: Instant

  /// Creates a full budget.
  ///
  /// - Parameter burst: The most writes at once; N/10 if not given.
  init(perHour: Int, burst: Int? = nil, at now: Instant) {
    interval = .seconds(3600) / perHour
    most = interval * (burst ?? max(1, perHour / 10))
    saved = most
    last = now
  }

  /// Spends one write.
  ///
  /// - Returns: `nil` when the write may be done now, or else the time to wait.
  mutating func spend(at now: Instant) -> Duration? {
    saved = min(most, saved + max(.zero, last.duration(to: now)))
    last = now
    guard saved >= interval else { return interval - saved }
    saved -= interval
    return nil
  }
}

/// A write budget for each user, so that one who spends it all leaves the others theirs.
struct UserBudgets: Sendable {
  private let perHour: Int
  private var budgets: [UInt32?: (budget: WriteBudget, used: Instant)] = [:]

  // Members of the groups of a board, and its hooks; further ones take the place of the one that
  // has made no request for longest.
  private static let most = 32

  /// The number of users with a budget of their own.
  var count: Int { budgets.count }

  init(perHour: Int) {
    self.perHour = perHour
  }

  /// Spends one write of a user.
  ///
  /// - Returns: `nil` when the write may be done now, or else the time to wait.
  mutating func spend(of user: UInt32?, at now: Instant) -> Duration? {
    var budget = budgets[user]?.budget ?? WriteBudget(perHour: perHour, at: now)
    defer { keep(budget, of: user, at: now) }
    return budget.spend(at: now)
  }

  private mutating func keep(_ budget: WriteBudget, of user: UInt32?, at now: Instant) {
    budgets[user] = (budget, now)
    guard budgets.count > Self.most else { return }
    if let oldest = budgets.min(by: { $0.value.used < $1.value.used })?.key {
      budgets[oldest] = nil
    }
  }
}
