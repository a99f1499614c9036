internal import Geofence
internal import Notation

/// What is known of a kind of board: what tells it apart, its lines, and how to wire it.
package struct BoardProfile: Hashable, Sendable {
  /// Where something is from, and why it may be wrong.
  package struct Evidence: Hashable, Sendable {
    /// A file, a page or an issue that says so.
    package var source: String

    /// Why it is not confirmed; `nil` when it is.
    package var doubt: String?
  }

  /// What tells a board apart from others in its device tree.
  package struct Identity: Hashable, Sendable {
    /// What the model begins with, up to the end of a word.
    package var models: [String]

    /// What is in the list of what it is compatible with, and in that of no other board.
    package var compatible: [String]

    package var evidence: Evidence
  }

  /// Pins in rows, which parts are connected to.
  package struct Header: Hashable, Sendable {
    /// What the board's documentation calls it.
    package var name: String

    package var pins: [Pin]
    package var evidence: Evidence
  }

  /// A pin of a header.
  package struct Pin: Hashable, Sendable {
    /// Its number, after the header's name when the board has several headers.
    package var name: String

    /// What the kernel calls its line.
    package var line: String?

    /// The label of the line's chip, where it can be relied on.
    package var chip: String?

    /// The place of the line on its chip; `nil` when the pin is no line.
    package var offset: Int?

    /// What else it is: a supply, a function, the processor's name.
    package var function: String?
  }

  /// Which pins the parts are connected to.
  package struct Wiring: Hashable, Sendable {
    package var buzzer: Pin
    package var led: Pin
    package var button: Pin
    package var transmit: Pin
    package var receive: Pin
    package var supply3V3: Pin
    package var supply5V: Pin
    package var grounds: Grounds

    /// Whether the processor's own resistor holds the button's line up.
    package var pullsUpInside: Bool

    package var evidence: Evidence
  }

  /// A ground pin near each part.
  package struct Grounds: Hashable, Sendable {
    package var buzzer: Pin
    package var led: Pin
    package var button: Pin
    package var receiver: Pin
  }

  /// The serial port of the header.
  package struct UART: Hashable, Sendable {
    package var device: String
    package var evidence: Evidence
  }

  /// The PWM channel that a passive buzzer can be on.
  package struct PWM: Hashable, Sendable {
    /// The chip's device, since its number may change.
    package var device: String

    package var channel: Int
    package var pin: Pin

    /// The line of config.txt that connects the channel to the pin.
    package var overlay: String?

    package var evidence: Evidence
  }

  /// Something to do once: lines of a file, or a command.
  package struct Setup: Hashable, Sendable {
    /// What is done.
    package enum Step: Hashable, Sendable {
      case lines([String], file: String)
      case command(String)
    }

    package var step: Step
    package var why: String
    package var evidence: Evidence
  }

  /// Something that goes wrong for those who do not know it.
  package struct Trap: Hashable, Sendable {
    package var text: String
    package var evidence: Evidence
  }

  /// The name of its profile, such as `raspberry-pi-4`.
  package var name: String

  /// What its maker calls it.
  package var title: String

  /// What to know before anything else.
  package var note: String?

  package var identity: Identity
  package var headers: [Header]
  package var wiring: Wiring
  package var uart: UART
  package var pwm: PWM?
  package var setups: [Setup]
  package var traps: [Trap]
}
