/// A button that the carrier presses.
package struct ButtonSettings: Hashable, Sendable {
  /// The line of the button.
  package var line: LineAddress

  /// Whether the line is low while the button is pressed, as with a button to ground.
  package var isActiveLow = true

  /// The resistor that pulls the line while the button is not pressed.
  package var bias = LineBias.pullUp

  /// The time for which the line must be steady before a change counts.
  package var debounce: Duration = .milliseconds(20)

  /// The shortest duration of a long press.
  package var long: Duration = .seconds(1)

  /// The shortest duration of a very long press.
  package var veryLong: Duration = .seconds(4)

  /// The anchor that two short presses drop or lift; two presses mean nothing more when `nil`.
  package var doubleDrops: String?

  /// Creates the settings of a button between a line and ground.
  package init(line: LineAddress) {
    self.line = line
  }
}
