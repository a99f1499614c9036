extension Configuration {
  /// A named output and the line that it is on.
  package struct Output: Hashable, Sendable {
    /// The name by which signals call it.
    package var name: String

    /// The line; `nil` on a terminal, and for an output that is on a PWM channel.
    package var line: Line?

    /// The PWM channel that a passive buzzer is on, in place of a line.
    package var pwm: PWM?

    /// What a person takes it for.
    package var kind: Kind

    /// Whether it shows how well fixes are received while no signal plays on it; a light only.
    package var showsStatus = false

    /// The classes of regions inside which it is active while no signal plays on it; a light only.
    package var holdsInside = Classes.none

    /// Whether the line is active when its level is low.
    package var isActiveLow = false

    /// How the line is driven.
    package var drive = Drive.pushPull

    /// What pulls the line while nothing drives it.
    package var bias = Bias.asIs

    /// Creates an output that is like any other: one called `led` is a light.
    package init(name: String, line: Line? = nil) {
      self.name = name
      self.line = line
      kind = name == "led" ? .light : .buzzer
    }
  }

  /// What an output is for a person.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It sounds: it can be muted, and never goes on for longer than a pattern may last.
    case buzzer
    /// It shines: it may be active for as long as it takes.
    case light
  }

  /// A channel of the kernel's pulse-width modulation, which makes a tone on a passive buzzer.
  package struct PWM: Hashable, Sendable {
    /// The device of the chip, such as `fe20c000.pwm`: its number may change.
    package var device: String

    /// The channel of the chip.
    package var channel = 0

    /// The pitch in hertz of what has none of its own.
    package var pitch = 2700

    /// Creates a channel.
    package init(device: String, channel: Int = 0, pitch: Int = 2700) {
      self.device = device
      self.channel = channel
      self.pitch = pitch
    }
  }

  /// Some of the classes that regions are of.
  package enum Classes: Hashable, Sendable {
    /// None of them.
    case none
    /// Every region, of a class or not.
    case any
    /// The regions of these classes.
    case some(Set<String>)
  }

  /// A button that the carrier presses.
  package struct Button: Hashable, Sendable {
    /// The line that it is on.
    package var line: Line

    /// Whether the line is low while the button is pressed, as one to ground makes it.
    package var isActiveLow = true

    /// What pulls the line while the button is not pressed.
    package var bias = Bias.pullUp

    /// How long the line must be steady before a change counts.
    package var debounce: Duration = .milliseconds(20)

    /// How long a long press is at least.
    package var long: Duration = .seconds(1)

    /// How long a very long press is at least.
    package var veryLong: Duration = .seconds(4)

    /// Creates a button on a line, to ground.
    package init(line: Line) {
      self.line = line
    }
  }

  /// Which line of which chip an output is on.
  package enum Line: Hashable, Sendable, CustomStringConvertible {
    /// The line that the board calls by this name.
    case name(String)
    /// The line with this offset on a chip, given by its path or label.
    case offset(Int, chip: String)

    /// The line as a person would point at it.
    package var description: String {
      switch self {
      case .name(let name): name
      case .offset(let offset, let chip): "\(chip) offset \(offset)"
      }
    }

    /// Whether both are one line, as far as that can be told from what was written.
    func isSame(as other: Line) -> Bool {
      guard case .offset(let offset, let chip) = self,
        case .offset(let otherOffset, let otherChip) = other
      else { return self == other }
      func name(_ chip: String) -> Substring {
        chip.hasPrefix("/dev/") ? chip.dropFirst(5) : chip[...]
      }
      return offset == otherOffset && name(chip) == name(otherChip)
    }
  }

  /// How a line is driven.
  package enum Drive: String, CaseIterable, Hashable, Sendable {
    /// To both levels.
    case pushPull = "push-pull"
    /// To the low level only.
    case openDrain = "open-drain"
    /// To the high level only.
    case openSource = "open-source"
  }

  /// What pulls a line while nothing drives it.
  package enum Bias: String, CaseIterable, Hashable, Sendable {
    /// What pulled it before.
    case asIs = "as-is"
    /// Nothing.
    case disabled
    /// A resistor to the high level.
    case pullUp = "pull-up"
    /// A resistor to the low level.
    case pullDown = "pull-down"
  }
}
