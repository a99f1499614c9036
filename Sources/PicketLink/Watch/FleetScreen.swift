import Commands
import Glibc
import Notation

/// Draws a fleet on a terminal; without a terminal, prints each change.
final class FleetScreen: Sendable {
  private let isTerminal: Bool

  /// - Important: Must only be accessed on one queue.
  private nonisolated(unsafe) var view: FleetView
  private nonisolated(unsafe) var drawn = 0

  /// Creates an empty screen.
  init(prefix: String, isTerminal: Bool) {
    view = FleetView(prefix: prefix)
    self.isTerminal = isTerminal
  }

  /// Shows the changes that a message brings.
  func show(_ message: ReceivedMessage) {
    let line = view.apply(message)
    guard isTerminal else {
      if let line { StandardOutput.print(line) }
      return
    }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let lines = view.lines(
      width: isKnown ? Int(size.ws_col) - 1 : 79, height: isKnown ? Int(size.ws_row) - 2 : 20)
    var text = drawn > 0 ? "\u{1b}[\(drawn)F" : ""
    if let line { text += "\(line.onOneLine)\u{1b}[K\n" }
    text += lines.map { "\($0)\u{1b}[K\n" }.joined() + "\u{1b}[J"
    drawn = lines.count
    StandardOutput.write(text)
  }
}
