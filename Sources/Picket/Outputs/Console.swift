import Dispatch
import Glibc

/// Standard output for a person: lines that scroll by, and one at the bottom that stays.
///
/// Writing happens on a queue of its own. A live run does not wait for it, so
/// that a terminal that does not read can never hold up a beep; a replay does,
/// so that it never runs ahead of who reads it.
package final class Console: Sendable {
  private let queue = DispatchQueue(label: "picket.console")
  private let events: Int32?
  private let mostWaiting: Int?
  private let room = WaitingRoom()

  /// Whether standard output is a terminal that a line can stay on.
  package let isTerminal: Bool

  /// Whether standard output is for a program and takes JSON only.
  package let isJSON: Bool

  /// - Important: Must only be accessed on `queue`.
  private nonisolated(unsafe) var status = ""

  /// Opens standard output, and a file for events if one is named.
  ///
  /// - Parameters:
  ///   - json: Whether events go to standard output as JSON, and nothing else does.
  ///   - eventsPath: A file that is made anew and takes each event as a line of JSON.
  ///   - mostWaiting: How many lines may wait before more are left out; without
  ///     it, each line is waited for.
  /// - Throws: `SystemError` when the file cannot be made.
  package init(json: Bool, eventsPath: String? = nil, mostWaiting: Int? = nil) throws {
    self.mostWaiting = mostWaiting
    isJSON = json
    isTerminal = !json && isatty(STDOUT_FILENO) == 1
    events = try eventsPath.map { path in
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw SystemError("open \(path)") }
      return file
    }
  }

  deinit {
    if let events { close(events) }
  }

  /// Shows an event: as JSON, or as text if there is one, and in the file as JSON.
  package func show(text: String?, json: String) {
    enqueue { [self] in
      if let line = isJSON ? json : text { put(line) }
      if let events { Self.write(json + "\n", to: events) }
    }
  }

  /// Shows a line for a program, which is no event and does not go to the file.
  package func show(json line: String) {
    enqueue { [self] in put(line) }
  }

  /// Shows a line for a person, which a program does not get.
  package func show(_ line: String) {
    guard !isJSON else { return }
    enqueue { [self] in put(line) }
  }

  /// Replaces the line that stays at the bottom of a terminal.
  package func stay(_ line: String) {
    guard isTerminal else { return }
    enqueue { [self] in
      guard status != line else { return }
      status = line
      Self.write("\r\u{1b}[K\(line)", to: STDOUT_FILENO)
    }
  }

  /// Writes a text as it is, with what it does to the terminal.
  package func put(raw text: String) {
    enqueue { Self.write(text, to: STDOUT_FILENO) }
  }

  /// Takes the line at the bottom away and waits until all is written, or for so many seconds.
  package func finish(within seconds: Double = .infinity) {
    queue.finish(within: seconds) { [self] in
      if !status.isEmpty { Self.write("\r\u{1b}[K", to: STDOUT_FILENO) }
      status = ""
    }
  }

  private func enqueue(_ work: @escaping @Sendable () -> Void) {
    guard let mostWaiting else { return queue.sync(execute: work) }
    guard room.enter(below: mostWaiting) else { return }
    queue.async { [self] in
      work()
      room.leave()
      let count = room.takeLeftOut()
      guard count > 0 else { return }
      Log.write(.warning, "\(count) lines of output were left out: nobody took them")
    }
  }

  private func put(_ line: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    let text = isTerminal ? "\r\u{1b}[K\(line)\n\(status)" : "\(line)\n"
    Self.write(text, to: STDOUT_FILENO)
  }

  private static func write(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      // Whoever read it has gone: there is nobody left to tell.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
