import Dispatch
internal import Notation

/// Lines on their way to a descriptor, in their order, on a queue of their own.
///
/// A live run does not wait for them, so that a terminal that does not read
/// can never hold up a beep; any other command does, so that it never runs
/// ahead of who reads it. What a live run cannot write waits in memory.
final class Outflow: Sendable {
  /// What became of an attempt to write.
  enum Outcome: Hashable, Sendable {
    /// It cannot be written, for the first time or still.
    case failed(SystemError)
    /// It is written again, without this number of lines.
    case recovered(missing: Int)
  }

  private let queue: DispatchQueue
  private let mostWaiting: Int?
  private let room = WaitingRoom()

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var writer: LineWriter
  private nonisolated(unsafe) var kept: [String] = []
  private nonisolated(unsafe) var missing = 0
  private nonisolated(unsafe) var failure: SystemError?
  private nonisolated(unsafe) var report: @Sendable (Outcome) -> Void = { _ in }

  /// How many lines are kept while they cannot be written: 250 kB of events, which the journal has.
  private static let mostKept = 1000

  /// Creates an outflow.
  ///
  /// - Parameter mostWaiting: How many pieces of work may wait before more are left out; without
  ///   it, each is waited for.
  init(_ writer: LineWriter, mostWaiting: Int?) {
    self.writer = writer
    self.mostWaiting = mostWaiting
    queue = DispatchQueue(label: "picket.output")
  }

  /// Whether whoever read it has gone.
  var isAbandoned: Bool { queue.sync { writer.isAbandoned } }

  /// Reports from now on, on the queue, what becomes of attempts to write.
  func start(_ report: @escaping @Sendable (Outcome) -> Void) {
    queue.async { [self] in
      self.report = report
      if let failure { report(.failed(failure)) }
    }
  }

  /// Does some work in its turn, or leaves it out when too much waits already.
  func enqueue(_ work: @escaping @Sendable () -> Void) {
    guard let mostWaiting else { return queue.sync(execute: work) }
    guard room.enter(below: mostWaiting) else { return }
    queue.async { [self] in
      work()
      room.leave()
      let count = room.takeLeftOut()
      guard count > 0 else { return }
      Log.write(.warning, "\(count) lines to \(writer.name) were left out: it was not read")
    }
  }

  /// Writes a text, such as a line with its end, after what waits; called in its turn.
  func write(_ text: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    kept.append(text)
    writeKept()
    guard kept.count > Self.mostKept else { return }
    // The oldest: a reader that comes now finds the latest.
    kept.removeFirst()
    missing += 1
  }

  /// Tries again what has failed.
  func retry() {
    queue.async { [self] in
      if failure != nil { writeKept() }
    }
  }

  /// Waits until all is written, or for a time.
  ///
  /// - Parameter work: What is done behind all that was handed over.
  /// - Returns: Whether nothing is left that could not be written.
  func finish(within seconds: Double, _ work: @escaping @Sendable () -> Void = {}) -> Bool {
    nonisolated(unsafe) var isComplete = false
    let isInTime = queue.finish(within: seconds) { [self] in
      if failure != nil { writeKept() }
      work()
      isComplete = kept.isEmpty && missing == 0
    }
    return isInTime && isComplete
  }

  private func writeKept() {
    while let text = kept.first {
      do throws(SystemError) {
        try writer.write(text)
      } catch {
        failure = error
        return report(.failed(error))
      }
      kept.removeFirst()
    }
    guard failure != nil else { return }
    failure = nil
    report(.recovered(missing: missing))
    missing = 0
  }
}
