internal import Geofence

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

  /// The budget of a user.
  func budget(of user: UInt32?, at now: Instant) -> WriteBudget {
    budgets[user]?.budget ?? WriteBudget(perHour: perHour, at: now)
  }

  /// Keeps the rest of a user's budget.
  mutating func keep(_ budget: WriteBudget, of user: UInt32?, at now: Instant) {
    budgets[user] = (budget, now)
    guard budgets.count > Self.most else { return }
    if let oldest = budgets.min(by: { $0.value.used < $1.value.used })?.key {
      budgets[oldest] = nil
    }
  }
}
