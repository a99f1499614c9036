/// A button that the carrier presses.
package struct ButtonSettings: Hashable, Sendable {
  /// The line that it is on.
  package var line: LineAddress

  /// Whether the line is low while the button is pressed, as one to ground makes it.
  package var isActiveLow = true

  /// What pulls the line while the button is not pressed.
  package var bias = LineBias.pullUp

  /// How long the line must be steady before a change counts.
  package var debounce: Duration = .milliseconds(20)

  /// How long a long press is at least.
  package var long: Duration = .seconds(1)

  /// How long a very long press is at least.
  package var veryLong: Duration = .seconds(4)

  /// Creates a button on a line, to ground.
  package init(line: LineAddress) {
    self.line = line
  }
}
