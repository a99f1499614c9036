/// Reads times of day.
extension ScheduleReader {
  /// Whether the next part is a time: digits and a colon, or the sun.
  var isTimeNext: Bool { isTime(at: index) }

  func isTime(at place: Int) -> Bool {
    guard place < text.count else { return false }
    if text[place] == "(" { return true }
    let word = String(text[place...].prefix { $0.isLetter })
    if Sun.Passage(rawValue: word) != nil { return true }
    let digits = text[place...].prefix { $0.isASCII && $0.isNumber }
    // A colon without minutes follows a day.
    return !digits.isEmpty && text[(place + digits.count)...].first == ":"
      && text[(place + digits.count)...].dropFirst().first?.isNumber == true
  }

  /// Reads spans, separated by commas.
  mutating func spans(of rule: Schedule.Rule) throws(Mistake) -> [Schedule.Span] {
    var all: [Schedule.Span] = []
    while true {
      all.append(try span(of: rule))
      let before = index
      skipSpace()
      guard skip(",") else {
        index = before
        return all
      }
      skipSpace()
      guard isTimeNext || index < text.count && text[index].isNumber else {
        throw unexpected("another span after the comma")
      }
    }
  }

  private mutating func span(of rule: Schedule.Rule) throws(Mistake) -> Schedule.Span {
    let start = index
    let first = try edge()
    guard first.passage != nil || first.minutes < 1440 else {
      throw mistake(
        "a span begins on its day, at 23:59 at the latest", "name the next day and write 00:00",
        at: start)
    }
    guard skipRange() else { throw unexpected("a hyphen and the end of the span") }
    if let day = Self.weekday(near: nextWord) { throw endsOnDay(day, first, rule) }
    let end = try edge()
    if index < text.count, text[index] == "/" {
      throw mistake("times in steps are not spans", "write each span, separated by commas")
    }
    return try Self.span(first, end) { wrong, remedy in mistake(wrong, remedy, at: start) }
  }

  /// The span from one time of the clock or the sun to the next occurrence of another.
  private static func span(
    _ first: Schedule.Edge, _ last: Schedule.Edge, _ mistake: (String, String) -> Mistake
  ) throws(Mistake) -> Schedule.Span {
    var last = last
    switch (first.passage, last.passage) {
    case (nil, nil):
      guard first.minutes != last.minutes else {
        throw mistake(
          "the span ends when it begins",
          "write 00:00-24:00 for a whole day"
            + (first.minutes == 0
              ? ""
              : ", or \(Schedule.clock(first.minutes))-\(Schedule.clock(first.minutes + 1440))"))
      }
      if last.minutes < first.minutes { last.minutes += 1440 }
    case (nil, .sunrise?):
      guard !(540..<noon).contains(first.minutes) else {
        throw mistake(
          "the end could mean two different sunrises", "begin before 09:00, or from 12:00 on")
      }
      last.isNextDay = first.minutes >= noon
    case (nil, .sunset?):
      guard first.minutes < 1320 else {
        throw mistake(
          "the end could mean two different sunsets", "begin before 22:00, or on the next day")
      }
    case (.sunrise?, nil):
      // In summer the sun may rise this early.
      guard last.minutes >= 180 else {
        throw mistake(
          "the end could be in either of two nights",
          "write \(Schedule.clock(last.minutes + 1440)) for the night after")
      }
    case (.sunset?, nil):
      // In winter the sun may set this early.
      guard !(noon..<900).contains(last.minutes) else {
        throw mistake(
          "the end could be on either of two days",
          "write \(Schedule.clock(last.minutes + 1440)) for the next day")
      }
      if last.minutes < noon { last.minutes += 1440 }
    case (.sunrise?, .sunset?): break
    case (.sunset?, .sunrise?): last.isNextDay = true
    case (.sunrise?, .sunrise?), (.sunset?, .sunset?):
      guard first.minutes < last.minutes else {
        throw mistake("the span ends before it begins", "swap the two offsets")
      }
    }
    return Schedule.Span(start: first, end: last)
  }

  /// A time before noon belongs to the night before it, a later time to the night after it.
  private static var noon: Int { 720 }

  // MARK: Edges

  private mutating func edge() throws(Mistake) -> Schedule.Edge {
    if skip("(") {
      skipSpace()
      guard let passage = passage() else { throw unexpected("sunrise or sunset") }
      skipSpace()
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0 else { throw unexpected("+ or - and hours:minutes") }
      skipSpace()
      let start = index
      let minutes = try clock(most: 12)
      guard minutes <= 720 else {
        throw mistake("an offset has at most 12 hours", "give 12:00 or less", at: start)
      }
      skipSpace()
      guard skip(")") else { throw unexpected("a closing parenthesis") }
      return Schedule.Edge(passage: passage, minutes: sign * minutes)
    }
    guard let passage = passage() else { return Schedule.Edge(minutes: try clock(most: 48)) }
    if let offset = bareOffset {
      throw mistake("an offset needs parentheses", "write (\(passage.rawValue)\(offset))")
    }
    return Schedule.Edge(passage: passage, minutes: 0)
  }

  /// The offset that follows a passage of the sun without parentheses, as it must be written:
  /// `-30min`, `+1h`, `+00:30`, or `-00:30` before another hyphen.
  private var bareOffset: String? {
    var reader = self
    reader.skipSpace()
    let sign = reader.skip("+") ? "+" : reader.skip("-") ? "-" : ""
    reader.skipSpace()
    guard !sign.isEmpty, let number = reader.digits() else { return nil }
    guard reader.skip(":") else {
      return reader.minutes(of: number, isSure: sign == "+").map { sign + Schedule.clock($0) }
    }
    guard let minutes = reader.digits(), let hour = Int(number), let minute = Int(minutes),
      hour * 60 + minute <= 720, sign == "+" || reader.skipRange()
    else { return nil }
    return sign + Schedule.clock(hour * 60 + minute)
  }

  /// The minutes of a number with a unit after it, such as min or h; `nil` for another text.
  ///
  /// - Parameter isSure: Whether a number without a unit, too, must be minutes.
  private func minutes(of number: String, isSure: Bool) -> Int? {
    let unit = nextWord(at: index + spaces(at: index)).lowercased()
    guard let count = Int(number), count <= 720 else { return nil }
    let minutes = unit.hasPrefix("h") || unit.hasPrefix("std") ? count * 60 : count
    // 24 and less may be an hour.
    let isKnown = unit.hasPrefix("h") || unit.hasPrefix("std") || unit.hasPrefix("m")
    return (isKnown || unit.isEmpty && (isSure || count > 24)) && minutes <= 720 ? minutes : nil
  }

  private mutating func passage() -> Sun.Passage? {
    guard let passage = Sun.Passage(rawValue: nextWord) else { return nil }
    index += passage.rawValue.count
    return passage
  }

  /// Reads hours and minutes; returns minutes.
  private mutating func clock(most: Int) throws(Mistake) -> Int {
    let start = index
    guard let hour = digits() else { throw unexpected("a time such as 07:00") }
    guard skip(":"), let minute = digits() else {
      throw notClock(hour, isOffset: most == 12, at: start)
    }
    guard hour.count == 2, minute.count == 2, let hours = Int(hour), let minutes = Int(minute)
    else {
      throw mistake(
        "\(slice(start)) does not have two digits for hours and two for minutes",
        "write a time such as 07:00", at: start)
    }
    guard minutes < 60, hours * 60 + minutes <= most * 60 else {
      throw mistake(
        "\(slice(start)) is not a time of day",
        most == 48 ? "give 00:00 to 24:00, or up to 48:00 for the next day" : "give up to 12:00",
        at: start)
    }
    if index < text.count, text[index] == "+" {
      throw mistake("the span has no end", "write the end, such as -24:00")
    }
    return hours * 60 + minutes
  }

  /// The mistake for digits without a colon after them.
  private func notClock(_ digits: String, isOffset: Bool, at start: Int) -> Mistake {
    var reader = self
    reader.index = start
    let offset = isOffset ? minutes(of: digits, isSure: true) : nil
    let example = offset.map(Schedule.clock) ?? MeantHours.clock(in: reader) ?? "07:00"
    return mistake("\(digits) is not a time", "write hours and minutes: \(example)", at: start)
  }
}
