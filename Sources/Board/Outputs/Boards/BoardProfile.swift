internal import Base

/// A kind of board: its identity, its lines and its wiring.
package struct BoardProfile: Hashable, Sendable {
  /// The source of a fact, and the reason to doubt the fact, if any.
  package struct Evidence: Hashable, Sendable {
    /// A file, a page or an issue that states the fact.
    package var source: String

    /// The reason why the fact is not confirmed; `nil` when it is confirmed.
    package var doubt: String?
  }

  /// The entries of the device tree by which a board is recognised.
  package struct Identity: Hashable, Sendable {
    /// The beginnings of the board's models, each up to the end of a word.
    package var models: [String]

    /// The entries of `compatible` that only this board has.
    package var compatible: [String]

    /// The source of these facts.
    package var evidence: Evidence
  }

  /// A header: the pins that parts are connected to.
  package struct Header: Hashable, Sendable {
    /// The name of the header in the board's documentation.
    package var name: String

    /// The pins in the order of the profile.
    package var pins: [Pin]
    /// The source of these facts.
    package var evidence: Evidence
  }

  /// A pin of a header.
  package struct Pin: Hashable, Sendable {
    /// The number of the pin, after the header's name when the board has several headers.
    package var name: String

    /// The kernel's name for the pin's line.
    package var line: String?

    /// The label of the line's chip, where the label is reliable.
    package var chip: String?

    /// The offset of the line on its chip; `nil` when the pin has no line.
    package var offset: Int?

    /// The pin's other use: a supply, a function, or the processor's name for the pin.
    package var function: String?
  }

  /// The pins that the parts are connected to.
  package struct Wiring: Hashable, Sendable {
    /// The line that switches the buzzer.
    package var buzzer: Pin
    /// The line that switches the LED.
    package var led: Pin
    /// The line that reads the button.
    package var button: Pin
    /// The UART's TX, which is connected to the receiver's RX.
    package var transmit: Pin
    /// The UART's RX, which is connected to the receiver's TX.
    package var receive: Pin
    /// The supply of the receiver.
    package var supply3V3: Pin
    /// The supply of the buzzer.
    package var supply5V: Pin
    /// The ground pins.
    package var grounds: Grounds

    /// Whether the processor's own resistor pulls the button's line up.
    package var pullsUpInside: Bool

    /// The source of these facts.
    package var evidence: Evidence
  }

  /// The ground pins, each near its part.
  package struct Grounds: Hashable, Sendable {
    package var buzzer: Pin
    package var led: Pin
    package var button: Pin
    package var receiver: Pin
  }

  /// The serial port of the header.
  package struct UART: Hashable, Sendable {
    /// The path of the port's device.
    package var device: String
    /// The source of these facts.
    package var evidence: Evidence
  }

  /// The PWM channel for a passive buzzer.
  package struct PWM: Hashable, Sendable {
    /// The chip's device, because the chip's number may change.
    package var device: String

    /// The channel of the chip.
    package var channel: Int
    /// The pin that the channel is on.
    package var pin: Pin

    /// The line of config.txt that connects the channel to the pin.
    package var overlay: String?

    /// The source of these facts.
    package var evidence: Evidence
  }

  /// A step of setting up the board, done once.
  package struct Setup: Hashable, Sendable {
    /// An action of the user.
    package enum Action: Hashable, Sendable {
      /// Adding lines to a file.
      case lines([String], file: String)
      /// Running a command.
      case command(String)
    }

    /// The action.
    package var step: Action
    /// The reason for the action.
    package var why: String
    /// The source of these facts.
    package var evidence: Evidence
  }

  /// A known difficulty of the board.
  package struct Trap: Hashable, Sendable {
    /// The difficulty and its remedy.
    package var text: String
    /// The source of these facts.
    package var evidence: Evidence
  }

  /// The name of the profile, such as `raspberry-pi-4`.
  package var name: String

  /// The name that the maker gives the board.
  package var title: String

  /// A remark that is shown before anything else.
  package var note: String?

  /// The entries of the device tree by which the board is recognised.
  package var identity: Identity
  /// The headers with their pins.
  package var headers: [Header]
  /// The pins for Picket's parts.
  package var wiring: Wiring
  /// The serial port of the receiver.
  package var uart: UART
  /// The PWM channel for a passive buzzer, if there is one.
  package var pwm: PWM?
  /// The steps of setting up the board.
  package var setups: [Setup]
  /// The known difficulties.
  package var traps: [Trap]
}
