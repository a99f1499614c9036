/// Does a limited amount of work at a time; other work waits, and each sender of it has its turn.
///
/// - Important: Must only be accessed on one queue.
package final class Turns {
  private struct Work {
    let number: Int
    let sender: String
    let isUrgent: Bool
    let begin: (@escaping () -> Void) -> Void
  }

  private let most: Int
  private let reserved: Int
  private let share: Int
  private let mostWaiting: Int
  // The work that is being done, for each sender that has some.
  private var running: [String: Int] = [:]
  private var waiting: [Work] = []
  private var last = 0

  /// Creates turns for work.
  ///
  /// - Parameters:
  ///   - most: The most work at a time.
  ///   - reserved: The part of it that is for urgent work alone.
  ///   - share: The most work of one sender at a time.
  ///   - mostWaiting: The most work of one sender that waits.
  package init(most: Int, reserved: Int = 0, share: Int = .max, mostWaiting: Int) {
    (self.most, self.reserved, self.share) = (most, reserved, share)
    self.mostWaiting = mostWaiting
  }

  /// Does work now or when its turn comes, unless too much of its sender waits already.
  ///
  /// Urgent work comes first, then that of the sender with the least work at a time.
  ///
  /// - Parameter work: The work, which calls `done` once, at its end.
  /// - Returns: The number of the work; `nil` when it is not done.
  package func take(
    of sender: String = "", isUrgent: Bool = false,
    _ work: @escaping (_ done: @escaping () -> Void) -> Void
  ) -> Int? {
    let work = Work(number: last + 1, sender: sender, isUrgent: isUrgent, begin: work)
    guard mayBegin(work) || waiting.count(where: { $0.sender == sender }) < mostWaiting else {
      return nil
    }
    last += 1
    waiting.append(work)
    beginNext()
    return work.number
  }

  /// Removes work that waits; returns whether it did.
  package func withdraw(_ number: Int) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return false }
    waiting.remove(at: index)
    return true
  }

  private func mayBegin(_ work: Work) -> Bool {
    running.values.reduce(0, +) < (work.isUrgent ? most : most - reserved)
      && running[work.sender, default: 0] < share
  }

  private func beginNext() {
    while let next = waiting.indices.filter({ mayBegin(waiting[$0]) }).min(by: comesFirst) {
      let work = waiting.remove(at: next)
      running[work.sender, default: 0] += 1
      var isDone = false
      work.begin { [self] in
        guard !isDone else { return }
        isDone = true
        let left = running[work.sender, default: 1] - 1
        running[work.sender] = left > 0 ? left : nil
        beginNext()
      }
    }
  }

  private func comesFirst(_ one: Int, _ other: Int) -> Bool {
    func rank(_ work: Work) -> (Int, Int, Int) {
      (work.isUrgent ? 0 : 1, running[work.sender, default: 0], work.number)
    }
    return rank(waiting[one]) < rank(waiting[other])
  }
}
