/// Numbers and times as a person reads them in a report.
package enum Words {
  /// A length: 3.2 m, 240 m, 1.25 km.
  package static func metres(_ value: Double) -> String {
    let size = abs(value)
    if size < 100 { return "\(JSONLine.rounded(value, 1)) m" }
    return size < 1000
      ? "\(JSONLine.rounded(value, 0)) m" : "\(JSONLine.rounded(value / 1000, 2)) km"
  }

  /// A depth: 3.2 m inside, 12 m outside.
  package static func depth(_ value: Double) -> String {
    "\(metres(abs(value))) \(value < 0 ? "outside" : "inside")"
  }

  /// A length of time: 2.4 s, 1:02 min, 2:15:09 h.
  package static func length(_ seconds: Double) -> String {
    if seconds < 60 { return "\(JSONLine.rounded(seconds, 1)) s" }
    let whole = Int(seconds.rounded())
    let clock = "\(two(whole / 60 % 60)):\(two(whole % 60))"
    if whole >= 3600 { return "\(whole / 3600):\(clock) h" }
    return "\(whole / 60):\(two(whole % 60)) min"
  }

  /// A short time among others of its kind, always with its tenths: 2.0 s.
  package static func delay(_ seconds: Double) -> String {
    let text = length(seconds)
    return text.hasSuffix(" s") && !text.contains(".") ? "\(text.dropLast(2)).0 s" : text
  }

  /// A count with its noun: 1 fix, 2 fixes.
  package static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A whole number with its thousands apart: 12,345.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Degrees to a centimetre or so, never as a power of ten.
  package static func degrees(_ value: Double) -> String {
    let scaled = Int64((max(-360, min(360, value)) * 1e7).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    let digits = String(rest)
    let fraction = String(repeating: "0", count: 7 - digits.count) + digits
    return "\(scaled < 0 ? "-" : "")\(whole).\(fraction)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
