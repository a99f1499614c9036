import Glibc

/// Standard output for a person: lines that scroll by, and one at the bottom that stays.
///
/// Events also go to a file, if one is named, even while the terminal does not read.
package final class Console: Sendable {
  /// A place that lines are written to.
  package enum Part: String, Sendable {
    /// Standard output.
    case output = "standard output"
    /// The file of all events.
    case events = "file of --events"
  }

  private let output: Outflow
  private let events: Outflow?
  private let eventsFile: Int32?

  /// Whether standard output is a terminal that a line can stay on.
  package let isTerminal: Bool

  /// Whether standard output is for a program and is JSON only.
  package let isJSON: Bool

  /// The line at the bottom, in the work that `output` does.
  private let status: Confined<String>

  /// Opens standard output, and a file for events if one is named.
  ///
  /// - Parameters:
  ///   - json: Whether standard output is JSON lines of events only.
  ///   - eventsPath: A file that gets each event as a line of JSON.
  ///   - isAdding: Whether these lines are added to the present ones of the file.
  ///   - mostWaiting: The number of lines that may wait before more are left out; without it,
  ///     the caller waits for each line.
  /// - Throws: `SystemError` when the file cannot be made.
  package init(
    json: Bool, eventsPath: String? = nil, isAdding: Bool = false, mostWaiting: Int? = nil
  ) throws {
    isJSON = json
    isTerminal = !json && isatty(STDOUT_FILENO) == 1
    let file = try eventsPath.map { try EventsFile.open($0, isEmptied: !isAdding) }
    eventsFile = file?.descriptor
    output = Outflow(
      LineWriter(STDOUT_FILENO, name: Part.output.rawValue), mostWaiting: mostWaiting)
    status = Confined("", on: output.queue)
    events = file.map { file in
      Outflow(
        LineWriter(
          file.descriptor, name: eventsPath ?? "", path: eventsPath, isTorn: file.isTorn),
        mostWaiting: mostWaiting)
    }
  }

  deinit {
    if let eventsFile { close(eventsFile) }
  }

  /// Reports from now on when lines cannot be written, and when they can again.
  ///
  /// - Parameter report: Called on another queue with the error, or with `nil` and the number of
  ///   missing lines.
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

  /// Tries again to write the lines that could not be written.
  package func retry() {
    output.retry()
    events?.retry()
  }

  /// Whether the reader of standard output has gone.
  package var isAbandoned: Bool { output.isAbandoned }

  /// Shows an event, as JSON or as text if there is one, and writes it to the file as JSON.
  package func show(text: String?, json: String) {
    if let line = isJSON ? json : text {
      output.enqueue { [self] in put(line) }
    }
    events?.enqueue { [events] in events?.write("\(json)\n") }
  }

  /// Shows a line for a program that is not an event and does not go to the file.
  package func show(json line: String) {
    output.enqueue { [self] in put(line) }
  }

  /// Shows a line for a person; output for a program leaves it out.
  package func show(_ line: String) {
    guard !isJSON else { return }
    output.enqueue { [self] in put(line) }
  }

  /// Replaces the line that stays at the bottom of a terminal.
  package func stay(_ line: String) {
    guard isTerminal else { return }
    let line = line.onOneLine
    output.enqueue { [self] in
      guard status.value != line else { return }
      status.value = line
      output.write("\r\u{1b}[K\(line)")
    }
  }

  /// Writes a text unchanged, with its control characters.
  package func put(raw text: String) {
    output.enqueue { [output] in output.write(text) }
  }

  /// Clears the line at the bottom and waits until everything is written, or for some seconds.
  ///
  /// - Returns: The places that lost lines.
  @discardableResult
  package func finish(within seconds: Double = .infinity) -> [Part] {
    let isComplete = output.finish(within: seconds) { [self] in
      if !status.value.isEmpty { output.write("\r\u{1b}[K") }
      status.value = ""
    }
    let hasEvents = events?.finish(within: seconds) ?? true
    return (isComplete ? [] : [.output]) + (hasEvents ? [] : [.events])
  }

  private func put(_ line: String) {
    // Text from a file or from gpsd must not control the terminal.
    let line = isJSON ? line.jsonOnOneLine : line.onOneLine
    output.write(isTerminal ? "\r\u{1b}[K\(line)\n\(status.value)" : "\(line)\n")
  }
}
