import Commands
import Dispatch
import Glibc
import Notation
import System

/// Draws a fleet on a terminal; without a terminal, prints each change.
final class FleetScreen: Sendable {
  private let isTerminal: Bool

  /// What only the queue may reach.
  private struct State {
    var view: FleetView
    var drawn = 0
  }

  private let confined: Confined<State>

  /// Creates an empty screen.
  init(prefix: String, isTerminal: Bool, on queue: DispatchQueue) {
    self.isTerminal = isTerminal
    confined = Confined(State(view: FleetView(prefix: prefix)), on: queue)
  }

  /// Shows the changes that a message brings.
  func show(_ message: ReceivedMessage) {
    let line = confined.value.view.apply(message)
    guard isTerminal else {
      if let line { StandardOutput.print(line) }
      return
    }
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
