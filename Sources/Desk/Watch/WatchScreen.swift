internal import Base
internal import Board
internal import Picket

/// A terminal whose last lines stay in place, below lines that scroll by.
package struct WatchScreen: Sendable {
  private var drawn = 0
  private var size: Size?
  private var recent = Recent<String>(capacity: 200)

  /// The columns and rows of a terminal.
  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// Creates an empty screen.
  package init() {}

  /// Whether the size has changed, so that the screen must be drawn again.
  package func isStale(_ size: Size) -> Bool { self.size.map { $0 != size } ?? false }

  /// The bytes that draw a view, and a line that scrolls by above it.
  package mutating func draw(_ view: WatchView, above line: String?, _ size: Size) -> String {
    let lines = view.lines(width: size.width - 1, height: size.height - 1)
    let line = line?.onOneLine
    if let line { recent.append(line) }
    var text: String
    if isStale(size) {
      // Terminals differ in how they wrap old lines, so everything is drawn again.
      text = "\u{1b}[H\u{1b}[2J"
      let above = recent.places.suffix(max(0, size.height - 1 - lines.count))
      for place in above { text += "\(recent[place])\u{1b}[K\n" }
    } else {
      text = drawn > 0 ? "\u{1b}[\(drawn)F" : ""
      if let line { text += "\(line)\u{1b}[K\n" }
    }
    text += lines.map { "\($0)\u{1b}[K\n" }.joined() + "\u{1b}[J"
    drawn = lines.count
    self.size = size
    return text
  }
}
