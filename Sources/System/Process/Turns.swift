/// Does a limited amount of work at a time; a limited amount of other work waits.
///
/// - Important: Must only be accessed on one queue.
package final class Turns {
  private let most: Int
  private let mostWaiting: Int
  private var running = 0
  private var waiting: [(@escaping () -> Void) -> Void] = []

  /// Creates turns for this much work at a time, and this much that waits.
  package init(most: Int, mostWaiting: Int) {
    self.most = most
    self.mostWaiting = mostWaiting
  }

  /// Does work now or when its turn comes, unless too much waits already.
  ///
  /// - Parameter work: The work, which calls `done` once, at its end.
  /// - Returns: Whether the work is or will be done.
  package func take(_ work: @escaping (_ done: @escaping () -> Void) -> Void) -> Bool {
    guard running < most || waiting.count < mostWaiting else { return false }
    waiting.append(work)
    startNext()
    return true
  }

  private func startNext() {
    while running < most, !waiting.isEmpty {
      let work = waiting.removeFirst()
      running += 1
      var isDone = false
      work { [self] in
        guard !isDone else { return }
        isDone = true
        running -= 1
        startNext()
      }
    }
  }
}
