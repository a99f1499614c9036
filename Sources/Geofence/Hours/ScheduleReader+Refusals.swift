/// Refuses features of the standard that Picket does not have, and common mistakes.
extension ScheduleReader {
  /// The mistake for an unexpected text, with a name of the text that is expected there.
  func unexpected(_ expected: String) -> Mistake {
    var reader = self
    reader.skipSpace()
    return reader.found(insteadOf: expected)
  }

  private func found(insteadOf expected: String) -> Mistake {
    guard index < text.count else {
      return mistake("the text ends, but \(expected) is expected", "complete or shorten it")
    }
    return refusal
      ?? mistake(
        "found \(found), expected \(expected)",
        "write rules such as Jun-Aug Mo-Fr 07:00-12:00,13:00-16:00; Dec 25 off")
  }

  /// The next part of the text, in words.
  private var found: String {
    let word = nextWord
    if !word.isEmpty { return "\"\(word.prefix(20))\"" }
    let character = text[index]
    return character.isASCII && character != "\"" ? "'\(character)'" : "a non-ASCII character"
  }

  /// The mistake for a known text that is refused.
  private var refusal: Mistake? {
    let word = nextWord
    if let (wrong, remedy) = word.isEmpty ? refusedCharacter : refusedWord(word) {
      return mistake(wrong, remedy)
    }
    return nil
  }

  /// The words at this place for all 24 hours of a day, such as 24/7 and 24 hours; `nil` for others.
  var wholeDay: String? {
    for text in ["24/7", "24-7", "7/24"] where self.text[index...].starts(with: text) {
      return text
    }
    guard text[index...].starts(with: "24") else { return nil }
    let unit = nextWord(at: index + 2 + spaces(at: index + 2))
    let units = ["h", "hr", "hrs", "hour", "hours", "std", "stunden", "heures", "horas", "ore"]
    return units.contains(unit.lowercased()) ? "24 \(unit)" : nil
  }

  /// Days before their month, such as 01 Apr-31 Oct, as they must be written, and the place behind them;
  /// `nil` for another text.
  var swappedDates: (text: String, end: Int)? {
    var reader = self
    func day() -> Int? {
      guard let digits = reader.digits(), digits.count <= 2, let day = Int(digits) else {
        return nil
      }
      _ = reader.skip(".")
      reader.skipSpace()
      return day
    }
    func month() -> String? {
      guard let month = Self.month(near: reader.nextWord) else { return nil }
      reader.index += reader.nextWord.count
      _ = reader.skip(".")
      return month
    }
    guard let first = day() else { return nil }
    if let start = month() {
      let end = reader.index
      guard reader.skipRange(), let last = day(), let stop = month() else {
        return ("\(start) \(first)", end)
      }
      return ("\(start) \(first)-\(stop) \(last)", reader.index)
    }
    let isList = reader.skip(",")
    guard isList || reader.skipRange(), let last = day(), let only = month() else { return nil }
    return ("\(only) \(first)\(isList ? "," : "-")\(last)", reader.index)
  }

  /// The mistake for a span with another weekday at its end, such as Fr 22:00-Sa 06:00.
  func endsOnDay(_ day: Int, _ start: Schedule.Edge, _ rule: Schedule.Rule) -> Mistake {
    let name = Schedule.weekdays[day]
    var reader = self
    reader.index += nextWord.count
    reader.skipSpace()
    let last = (0..<7).filter { rule.weekdays & 1 << UInt8($0) != 0 }
      .first { rule.weekdays & 1 << UInt8(($0 + 1) % 7) == 0 }
    var remedy = "leave it out: a span that ends before it begins ends on the next day"
    if let last, let hour = reader.digits().flatMap({ Int($0) }), start.passage == nil {
      _ = reader.skip(":")
      let end = hour * 60 + (reader.digits().flatMap { Int($0) } ?? 0)
      let (begin, days) = (Schedule.clock(start.minutes), (day - last).modulo(7))
      let first = Schedule.weekdays[last]
      if days == 1 {
        remedy =
          "leave \(name) out: \(begin)-"
          + "\(Schedule.clock(end < start.minutes ? end : end + 1440)) ends on the next day"
      } else if days > 1, rule.weekdays == 1 << UInt8(last), rule.dates.isEmpty {
        let between = Schedule.weekdays[(last + 1) % 7]
        let before = Schedule.weekdays[(day + 6) % 7]
        remedy =
          "write \(first) \(begin)-24:00; \(days == 2 ? between : "\(between)-\(before)"); "
          + "\(name) 00:00-\(Schedule.clock(end))"
      }
    }
    return mistake("the end of the span has a weekday of its own", remedy)
  }

  private func refusedWord(_ word: String) -> (String, String)? {
    switch word.lowercased() {
    case "ph", "sh":
      return (
        "\(word) needs a calendar of \(word.lowercased() == "ph" ? "public" : "school") holidays, "
          + "which Picket does not have", "write the dates, such as Dec 25,26 off"
      )
    case "week": return ("week numbers are not supported", "write months and days")
    case "easter": return ("easter is not supported", "write the dates of each year's range")
    case "dawn", "dusk":
      let sun = word.lowercased() == "dawn" ? "(sunrise-00:30)" : "(sunset+00:30)"
      return ("\(word) is not supported", "write \(sun)")
    case "open": return ("\"open\" is not needed: a rule means open", "leave it out")
    case "unknown": return ("a region is active or off, never unknown", "write off")
    case "to", "until", "till", "bis":
      return ("\"\(word)\" is not allowed in a span", "write a hyphen: 07:00-16:00")
    case "and", "und", "or": return ("\"\(word)\" is not allowed in a list", "write a comma: Mo,We")
    case "am", "pm", "h", "uhr", "a", "p":
      return ("times have 24 hours", "write 07:00 or 19:00")
    case "daily", "always": return ("\"\(word)\" is not a day", "write 24/7, or only the hours")
    default: break
    }
    if Schedule.weekdays.contains(word) {
      let rule = text[..<index].split(separator: ";", omittingEmptySubsequences: false).last ?? []
      if rule.contains(":"), !rule.contains(where: \.isLetter) {
        return ("the hours are before their days", "write the days first")
      }
      return (
        "a weekday follows the hours of other days",
        "separate \(word) with a semicolon, and write all its spans after it"
      )
    }
    if Schedule.months.contains(word) {
      return ("a month follows other days", "separate \(word) with a semicolon")
    }
    return near(word)
  }

  /// A weekday or a month in another spelling.
  private func near(_ word: String) -> (String, String)? {
    let lower = word.lowercased()
    if let day = Self.weekday(near: word) {
      return ("\"\(word.prefix(20))\" is not a weekday", "write \(Schedule.weekdays[day])")
    }
    if let month = Self.month(near: word) {
      return ("\"\(word.prefix(20))\" is not a month", "write \(month)")
    }
    if ["off", "closed"].contains(lower) {
      return ("\"\(word)\" is not in lower case", "write \(lower)")
    }
    if Sun.Passage(rawValue: lower) != nil {
      return ("\"\(word)\" is not in lower case", "write \(lower)")
    }
    return nil
  }

  /// The index of the weekday that a word means in any spelling.
  static func weekday(near word: String) -> Int? {
    place(of: word, weekdayNames, Schedule.weekdays)
  }

  /// The month that a word means in any spelling.
  static func month(near word: String) -> String? {
    place(of: word, monthNames, Schedule.months).map { Schedule.months[$0] }
  }

  private static func place(of word: String, _ long: [String], _ short: [String]) -> Int? {
    let lower = word.lowercased()
    return long.indices.first { index in
      lower.count >= 2 && long[index].hasPrefix(lower) || lower == short[index].lowercased()
        || long[index] + "s" == lower
    }
  }

  private var refusedCharacter: (String, String)? {
    let character = text[index]
    if let wholeDay {
      let isAlone = text[..<index].last { $0 != " " && $0 != "\t" }.map { $0 == ";" } ?? true
      return isAlone
        ? ("\"\(wholeDay)\" is not a time", "write 24/7")
        : (
          "24/7 must be alone in its rule",
          "leave \(wholeDay) out: days without times are whole days"
        )
    }
    if let swappedDates { return ("a day is before its month", "write \(swappedDates.text)") }
    let digits = text[index...].prefix { $0.isASCII && $0.isNumber }
    if digits.count == 4, digits.first == "1" || digits.first == "2" {
      let (hours, minutes) = (digits.prefix(2), digits.suffix(2))
      if let hour = Int(String(hours)), hour < 19 || hour > 20 {
        return ("\(String(digits)) is not a time", "write \(String(hours)):\(String(minutes))")
      }
      return (
        "\(String(digits)) is a year; a schedule is the same in every year",
        "leave it out, and let the region end with expires"
      )
    }
    if (1...4).contains(digits.count) {
      return (
        "\(String(digits)) is not a time",
        "write hours and minutes: \(MeantHours.clock(in: self) ?? "07:00")"
      )
    }
    switch character {
    case "|": return ("a fallback after || is not supported", "write one rule for each day")
    case "\"": return ("a comment in quotes is not supported", "put it into the region's note")
    case "[": return ("'[' is not supported", "write dates such as Jun 1-7 Mo")
    case "+": return ("the span has no end", "write the end, such as -24:00")
    case "/": return ("steps are not supported", "write each day or span, separated by commas")
    case "–", "—", "−": return ("this is a dash, not a hyphen", "write a hyphen: 07:00-16:00")
    case ".": return ("a time or a date contains a dot", "write 07:00, or Jun 15")
    case "&": return ("'&' is not allowed in a list", "write a comma: Mo,We")
    case ":": return ("a colon follows the days", "leave it out: Mo-Fr 07:00-16:00")
    case "\n", "\r", "\r\n": return ("a new line separates rules", "write a semicolon")
    case ",":
      return (
        "this comma separates nothing", "write a semicolon before another rule, or leave it out"
      )
    default: return nil
    }
  }

  private static let weekdayNames = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
