/// The line of an output or a button, by its name or by its chip and offset.
package enum LineAddress: Hashable, Sendable, CustomStringConvertible {
  /// The line with this name on the board.
  case name(String)
  /// The line with this offset on a chip, given by its path or label.
  case offset(Int, chip: String)

  /// The line, for a person.
  package var description: String {
    switch self {
    case .name(let name): name
    case .offset(let offset, let chip): "\(chip) offset \(offset)"
    }
  }

  /// Whether both are the same line, judged by their texts alone.
  package func isSame(as other: LineAddress) -> Bool {
    guard case .offset(let offset, let chip) = self,
      case .offset(let otherOffset, let otherChip) = other
    else { return self == other }
    func name(_ chip: String) -> Substring {
      chip.hasPrefix("/dev/") ? chip.dropFirst(5) : chip[...]
    }
    return offset == otherOffset && name(chip) == name(otherChip)
  }
}

/// The levels to which a line is driven.
package enum LineDrive: String, CaseIterable, Hashable, Sendable {
  /// Both levels.
  case pushPull = "push-pull"
  /// The low level only.
  case openDrain = "open-drain"
  /// The high level only.
  case openSource = "open-source"
}

/// The resistor that pulls a line while nothing drives it.
package enum LineBias: String, CaseIterable, Hashable, Sendable {
  /// The resistor that the line already has, unchanged.
  case asIs = "as-is"
  /// No resistor.
  case disabled
  /// A resistor to the high level.
  case pullUp = "pull-up"
  /// A resistor to the low level.
  case pullDown = "pull-down"
}
