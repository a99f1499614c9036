import Glibc
internal import Notation

/// Standard output for a person: lines that scroll by, and one at the bottom that stays.
///
/// Events go to a file as well, if one is named: a terminal that does not read does not keep
/// them from it.
package final class Console: Sendable {
  /// What is written to.
  package enum Part: String, Sendable {
    /// Standard output.
    case output = "standard output"
    /// The file that takes each event.
    case events = "file of --events"
  }

  private let output: Outflow
  private let events: Outflow?
  private let eventsFile: Int32?

  /// Whether standard output is a terminal that a line can stay on.
  package let isTerminal: Bool

  /// Whether standard output is for a program and takes JSON only.
  package let isJSON: Bool

  /// - Important: Must only be accessed in a turn of `output`.
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
    isJSON = json
    isTerminal = !json && isatty(STDOUT_FILENO) == 1
    // It says where somebody was.
    eventsFile = try eventsPath.map { path in
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o640)
      guard file >= 0 else { throw SystemError("open \(path)") }
      return file
    }
    output = Outflow(
      LineWriter(STDOUT_FILENO, name: Part.output.rawValue), mostWaiting: mostWaiting)
    events = eventsFile.map { file in
      Outflow(LineWriter(file, name: eventsPath ?? "", path: eventsPath), mostWaiting: mostWaiting)
    }
  }

  deinit {
    if let eventsFile { close(eventsFile) }
  }

  /// Reports from now on what cannot be written, and when it can again, on queues of its own.
  ///
  /// - Parameter report: Called with the error, or `nil` and how many lines are missing.
  package func start(
    _ report: @escaping @Sendable (_ part: Part, _ error: SystemError?, _ missing: Int) -> Void
  ) {
    for (part, outflow) in [(Part.output, output), (.events, events)] {
      outflow?.start { outcome in
        switch outcome {
        case .failed(let error): report(part, error, 0)
        case .recovered(let missing): report(part, nil, missing)
        }
      }
    }
  }

  /// Tries again what could not be written.
  package func retry() {
    output.retry()
    events?.retry()
  }

  /// Whether whoever read standard output has gone.
  package var isAbandoned: Bool { output.isAbandoned }

  /// Shows an event: as JSON, or as text if there is one, and in the file as JSON.
  package func show(text: String?, json: String) {
    if let line = isJSON ? json : text {
      output.enqueue { [self] in put(line) }
    }
    events?.enqueue { [events] in events?.write("\(json)\n") }
  }

  /// Shows a line for a program, which is no event and does not go to the file.
  package func show(json line: String) {
    output.enqueue { [self] in put(line) }
  }

  /// Shows a line for a person, which a program does not get.
  package func show(_ line: String) {
    guard !isJSON else { return }
    output.enqueue { [self] in put(line) }
  }

  /// Replaces the line that stays at the bottom of a terminal.
  package func stay(_ line: String) {
    guard isTerminal else { return }
    let line = line.onOneLine
    output.enqueue { [self] in
      guard status != line else { return }
      status = line
      output.write("\r\u{1b}[K\(line)")
    }
  }

  /// Writes a text as it is, with what it does to the terminal.
  package func put(raw text: String) {
    output.enqueue { [output] in output.write(text) }
  }

  /// Takes the line at the bottom away and waits until all is written, or for some seconds.
  ///
  /// - Returns: What has lost lines that could not be written.
  @discardableResult
  package func finish(within seconds: Double = .infinity) -> [Part] {
    let isComplete = output.finish(within: seconds) { [self] in
      if !status.isEmpty { output.write("\r\u{1b}[K") }
      status = ""
    }
    let hasEvents = events?.finish(within: seconds) ?? true
    return (isComplete ? [] : [.output]) + (hasEvents ? [] : [.events])
  }

  private func put(_ line: String) {
    // What a file or gpsd has put into it does nothing to a terminal.
    let line = isJSON ? line.jsonOnOneLine : line.onOneLine
    output.write(isTerminal ? "\r\u{1b}[K\(line)\n\(status)" : "\(line)\n")
  }
}
