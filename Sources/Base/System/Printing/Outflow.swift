import Dispatch

/// Writes lines to a descriptor, in their order, on a queue of its own.
///
/// A live run does not wait for lines, so a terminal that does not read can never delay a beep. Any
/// other command waits, so that it never runs ahead of its reader. Lines that a live run cannot
/// write wait in memory.
final class Outflow: Sendable {
  /// The result of an attempt to write.
  enum WriteReport: Hashable, Sendable {
    /// Lines cannot be written, for the first time or still.
    case failed(SystemError)
    /// Lines are written again, except for this number of them.
    case recovered(missing: Int)
  }

  /// The queue on which all work is done.
  let queue: DispatchQueue

  private let mostWaiting: Int?
  private let room = QueueLimit()

  /// What only the queue may reach.
  private struct State {
    var writer: LineWriter
    var kept: [String] = []
    var missing = 0
    var failure: SystemError?
    var report: @Sendable (WriteReport) -> Void = { _ in }

    /// Whether every line was written.
    var isComplete: Bool { kept.isEmpty && missing == 0 }

    /// Writes the lines that wait, and returns what is to be reported.
    mutating func writeKept() -> WriteReport? {
      while let text = kept.first {
        do throws(SystemError) {
          try writer.write(text)
        } catch {
          failure = error
          return .failed(error)
        }
        kept.removeFirst()
      }
      guard failure != nil else { return nil }
      defer { (failure, missing) = (nil, 0) }
      return .recovered(missing: missing)
    }

    /// Drops the oldest line beyond the limit: a reader that returns later gets the latest lines.
    mutating func dropOldest() {
      guard kept.count > Outflow.mostKept else { return }
      kept.removeFirst()
      missing += 1
    }
  }

  private let confined: Confined<State>

  /// The most lines kept while they cannot be written: 250 kB of events; the journal has them, too.
  private static let mostKept = 1000

  /// Creates an outflow.
  ///
  /// - Parameter mostWaiting: The number of pieces of work that may wait before more are left out;
  ///   without it, the caller waits for each.
  init(_ writer: LineWriter, mostWaiting: Int?) {
    self.mostWaiting = mostWaiting
    queue = DispatchQueue(label: "picket.output")
    confined = Confined(State(writer: writer), on: queue)
  }

  /// Whether the reader has gone.
  var isAbandoned: Bool { queue.sync { confined.value.writer.isAbandoned } }

  /// Reports the results of attempts to write from now on, on the queue.
  func start(_ report: @escaping @Sendable (WriteReport) -> Void) {
    queue.async { [self] in
      confined.value.report = report
      if let failure = confined.value.failure { report(.failed(failure)) }
    }
  }

  /// Does some work on the queue, or leaves it out when too much waits already.
  func enqueue(_ work: @escaping @Sendable () -> Void) {
    guard let mostWaiting else { return queue.sync(execute: work) }
    guard room.enter(below: mostWaiting) else { return }
    queue.async { [self] in
      work()
      room.leave()
      let count = room.removeLeftOut()
      guard count > 0 else { return }
      let name = confined.value.writer.name
      let words = count.counted("line to \(name) was", "lines to \(name) were")
      Log.write(.warning, "\(words) left out: it was not read")
    }
  }

  /// Writes a text, such as a line with its end, after the lines that wait; called on the queue.
  func write(_ text: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.kept.append(text)
    writeKept()
    confined.value.dropOldest()
  }

  /// Tries again to write the lines that could not be written.
  func retry() {
    queue.async { [self] in
      if confined.value.failure != nil { writeKept() }
    }
  }

  /// Waits until everything is written, or for a time.
  ///
  /// - Parameter work: Done after everything that is queued.
  /// - Returns: Whether every line was written.
  func finish(within seconds: Double, _ work: @escaping @Sendable () -> Void = {}) -> Bool {
    // Written on the queue, and read only after that: not when the time is over.
    nonisolated(unsafe) var isComplete = false
    let isInTime = queue.finish(within: seconds) { [self] in
      if confined.value.failure != nil { writeKept() }
      work()
      isComplete = confined.value.isComplete
    }
    return isInTime && isComplete
  }

  private func writeKept() {
    dispatchPrecondition(condition: .onQueue(queue))
    if let report = confined.value.writeKept() { confined.value.report(report) }
  }
}
