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

extension [Int] {
  /// Ascending whole numbers as text, a run of at least three as its ends: "1 to 5, 7, 8".
  ///
  /// - Parameter most: The most runs to name; the newest are named, and the others counted.
  package func rangesText(most: Int) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in self {
      if let last = runs.last, number - 1 == last.upperBound {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let left = runs.dropLast(most).reduce(0) { $0 + $1.count }
    let words = runs.suffix(most).map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound), \(run.upperBound)"
      default: "\(run.lowerBound) to \(run.upperBound)"
      }
    }.joined(separator: ", ")
    return left == 0 ? words : "\(left) earlier ones, \(words)"
  }
}
