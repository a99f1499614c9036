extension Double {
  /// The number rounded to this many decimals, as short as possible: 4.1, 12.
  package func text(decimals: Int) -> String {
    let rounded = rounded(decimals: decimals)
    // A number that is rounded up to nothing would keep its sign.
    if rounded == 0 { return "0" }
    // The greatest numbers are whole, and too great to be scaled.
    let text = "\(rounded.isFinite ? rounded : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A course in degrees, rounded to this many decimals: from 0 up to, but not with, 360.
  package func course(decimals: Int) -> Double {
    let rounded = rounded(decimals: decimals)
    return rounded == 360 ? 0 : rounded
  }

  private func rounded(decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }

  /// The number as a person writes it: without a fraction if it has none.
  package var plain: String {
    Int64(exactly: self).map(String.init) ?? description
  }

  /// Degrees with this many decimals, never as a power of ten; seven decimals are about 1 cm.
  package func degreesText(decimals: Int = 7) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int64((max(-360, min(360, self)) * Double(scale)).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let digits = String(rest)
    let fraction = String(repeating: "0", count: decimals - digits.count) + digits
    return "\(scaled < 0 ? "-" : "")\(whole).\(fraction)"
  }
}

/// Lengths in metres as text.
extension Double {
  /// The metres with their unit: 3.2 m.
  package func metresText(decimals: Int = 1) -> String { "\(text(decimals: decimals)) m" }

  /// A length of any size: 3.2 m, 240 m, 1.25 km.
  ///
  /// - Parameters:
  ///   - tenthsBelow: The length below which metres have a decimal.
  ///   - kilometresFrom: The length from which on the unit is kilometres.
  ///   - decimals: The number of decimals of kilometres.
  package func distanceText(
    tenthsBelow: Double = 100, kilometresFrom: Double = 1000, decimals: Int = 2
  ) -> String {
    magnitude < kilometresFrom
      ? metresText(decimals: magnitude < tenthsBelow ? 1 : 0)
      : "\((self / 1000).text(decimals: decimals)) km"
  }

  /// A depth: 3.2 m inside, 12 m outside.
  package func depthText(tenthsBelow: Double = 100, decimals: Int = 2) -> String {
    "\(magnitude.distanceText(tenthsBelow: tenthsBelow, decimals: decimals)) \(side)"
  }

  /// The side of the border on which a depth is.
  package var side: String { self < 0 ? "outside" : "inside" }
}

/// Lengths of time in seconds as text.
extension Double {
  /// The seconds with their unit: 2.4 s.
  package func secondsText(decimals: Int = 1) -> String { "\(text(decimals: decimals)) s" }

  /// Minutes and seconds, with the hours if there are any: 2:33, 1:02:33.
  package var clockText: String {
    let seconds = Int(rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds < 3600
      ? "\(seconds / 60):\(two(seconds % 60))"
      : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  /// A length of time in words: 45 s, 12 min 5 s, 3 h 20 min, 2 d 0 h 5 min.
  package var elapsedText: String {
    let seconds = Int(Swift.max(0, Swift.min(self, 1e9)).rounded())
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 {
      return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
    }
    let days = seconds / 86_400
    let rest = "\(seconds / 3600 % 24) h \(seconds / 60 % 60) min"
    return days == 0 ? rest : "\(days) d \(rest)"
  }
}
