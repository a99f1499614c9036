/// Lengths of time as people write them.
extension Double {
  /// Reads a length of time in seconds: `90`, `2.5`, `90s`, `5m`, `1h30m`, `1 h 30 min`, `3d`.
  ///
  /// Every option, setting and property that is in seconds is read by this. A number without a unit
  /// is in seconds, and each unit may be there once, the largest first.
  package init?(timeText text: String) {
    let isSpace = { (character: Character) in character == " " }
    var rest = text[...].trimmed(where: isSpace)
    if let seconds = Self.number(rest) {
      self = seconds
      return
    }
    var seconds = 0.0
    var last = Double.infinity
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest = rest[digits.endIndex...].trimmed(where: isSpace)
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest[unit.endIndex...].trimmed(where: isSpace)
      guard let number = Self.number(digits), let length = Self.units[String(unit)], length < last
      else { return nil }
      // A fraction of a unit before another one is more likely a mistake.
      guard rest.isEmpty || number == number.rounded() else { return nil }
      seconds += number * length
      last = length
    } while !rest.isEmpty
    self = seconds
  }

  /// Lengths of time for messages about a text that is not one.
  package static let timeExamples = "90s, 10m, 1h30m or 2d; a plain number is in seconds"

  private static let units: [String: Double] = [
    "ms": 0.001, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400,
  ]

  private static func number(_ text: Substring) -> Double? {
    guard text.first?.isNumber == true, text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." })
    else { return nil }
    return Double(text).flatMap { $0 < 1e6 ? $0 : nil }
  }
}

extension ClosedRange<Double> {
  /// The correct form of a time in seconds within these bounds.
  package var timeExpected: String {
    "seconds from \(lowerBound.plain) to \(upperBound.plain), or a time such as \"90s\" or \"10m\""
  }
}
