package import Base
internal import Geofence

/// The outputs and the button of a board, and the signals and states that the outputs show.
package struct OutputSettings: Hashable, Sendable {
  /// A kind of outputs.
  package enum Medium: String, CaseIterable, Hashable, Sendable {
    /// Lines of a GPIO chip.
    case gpiod
    /// Lines of text on a terminal.
    case terminal
  }

  /// The kind of the outputs.
  package var kind = Medium.terminal

  /// The outputs in the order of the file; they include every output of a signal.
  package var list = [Output(name: "buzzer"), Output(name: "led")]

  /// Whether an output has a line or a channel, which a terminal as the kind leaves unused.
  package var hasLines: Bool { list.contains { $0.line != nil || $0.pwm != nil } }

  /// The button, if there is one.
  package var button: ButtonSettings?

  /// The signals by name, the built-in ones included.
  package var signals = Signal.defaults

  /// The pause after each signal, so that a person can tell two signals apart.
  package var rest: Duration = .milliseconds(300)

  /// The pattern that lights repeat, for every status.
  package var status = LightStatus.defaults

  /// The sound of the approach cue.
  package var cue = CueSettings()

  /// The times at which buzzers are silent.
  package var quiet = QuietSettings()

  /// Creates the settings of an empty configuration.
  package init() {}

  /// Reads the tables about outputs, the button and signals: [output.NAME], [signal.NAME],
  /// [signals], [approach], [button], [status] and [quiet].
  package mutating func read(_ top: inout TOMLSection) {
    var tables = top.section("output", expected: "a table [output.NAME] for each output")
    readOutputs(&tables, &top)
    readSignals(&top, outputsAreConfigured: !tables.keys.isEmpty)
    readApproach(&top, outputsAreConfigured: !tables.keys.isEmpty)
    noteUnused(&tables)
    top.add(tables.finished())
    readButton(&top)
    readStatus(&top)
    readQuiet(&top)
  }
}

/// The times at which buzzers are silent.
package struct QuietSettings: Hashable, Sendable {
  /// The hours of each day in which buzzers are silent.
  package var hours: QuietHours?

  /// Whether buzzers are always silent.
  package var isAlways = false

  /// Creates the settings of buzzers that are never silent.
  package init() {}
}

extension OutputSettings {
  /// Reads the table [button], after the outputs.
  mutating func readButton(_ top: inout TOMLSection) {
    var section = top.section("button")
    defer { top.add(section.finished()) }
    var button = ButtonSettings(line: section.line() ?? .name(""))
    button.isActiveLow = section.boolean("active_low") ?? button.isActiveLow
    button.bias = section.choice("bias", LineBias.self) ?? button.bias
    if let milliseconds = section.integer("debounce", in: 0...1000) {
      button.debounce = .milliseconds(milliseconds)
    }
    button.long = section.seconds("long", in: 0.2...60) ?? button.long
    button.veryLong = section.seconds("very_long", in: 0.2...60) ?? button.veryLong
    button.doubleDrops = section.drop("double")
    guard section.exists else { return }
    if button.veryLong <= button.long {
      section.note(
        section.has("very_long") ? "very_long" : "long",
        "a very long press of \(button.veryLong.inSeconds.plain) s is not longer than a long one "
          + "of \(button.long.inSeconds.plain) s",
        remedy: "give very_long more seconds than long")
    }
    guard section.hasLine else {
      return top.note(
        "button", "[button] has no line", remedy: "give line = \"GPIO22\", or chip and offset")
    }
    if let other = list.first(where: { $0.line?.isSame(as: button.line) == true }) {
      top.note(
        "button", "[button] is on the same line as [output.\(other.name)], \(button.line)",
        remedy: "give the button a line of its own")
    }
    self.button = button
  }
}

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
}

/// The sound of the approach cue.
package struct CueSettings: Hashable, Sendable {
  /// The patterns of each output by its name, one for each step of the tempo, the farthest first.
  package var patterns: [String: [Pattern]] = Self.defaults

  /// Creates the settings of an empty configuration.
  package init() {}

  /// The number of steps.
  package static let steps = 4

  /// The patterns of a configuration that names none: a beep of 60 ms in ever shorter intervals.
  ///
  /// Drivers preferred a first pause of about half a second; the steps halve it from there.
  package static let defaults: [String: [Pattern]] = {
    // A test checks that every one of them is a pattern.
    let tempo = ["60/940", "60/440", "60/190", "60/65"].compactMap { try? Pattern($0) }
    return ["buzzer": tempo, "led": tempo]
  }()
}
