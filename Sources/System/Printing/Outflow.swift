import Dispatch
internal import Notation

/// Writes lines to a descriptor, in their order, on a queue of its own.
///
/// A live run does not wait for lines, so a terminal that does not read can never delay a beep. Any
/// other command waits, so that it never runs ahead of its reader. Lines that a live run cannot
/// write wait in memory.
final class Outflow: Sendable {
  /// The result of an attempt to write.
  enum Outcome: Hashable, Sendable {
    /// Lines cannot be written, for the first time or still.
    case failed(SystemError)
    /// Lines are written again, except for this number of them.
    case recovered(missing: Int)
  }

  private let queue: DispatchQueue
  private let mostWaiting: Int?
  private let room = QueueLimit()

  /// - Important: Must only be accessed on `queue`, like all properties below.
  private nonisolated(unsafe) var writer: LineWriter
  private nonisolated(unsafe) var kept: [String] = []
  private nonisolated(unsafe) var missing = 0
  private nonisolated(unsafe) var failure: SystemError?
  private nonisolated(unsafe) var report: @Sendable (Outcome) -> Void = { _ in }

  /// The most lines kept while they cannot be written: 250 kB of events; the journal has them, too.
  private static let mostKept = 1000

  /// Creates an outflow.
  ///
  /// - Parameter mostWaiting: The number of pieces of work that may wait before more are left out;
  ///   without it, the caller waits for each.
  init(_ writer: LineWriter, mostWaiting: Int?) {
    self.writer = writer
    self.mostWaiting = mostWaiting
    queue = DispatchQueue(label: "picket.output")
  }

  /// Whether the reader has gone.
  var isAbandoned: Bool { queue.sync { writer.isAbandoned } }

  /// Reports the results of attempts to write from now on, on the queue.
  func start(_ report: @escaping @Sendable (Outcome) -> Void) {
    queue.async { [self] in
      self.report = report
      if let failure { report(.failed(failure)) }
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
      let words = count.counted("line to \(writer.name) was", "lines to \(writer.name) were")
      Log.write(.warning, "\(words) left out: it was not read")
    }
  }

  /// Writes a text, such as a line with its end, after the lines that wait; called on the queue.
  func write(_ text: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    kept.append(text)
    writeKept()
    guard kept.count > Self.mostKept else { return }
    // Drops the oldest line: a reader that returns later gets the latest lines.
    kept.removeFirst()
    missing += 1
  }

  /// Tries again to write the lines that could not be written.
  func retry() {
    queue.async { [self] in
      if failure != nil { writeKept() }
    }
  }

  /// Waits until everything is written, or for a time.
  ///
  /// - Parameter work: Done after everything that is queued.
  /// - Returns: Whether every line was written.
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
    dispatchPrecondition(condition: .onQueue(queue))
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
