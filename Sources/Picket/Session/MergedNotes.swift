internal import Geofence

/// Notes of one kind, within a budget: changes that come again and again have one note together, as
/// the journal has limited room.
struct MergedNotes: Hashable, Sendable {
  /// The time at which the next note is due, for the changes since the last one.
  private(set) var due: Instant?

  private var budget: WriteBudget
  private var newest = ""
  private var count = 0

  /// Starts without a change.
  init(_ budget: WriteBudget) {
    self.budget = budget
  }

  /// Adds a change.
  ///
  /// - Returns: The text to be noted now; `nil` when it is noted later, together with others.
  mutating func add(_ text: String, at now: Instant) -> String? {
    newest = text
    count += 1
    guard due == nil else { return nil }
    guard let wait = budget.spend(at: now) else { return pop() }
    due = now.advanced(by: wait)
    return nil
  }

  /// The text to be noted now, if one is due.
  mutating func deadlineReached(at now: Instant) -> String? {
    guard let instant = due, instant <= now else { return nil }
    if let wait = budget.spend(at: now) {
      due = now.advanced(by: wait)
      return nil
    }
    return pop()
  }

  private mutating func pop() -> String {
    defer { (due, count) = (nil, 0) }
    return count > 1 ? "\(newest) (the last of \(count) changes since the last note)" : newest
  }
}
