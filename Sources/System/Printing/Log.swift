import Dispatch
import Glibc
package import Notation
import Synchronization

/// What went wrong or changed, one line each on standard error, or an entry of the journal.
package enum Log {
  /// How much a line matters: the numbers are syslog's.
  package enum Priority: Int, Sendable {
    /// Something does not work.
    case error = 3
    /// Something is not as it should be.
    case warning = 4
    /// Something changed that a person wants to know.
    case notice = 5
    /// Something that helps to understand what happened.
    case info = 6
  }

  /// Writes a problem of a file, the place first, as editors and compilers have it.
  package static func write(_ problem: Problem) {
    write(
      problem.severity == .warning ? .warning : .error, problem.description, prefix: "")
  }

  /// Writes problems, unless there are very many: then the first of them and how many more there are.
  package static func write(_ problems: [Problem]) {
    for problem in problems.prefix(mostProblems) { write(problem) }
    let rest = problems.dropFirst(mostProblems)
    guard !rest.isEmpty else { return }
    write(
      rest.allSatisfy { $0.severity == .warning } ? .warning : .error,
      "and \(rest.count) more problems; picket check prints all of them")
  }

  private static let mostProblems = 20

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - fields: What the journal can be searched for, as `PICKET_NAME`.
  ///   - prefix: What stands before the line when it does not go to the journal.
  package static func write(
    _ priority: Priority, _ message: String, fields: KeyValuePairs<String, String> = [:],
    prefix: String = "picket: "
  ) {
    let line = String(message.map { $0.isNewline ? " " : $0 }).onOneLine
    guard isDetached.load(ordering: .acquiring) else {
      return put(priority, line, fields: fields, prefix: prefix)
    }
    guard room.enter(below: mostWaiting) else { return }
    queue.async {
      put(priority, line, fields: fields, prefix: prefix)
      room.leave()
      let count = room.takeLeftOut()
      if count > 0 { put(.warning, "\(count) lines were left out here: nobody took them") }
    }
  }

  /// From here on lines are written on a queue of their own: who reads them may be slow.
  package static func detach() {
    isDetached.store(true, ordering: .releasing)
  }

  /// Waits until what was handed over is written, or gives up after a time.
  package static func finish(within seconds: Double) {
    queue.finish(within: seconds)
  }

  private static let queue = DispatchQueue(label: "picket.log")
  private static let isDetached = Atomic(false)
  private static let room = WaitingRoom()
  private static let mostWaiting = 1000

  private static func put(
    _ priority: Priority, _ line: String, fields: KeyValuePairs<String, String> = [:],
    prefix: String = "picket: "
  ) {
    if Systemd.isJournal,
      Systemd.journal(priority: priority.rawValue, line, fields: fields)
    {
      return
    }
    // On a terminal a line of the console may stand where this one begins.
    let prefix = isTerminal ? "\r\u{1b}[K\(prefix)" : prefix
    // One write where there is room, so that lines of two processes do not mix.
    var text = Systemd.isJournal ? "<\(priority.rawValue)>\(line)\n" : "\(prefix)\(line)\n"
    text.withUTF8 { bytes in
      // Nothing is left to report to where this cannot be written.
      _ = Writing.write(UnsafeRawBufferPointer(bytes), to: STDERR_FILENO)
    }
  }

  private static let isTerminal = isatty(STDERR_FILENO) == 1
}
