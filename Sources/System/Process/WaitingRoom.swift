import Synchronization

/// How much waits for a queue, and how much was left out since more than enough waited already.
///
/// Any thread may use it.
package struct WaitingRoom: ~Copyable, Sendable {
  private let waiting = Atomic(0)
  private let leftOut = Atomic(0)

  /// Creates one in which nothing waits.
  package init() {}

  /// Makes room for so much, or counts one more that is left out.
  ///
  /// - Parameter limit: From how much on there is no room.
  /// - Returns: Whether there is room.
  package func enter(_ amount: Int = 1, below limit: Int) -> Bool {
    guard waiting.add(amount, ordering: .relaxed).oldValue < limit else {
      waiting.subtract(amount, ordering: .relaxed)
      leftOut.add(1, ordering: .relaxed)
      return false
    }
    return true
  }

  /// So much does not wait any more.
  package func leave(_ amount: Int = 1) {
    waiting.subtract(amount, ordering: .relaxed)
  }

  /// How many were left out since this was asked last.
  package func takeLeftOut() -> Int {
    leftOut.exchange(0, ordering: .relaxed)
  }
}
