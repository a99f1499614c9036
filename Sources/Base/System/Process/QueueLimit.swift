import Synchronization

/// Counts the work that waits for a queue, and what was left out because too much waited.
///
/// Any thread may use it.
package struct QueueLimit: ~Copyable, Sendable {
  private let waiting = Atomic(0)
  private let leftOut = Atomic(0)

  /// Creates a room in which nothing waits.
  package init() {}

  /// Counts this amount as waiting, or one more piece of work as left out.
  ///
  /// - Parameter limit: There is room while less than this amount waits.
  /// - Returns: Whether there was room.
  package func enter(_ amount: Int = 1, below limit: Int) -> Bool {
    guard waiting.add(amount, ordering: .relaxed).oldValue < limit else {
      waiting.subtract(amount, ordering: .relaxed)
      leftOut.add(1, ordering: .relaxed)
      return false
    }
    return true
  }

  /// Counts this amount as no longer waiting.
  package func leave(_ amount: Int = 1) {
    waiting.subtract(amount, ordering: .relaxed)
  }

  /// Returns the number of left-out pieces since the last call.
  package func removeLeftOut() -> Int {
    leftOut.exchange(0, ordering: .relaxed)
  }
}
