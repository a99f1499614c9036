extension Configuration {
  /// A named output and the line that it is on.
  package struct Output: Hashable, Sendable {
    /// The name by which signals call it.
    package var name: String

    /// The line; `nil` is possible on a terminal only.
    package var line: Line?

    /// Whether the line is active when its level is low.
    package var isActiveLow = false

    /// How the line is driven.
    package var drive = Drive.pushPull

    /// What pulls the line while nothing drives it.
    package var bias = Bias.asIs

    /// Creates an output that is like any other.
    package init(name: String, line: Line? = nil) {
      self.name = name
      self.line = line
    }
  }

  /// Which line of which chip an output is on.
  package enum Line: Hashable, Sendable, CustomStringConvertible {
    /// The line that the board calls by this name.
    case name(String)
    /// The line with this offset on a chip, given by its path, name or label.
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
