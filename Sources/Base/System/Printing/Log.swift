import Dispatch
import Glibc
import Synchronization

/// Lines about errors and changes, on standard error or in the journal.
package enum Log {
  /// The priority of a line; the numbers are syslog's.
  package enum Priority: Int, Sendable {
    /// Something does not work.
    case error = 3
    /// Something is not as it should be.
    case warning = 4
    /// A change that matters to a person.
    case notice = 5
    /// A detail that helps to understand what happened.
    case info = 6
  }

  /// The name of the program that writes the lines; set before there is a second thread.
  package nonisolated(unsafe) static var program = "picket"

  /// Writes a problem of a file, the place first, as compilers do.
  package static func write(_ problem: Problem) {
    write(
      problem.severity == .warning ? .warning : .error, problem.description, prefix: "")
  }

  /// Writes problems: the first 20, and the number of the others.
  package static func write(_ problems: [Problem]) {
    let problems = problems.counted
    for problem in problems.prefix(mostProblems) { write(problem) }
    let rest = problems.dropFirst(mostProblems)
    guard !rest.isEmpty else { return }
    write(
      rest.allSatisfy { $0.severity == .warning } ? .warning : .error,
      "and \(rest.count.counted("more problem")); picket check prints all of them")
  }

  private static let mostProblems = 20

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - fields: Fields of the journal to search by, named `PICKET_NAME` there.
  ///   - prefix: The beginning of a line that does not go to the journal.
  package static func write(
    _ priority: Priority, _ message: String, fields: KeyValuePairs<String, String> = [:],
    prefix: String = "\(program): "
  ) {
    let line = String(message.map { $0.isNewline ? " " : $0 }).onOneLine
    guard isDetached.load(ordering: .acquiring) else {
      return put(priority, line, fields: fields, prefix: prefix)
    }
    guard room.enter(below: mostWaiting) else { return }
    queue.async {
      put(priority, line, fields: fields, prefix: prefix)
      room.leave()
      let count = room.removeLeftOut()
      guard count > 0 else { return }
      let words = count.counted(
        "line was left out here: it was", "lines were left out here: they were")
      put(.warning, "\(words) not read")
    }
  }

  /// Writes lines on a queue of their own from now on: their reader may be slow.
  package static func detach() {
    isDetached.store(true, ordering: .releasing)
  }

  /// Waits until every line is written, or gives up after a time.
  package static func finish(within seconds: Double) {
    queue.finish(within: seconds)
  }

  private static let queue = DispatchQueue(label: "picket.log")
  private static let isDetached = Atomic(false)
  private static let room = QueueLimit()
  private static let mostWaiting = 1000

  private static func put(
    _ priority: Priority, _ line: String, fields: KeyValuePairs<String, String> = [:],
    prefix: String = "\(program): "
  ) {
    // The journal finds the unit of an entry by its process, which may have ended by then. So a
    // program that refuses to start writes to standard error, whose unit is known.
    if Systemd.isJournal, isDetached.load(ordering: .acquiring) || fields.count > 0,
      Systemd.journal(
        priority: priority.rawValue, line, identifier: program, fields: fields)
    {
      return
    }
    // On a terminal this overwrites the line at the bottom, which the console writes.
    let prefix = isTerminal ? "\r\u{1b}[K\(prefix)" : prefix
    // One write if there is room, so that lines of two processes do not mix.
    var text = Systemd.isJournal ? "<\(priority.rawValue)>\(line)\n" : "\(prefix)\(line)\n"
    text.withUTF8 { bytes in
      // If this fails, there is no place left to report it.
      _ = Writing.write(UnsafeRawBufferPointer(bytes), to: STDERR_FILENO)
    }
  }

  private static let isTerminal = isatty(STDERR_FILENO) == 1
}
