/// Runs a limited amount of work at a time; a limited amount of other work waits.
///
/// - Important: Must only be accessed on one queue.
final class Turns {
  private let most: Int
  private let mostWaiting: Int
  private var running = 0
  private var waiting: [(@escaping () -> Void) -> Void] = []

  init(most: Int, mostWaiting: Int) {
    self.most = most
    self.mostWaiting = mostWaiting
  }

  /// Does work now or when its turn comes.
  ///
  /// - Parameter work: The work, which calls `done` once, at its end.
  func run(_ work: @escaping (_ done: @escaping () -> Void) -> Void) throws(Denial) {
    guard running < most || waiting.count < mostWaiting else {
      throw Denial(
        503, "too much is requested at a time; try again",
        field: Denial.Field(name: "Retry-After", value: "10"))
    }
    waiting.append(work)
    startNext()
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
