extension Timestamp {
  /// The time in RFC 3339, in UTC with milliseconds: 2026-06-03T09:14:31.000Z.
  public var rfc3339: String {
    let (whole, rest) = nanoseconds.floored(by: 1_000_000)
    // Rounded up, the time must not exceed the latest that can be stored.
    let roundsUp = rest >= 500_000 && whole < .max / 1_000_000
    let (seconds, milliseconds) = (roundsUp ? whole + 1 : whole).floored(by: 1000)
    let (days, second) = seconds.floored(by: 86_400)
    let date = Self.date(days)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
      + ".\(padded(milliseconds, 3))Z"
  }

  /// Reads a time such as 2026-06-03T09:14:31.5Z or 2026-06-03T11:14:31+02:00.
  ///
  /// - Returns: `nil` when the text is anything else, or a year that cannot be stored.
  public init?(rfc3339 text: String) {
    var rest = text.utf8[...]
    guard let year = rest.readNumber(4), rest.skip("-"),
      let month = rest.readNumber(2), 1...12 ~= month, rest.skip("-"),
      let day = rest.readNumber(2), day >= 1, rest.skip("Tt "),
      let hour = rest.readNumber(2), hour < 24, rest.skip(":"),
      let minute = rest.readNumber(2), minute < 60, rest.skip(":"),
      // A leap second counts as the first second of the next minute.
      let second = rest.readNumber(2), second <= 60
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    guard Self.date(days) == (year, month, day) else { return nil }

    var fraction: Int64 = 0
    if rest.skip(".") {
      guard let digits = rest.readFraction() else { return nil }
      fraction = digits
    }
    var offset: Int64 = 0
    if !rest.skip("Zz") {
      let sign: Int64 = rest.first == UInt8(ascii: "-") ? -1 : 1
      guard rest.skip("+-"), let hours = rest.readNumber(2), hours < 24, rest.skip(":"),
        let minutes = rest.readNumber(2), minutes < 60
      else { return nil }
      offset = sign * (hours * 3600 + minutes * 60)
    }
    guard rest.isEmpty else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    let (whole, tooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (nanoseconds, beyond) = whole.addingReportingOverflow(fraction)
    guard !tooFar, !beyond else { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin
  // in March, so that the leap day is the last of the year.

  /// The days from 1970-01-01 to a date of the Gregorian calendar.
  package static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = year.floored(by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date this many days after 1970-01-01.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).floored(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}

extension Timestamp: CustomStringConvertible {
  /// The time in RFC 3339.
  public var description: String { rfc3339 }
}

extension Int64 {
  /// The quotient rounded down, and the remainder, which is never negative.
  fileprivate func floored(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension Substring.UTF8View {
  /// Skips one of these characters at the start.
  fileprivate mutating func skip(_ characters: String) -> Bool {
    guard let first, characters.utf8.contains(first) else { return false }
    removeFirst()
    return true
  }

  /// Reads and skips a number of exactly this many digits.
  fileprivate mutating func readNumber(_ width: Int) -> Int64? {
    let digits = prefix(width)
    guard digits.count == width, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    removeFirst(width)
    return digits.reduce(0) { $0 * 10 + Int64($1) - 0x30 }
  }

  /// Reads and skips the digits after a decimal point, in nanoseconds; further digits are dropped.
  fileprivate mutating func readFraction() -> Int64? {
    let digits = prefix { 0x30...0x39 ~= $0 }
    guard !digits.isEmpty else { return nil }
    removeFirst(digits.count)
    let nine = digits.prefix(9)
    let value = nine.reduce(0) { $0 * 10 + Int64($1) - 0x30 }
    return (nine.count..<9).reduce(value) { scaled, _ in scaled * 10 }
  }
}
