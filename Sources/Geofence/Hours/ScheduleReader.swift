/// Reads the text of a schedule from its first character to its last.
struct ScheduleReader {
  typealias Mistake = Schedule.Mistake

  let text: [Character]
  var index = 0

  init(_ text: String) { self.text = Array(text) }

  /// Reads all rules.
  mutating func rules() throws(Mistake) -> [Schedule.Rule] {
    skipSpace()
    guard index < text.count else {
      throw mistake("the text is empty", "write hours such as Mo-Fr 07:00-16:00")
    }
    var rules: [Schedule.Rule] = []
    while true {
      rules.append(try rule())
      guard index < text.count else { break }
      guard skip(";") else { throw unexpected("a semicolon or the end") }
      skipSpace()
      guard index < text.count, text[index] != ";" else {
        throw mistake("a semicolon separates two rules, and one is missing", "remove the semicolon")
      }
    }
    guard rules.contains(where: { !$0.isOff }) else {
      throw mistake(
        "nothing is ever active: every rule is off",
        "first write the hours from which the rules remove times, such as 24/7; "
          + "or set enabled to false",
        at: 0)
    }
    return rules
  }

  private mutating func rule() throws(Mistake) -> Schedule.Rule {
    var rule = Schedule.Rule()
    let start = index
    if skip("24/7") {
      skipSpace()
      if index < text.count, text[index] != ";" {
        throw mistake(
          "24/7 must be alone in its rule",
          isTimeNext || nextWord == "off"
            ? "write a semicolon and another rule" : "leave it out, or write a semicolon after it")
      }
      return rule
    }
    if nextMonth != nil { rule.dates = try dates() }
    skipSpace()
    if nextWeekday != nil {
      rule.weekdays = try weekdays()
      skipSpace()
      if nextMonth != nil {
        throw mistake(
          "a month follows weekdays", "write months and days first: Jun-Aug Mo-Fr")
      }
    }
    skipSpace()
    if isTimeNext { rule.spans = try spans(of: rule) }
    skipSpace()
    let word = nextWord
    if word == "off" || word == "closed" {
      index += word.count
      rule.isOff = true
      skipSpace()
    }
    if index == start || index < text.count && text[index] != ";" {
      throw unexpected(index == start ? "a month, a weekday or a time" : "a semicolon or the end")
    }
    return rule
  }

  // MARK: Dates

  private mutating func dates() throws(Mistake) -> [Schedule.Dates] {
    var all: [Schedule.Dates] = []
    while true {
      all.append(contentsOf: try datesOfMonth())
      let before = index
      skipSpace()
      guard skip(",") else {
        index = before
        return all
      }
      skipSpace()
      guard nextMonth != nil else { throw unexpected("another month") }
    }
  }

  /// Reads a month, some of its days, or a range of months or of days.
  private mutating func datesOfMonth() throws(Mistake) -> [Schedule.Dates] {
    let month = try month()
    guard let day = try day(of: month) else {
      guard skipRange() else {
        return [Self.dates(month, month)]
      }
      let start = index
      let last = try self.month()
      if try day(of: last) != nil {
        throw mistake(
          "the range has a day at its end only",
          "write \(Schedule.months[month - 1]) 1-\(slice(start))", at: start)
      }
      return [Self.dates(month, last)]
    }
    let first = Schedule.Date(month: month, day: day)
    if skipRange() { return [Schedule.Dates(first: first, last: try end(of: first))] }
    var all = [Schedule.Dates(first: first, last: first)]
    while isNext(",", then: { $0.isNumber }), !isTime(at: index + 1 + spaces(at: index + 1)) {
      index += 1
      skipSpace()
      guard let day = try self.day(of: month, isNeeded: true) else { break }
      let next = Schedule.Date(month: month, day: day)
      all.append(Schedule.Dates(first: next, last: skipRange() ? try end(of: next) : next))
    }
    return all
  }

  /// Reads the end of a range of days.
  private mutating func end(of first: Schedule.Date) throws(Mistake) -> Schedule.Date {
    let start = index
    guard nextMonth != nil else {
      guard let day = try day(of: first.month, isNeeded: true) else {
        throw unexpected("a day or a month")
      }
      guard day >= first.day else {
        throw mistake(
          "\(first.day)-\(day) ends before it begins",
          "name the month of its end, or swap the days", at: start)
      }
      return Schedule.Date(month: first.month, day: day)
    }
    let month = try month()
    guard let day = try day(of: month) else {
      let name = Schedule.months[month - 1]
      throw mistake(
        "the range has a day at its start only", "write \(name) \(Self.length(of: month))",
        at: start)
    }
    return Schedule.Date(month: month, day: day)
  }

  private static func dates(_ first: Int, _ last: Int) -> Schedule.Dates {
    Schedule.Dates(
      first: Schedule.Date(month: first, day: 1), last: Schedule.Date(month: last, day: 31))
  }

  private mutating func month() throws(Mistake) -> Int {
    guard let month = nextMonth else { throw unexpected("a month") }
    index += 3
    return month
  }

  /// Reads a day of a month; `nil` if the next part is something else, such as a time.
  private mutating func day(
    of month: Int, isNeeded: Bool = false
  ) throws(Mistake) -> Int? {
    let before = index
    skipSpace()
    guard !isTimeNext, wholeDay == nil, let number = digits() else {
      index = before
      return nil
    }
    let start = index - number.count
    guard number.count <= 2, let day = Int(number), day >= 1, day <= Self.length(of: month) else {
      throw mistake(
        number.count == 4
          ? "\(number) is a year; a schedule is the same in every year"
          : "\(Schedule.months[month - 1]) has no day \(number)",
        number.count == 4
          ? "leave it out, and let the region end with expires"
          : "give 1 to \(Self.length(of: month))", at: start)
    }
    if index < text.count, text[index] == "." {
      throw mistake(
        "a dot follows the day", "write \(Schedule.months[month - 1]) \(number)")
    }
    return day
  }

  private static func length(of month: Int) -> Int {
    month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  // MARK: Weekdays

  private mutating func weekdays() throws(Mistake) -> UInt8 {
    var days: UInt8 = 0
    while true {
      let first = try weekday()
      var last = first
      if skipRange() {
        let start = index
        last = try weekday()
        guard last != first else {
          throw mistake("the range begins and ends on the same day", "name it once", at: start)
        }
      }
      for step in 0...(last - first).modulo(7) { days |= 1 << UInt8((first + step) % 7) }
      let before = index
      skipSpace()
      guard skip(",") else {
        index = before
        return days
      }
      skipSpace()
      guard nextWeekday != nil else { throw unexpected("another weekday") }
    }
  }

  private mutating func weekday() throws(Mistake) -> Int {
    guard let day = nextWeekday else { throw unexpected("a weekday") }
    index += 2
    if index < text.count, text[index] == "[" {
      throw mistake(
        "the nth weekday of a month is not supported", "write dates such as Jun 1-7 Mo")
    }
    return day
  }

  // MARK: Characters

  /// The next letters.
  var nextWord: String { nextWord(at: index) }

  /// The letters at a place.
  func nextWord(at place: Int) -> String {
    String(text[min(place, text.count)...].prefix { $0.isLetter })
  }

  private var nextMonth: Int? { Schedule.months.firstIndex(of: nextWord).map { $0 + 1 } }
  private var nextWeekday: Int? { Schedule.weekdays.firstIndex(of: nextWord) }

  mutating func skipSpace() { index += spaces(at: index) }

  func spaces(at place: Int) -> Int {
    text[min(place, text.count)...].prefix { $0 == " " || $0 == "\t" }.count
  }

  /// Skips a hyphen and spaces around it.
  mutating func skipRange() -> Bool {
    let place = index + spaces(at: index)
    guard place < text.count, text[place] == "-" else { return false }
    index = place + 1
    skipSpace()
    return true
  }

  mutating func skip(_ word: String) -> Bool {
    guard text[index...].starts(with: word) else { return false }
    index += word.count
    return true
  }

  /// Reads the next digits; `nil` if there are none.
  mutating func digits() -> String? {
    let digits = text[index...].prefix { $0.isASCII && $0.isNumber }
    index += digits.count
    return digits.isEmpty ? nil : String(digits)
  }

  private func isNext(_ character: Character, then isRight: (Character) -> Bool) -> Bool {
    guard index < text.count, text[index] == character else { return false }
    let place = index + 1 + spaces(at: index + 1)
    return place < text.count && isRight(text[place])
  }

  /// The text between a place and the present place.
  func slice(_ start: Int) -> String { String(text[start..<index]) }

  func mistake(_ wrong: String, _ remedy: String, at place: Int? = nil) -> Mistake {
    Mistake(wrong: wrong, remedy: remedy, offset: place ?? index)
  }
}
