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

  /// Spends one write, or some.
  ///
  /// - Returns: `nil` when they may be done now, or else the time to wait.
  mutating func spend(_ count: Int = 1, at now: Instant) -> Duration? {
    saved = min(most, saved + max(.zero, last.duration(to: now)))
    last = now
    let cost = interval * count
    guard saved >= cost else { return cost - saved }
    saved -= cost
    return nil
  }
}

/// A write budget for each sender, so that one who spends it all leaves the others theirs.
struct UserBudgets: Sendable {
  /// A user, or one of those for whom the user asks.
  struct Sender: Hashable, Sendable {
    let user: UInt32?
    let share: String?
  }

  private let perHour: Int
  private let burst: Int?
  private var budgets: [Sender: (budget: WriteBudget, used: Instant)] = [:]

  // Members of the groups of a board, its hooks and its phones; further ones take the place of the one
  // that has made no request for longest.
  private static let most = 64

  // All shares of a user together have as much as this number of users: their names cost nothing.
  private static let sharesOfUser = 4

  /// The number of senders with a budget of their own.
  var count: Int { budgets.count }

  init(perHour: Int, burst: Int? = nil) {
    (self.perHour, self.burst) = (perHour, burst)
  }

  /// Spends one write of a sender, or some.
  ///
  /// - Returns: `nil` when they may be done now, or else the time to wait.
  mutating func spend(_ count: Int = 1, of sender: Sender, at now: Instant) -> Duration? {
    guard sender.share != nil else { return spend(count, from: sender, 1, at: now) }
    let own = spend(count, from: sender, 1, at: now)
    return own
      ?? spend(
        count, from: Sender(user: sender.user, share: nil), Self.sharesOfUser, at: now)
  }

  private mutating func spend(
    _ count: Int, from sender: Sender, _ times: Int, at now: Instant
  ) -> Duration? {
    var budget =
      budgets[sender]?.budget
      ?? WriteBudget(perHour: perHour * times, burst: burst.map { $0 * times }, at: now)
    defer { keep(budget, of: sender, at: now) }
    return budget.spend(count, at: now)
  }

  private mutating func keep(_ budget: WriteBudget, of sender: Sender, at now: Instant) {
    budgets[sender] = (budget, now)
    guard budgets.count > Self.most else { return }
    if let oldest = budgets.min(by: { $0.value.used < $1.value.used })?.key {
      budgets[oldest] = nil
    }
  }
}
