extension Double {
  /// The number rounded to this many decimals, as short as possible: 4.1, 12.
  package func text(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = (self * scale).rounded() / scale
    // The greatest numbers are whole, and too great to be scaled.
    let text = "\(rounded.isFinite ? rounded : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
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
