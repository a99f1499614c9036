/// Which line of which chip an output is on.
package enum LineAddress: Hashable, Sendable, CustomStringConvertible {
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
