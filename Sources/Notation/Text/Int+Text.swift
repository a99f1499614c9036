extension Int {
  /// A count with its noun: 1 fix, 2 fixes.
  ///
  /// - Parameters:
  ///   - one: The noun for one.
  ///   - many: The noun for any other number; without it, the noun for one with an s.
  ///   - grouped: Whether thousands are separated.
  package func counted(_ one: String, _ many: String? = nil, grouped: Bool = false) -> String {
    "\(grouped ? self.grouped : String(self)) \(self == 1 ? one : many ?? one + "s")"
  }

  /// The number with its thousands separated: 12,345.
  package var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
