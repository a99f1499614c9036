import Commands
import Dispatch
import Glibc
import Notation
import System

/// Draws a fleet on a terminal, or prints each change.
final class FleetScreen: Sendable {
  /// The form of the output.
  enum Form: Hashable, Sendable {
    /// Lines that stay in their place.
    case terminal
    /// A line for each change.
    case lines
    /// A line of JSON for each change.
    case json
  }

  private let form: Form

  /// What only the queue may reach.
  private struct State {
    var view: FleetView
    var drawn = 0
  }

  private let confined: Confined<State>

  /// Creates an empty screen.
  init(prefix: String, _ form: Form, on queue: DispatchQueue) {
    self.form = form
    confined = Confined(State(view: FleetView(prefix: prefix)), on: queue)
  }

  /// Notes a new connection to the broker.
  func connected() {
    let changes = confined.value.view.connected()
    guard form == .json else { return }
    StandardOutput.print(json: #"{"connected":true}"#)
    for change in changes { StandardOutput.print(json: change.json) }
  }

  /// Notes that there is no connection to the broker, and the reason.
  func disconnected(_ reason: String) {
    guard form == .json else { return }
    var line = JSONLine()
    line.add("connected", false)
    line.add("reason", reason)
    StandardOutput.print(json: line.text)
  }

  /// Prints a line for programs about a part of the messages that is missing.
  func warn(_ words: String) {
    guard form == .json else { return }
    var line = JSONLine()
    line.add("warning", words)
    StandardOutput.print(json: line.text)
  }

  /// Shows the changes that a message brings.
  func show(_ message: ReceivedMessage) {
    let change = confined.value.view.apply(message)
    switch form {
    case .terminal: draw(change?.words)
    case .lines: if let words = change?.words { StandardOutput.print(words) }
    case .json: if let change { StandardOutput.print(json: change.json) }
    }
  }

  /// Draws all boards again, below a line that scrolls by.
  private func draw(_ line: String?) {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let lines = confined.value.view.lines(
      width: isKnown ? Int(size.ws_col) - 1 : 79, height: isKnown ? Int(size.ws_row) - 2 : 20)
    var text = confined.value.drawn > 0 ? "\u{1b}[\(confined.value.drawn)F" : ""
    if let line { text += "\(line.onOneLine)\u{1b}[K\n" }
    text += lines.map { "\($0)\u{1b}[K\n" }.joined() + "\u{1b}[J"
    confined.value.drawn = lines.count
    StandardOutput.write(text)
  }
}
