/// Hours as people write them, such as 8am-6pm, 8h30 to 18h or Monday: 08.00-18.00, made into a schedule.
///
/// It is only for the remedy of a mistake: what a person means is theirs to confirm.
struct MeantHours {
  private enum Half { case morning, afternoon }

  /// A time of day, which may leave open in which half of the day it is.
  private struct Time {
    var hour: Int
    var minute = 0
    var half: Half?
    /// Whether it is nothing but an hour.
    var isBare = false

    /// The minutes of a clock of twelve hours.
    var onDial: Int { hour % 12 * 60 + minute }
    var isOpen: Bool { half == nil && hour <= 12 }

    var text: String {
      let hours =
        switch half {
        case .morning? where hour == 12: 0
        case .afternoon? where hour < 12: hour + 12
        default: hour
        }
      return Schedule.clock(hours * 60 + minute)
    }
  }

  private enum Token {
    case name(String)
    case month(String)
    case day(String)
    case time(Time)
    case mark(String)

    var text: String {
      switch self {
      case .name(let text), .month(let text), .day(let text), .mark(let text): text
      case .time(let time): time.text
      }
    }

    var time: Time? { if case .time(let time) = self { time } else { nil } }
    var isMonth: Bool { if case .month = self { true } else { false } }
    var isDay: Bool { if case .day = self { true } else { false } }
    var isHyphen: Bool { if case .mark("-") = self { true } else { false } }
    var isDate: Bool {
      if case .name(let name) = self { Schedule.weekdays.contains(name) } else { isMonth }
    }
  }

  private var reader: ScheduleReader
  private var tokens: [Token] = []
  // Whether a rule was separated from the one before it by nothing but its place.
  private var isSplit = false

  /// The rules that a text means; `nil` if it holds more than days and times, or they are no schedule.
  static func rules(of text: String) -> [Schedule.Rule]? {
    var hours = MeantHours(reader: ScheduleReader(text))
    guard hours.readTokens() else { return nil }
    hours.findHalves()
    let text = hours.tokens.split { $0.text == ";" }.map(Self.daysFirst)
      .map { $0.map(\.text).joined(separator: " ") }.joined(separator: "; ")
    var reader = ScheduleReader(text)
    guard let rules = try? reader.rules(), !hours.isSplit || Self.areApart(rules) else {
      return nil
    }
    return rules
  }

  /// The time of day at a place, such as 8 pm or 8h30, as it must be written; `nil` for another text.
  static func clock(in reader: ScheduleReader) -> String? {
    var hours = MeantHours(reader: reader)
    return hours.readTime().flatMap { $0.hour <= 24 || !$0.isBare ? $0.text : nil }
  }

  private init(reader: ScheduleReader) { self.reader = reader }

  /// Whether no two rules name the same day, so that their order does not matter.
  private static func areApart(_ rules: [Schedule.Rule]) -> Bool {
    var known: UInt8 = 0
    return rules.allSatisfy { rule in
      defer { known |= rule.weekdays }
      return rule.dates.isEmpty && known & rule.weekdays == 0
    }
  }

  /// A rule whose days come after its hours, with the days first.
  private static func daysFirst(_ rule: ArraySlice<Token>) -> [Token] {
    guard rule.first?.time != nil, let days = rule.firstIndex(where: \.isDate),
      !rule[days...].contains(where: { $0.time != nil })
    else { return Array(rule) }
    return Array(rule[days...] + rule[..<days])
  }

  // MARK: Tokens

  /// Reads all tokens; returns whether each of them is known.
  private mutating func readTokens() -> Bool {
    while true {
      reader.skipSpace()
      guard reader.index < reader.text.count else { return true }
      guard readToken() else { return false }
    }
  }

  private mutating func readToken() -> Bool {
    if reader.skip("24/7") { return add(.name("24/7")) }
    let character = reader.text[reader.index]
    if character.isASCII, character.isNumber {
      guard let dates = reader.swappedDates else { return add(readNumber()) }
      reader.index = dates.end
      return add(.name(dates.text))
    }
    let word = reader.nextWord
    guard word.isEmpty else {
      reader.index += word.count
      return read(word)
    }
    reader.index += 1
    switch character {
    case "-", "–", "—", "−", "‐": return add(.mark("-"))
    case ",", "&": return add(.mark(","))
    case ";", "\n", "\r\n": return add(.mark(";"))
    case "(", ")", "+": return add(.mark(String(character)))
    // Between days and their hours.
    case ":": return tokens.last?.time == nil
    default: return false
    }
  }

  private mutating func add(_ token: Token?) -> Bool {
    if let token { tokens.append(token) }
    return token != nil
  }

  private mutating func read(_ word: String) -> Bool {
    let lower = word.lowercased()
    switch lower {
    case "off", "closed", "sunrise", "sunset": return add(.name(lower))
    case "to", "until", "till", "bis", "à", "thru", "through": return add(.mark("-"))
    case "and", "und": return add(.mark(","))
    case "from", "von", "daily", "täglich", "open": return true
    case "noon": return add(.time(Time(hour: 12)))
    case "midnight": return add(.time(Time(hour: tokens.last?.isHyphen == true ? 24 : 0)))
    default: break
    }
    guard let day = ScheduleReader.weekday(near: word) else {
      return add(ScheduleReader.month(near: word).map(Token.month))
    }
    separate()
    return add(.name(Schedule.weekdays[day]))
  }

  /// Begins a rule for the days after the hours of other days, with or without a comma between them.
  private mutating func separate() {
    let start = tokens.lastIndex { $0.text == ";" } ?? 0
    var rule = tokens[start...]
    if rule.last?.text == "," { rule.removeLast() }
    guard rule.last?.time != nil, rule.contains(where: \.isDate) else { return }
    tokens = tokens[..<rule.endIndex] + [.mark(";")]
    isSplit = true
  }

  /// A day of a month, or a time.
  private mutating func readNumber() -> Token? {
    let start = reader.index
    guard let time = readTime() else { return nil }
    guard time.isBare else { return .time(time) }
    let digits = reader.slice(start).filter(\.isNumber)
    let before = tokens.suffix(3)
    let isAfterMonth = before.last?.isMonth == true
    // Jun-Aug 9 may name a day of August or an hour; Jun-Aug 9-17 has no days of two months.
    if isAfterMonth, before.dropLast().last?.isHyphen == true, before.first?.isMonth == true {
      var after = reader
      return after.skipRange() && time.hour <= 24 ? .time(time) : nil
    }
    let isNext = before.last.map { $0.isHyphen || $0.text == "," } ?? false
    if isAfterMonth || isNext && before.dropLast().last?.isDay == true { return .day(digits) }
    return time.hour <= 24 ? .time(time) : nil
  }

  private mutating func readTime() -> Time? {
    guard let digits = reader.digits(), digits.count <= 4, let number = Int(digits) else {
      return nil
    }
    var time = Time(hour: number, isBare: true)
    if digits.count > 2 {
      time = Time(hour: number / 100, minute: number % 100)
      // A year, unless a span ends there.
      let isEnd = tokens.last?.isHyphen == true && tokens.dropLast().last?.time != nil
      if 19...20 ~= time.hour, digits.count == 4, !isEnd { return nil }
    } else if let minute = readMinutes() {
      time = Time(hour: number, minute: minute)
    }
    readUnit(of: &time)
    // A date with dots, or steps.
    guard time.hour <= (time.isBare ? 31 : 48), time.minute < 60, !reader.skip("."),
      !reader.skip("/")
    else {
      return nil
    }
    return time
  }

  /// The two digits after a colon, a dot or an h.
  private mutating func readMinutes() -> Int? {
    var after = reader
    guard after.skip(":") || after.skip(".") || after.skip("h") || after.skip("H"),
      let digits = after.digits(),
      digits.count == 2
    else { return nil }
    reader = after
    return Int(digits)
  }

  private mutating func readUnit(of time: inout Time) {
    let place = reader.index + reader.spaces(at: reader.index)
    let letters = reader.text[min(place, reader.text.count)...].prefix {
      $0.isLetter || $0 == "." || $0 == "'" || $0 == "’"
    }
    switch String(letters.filter(\.isLetter)).lowercased() {
    case "am": time.half = .morning
    case "pm": time.half = .afternoon
    case "a" where place == reader.index: time.half = .morning
    case "p" where place == reader.index: time.half = .afternoon
    case "h", "uhr", "oclock": break
    default: return
    }
    time.isBare = false
    reader.index = place + letters.count
  }

  // MARK: Halves of the day

  /// Gives each time of a span its half of the day, from the other one: 9 to 5pm begins in the morning.
  private mutating func findHalves() {
    for index in tokens.indices.dropLast(2) where tokens[index + 1].isHyphen {
      guard var first = tokens[index].time, var last = tokens[index + 2].time else { continue }
      let isSame = first.onDial < last.onDial
      if let half = last.half, first.isOpen {
        first.half = isSame ? half : half == .morning ? .afternoon : .morning
      } else if let half = first.half, last.isOpen {
        last.half = isSame ? half : half == .morning ? .afternoon : .morning
      } else if first.isBare, last.isBare, first.isOpen, last.isOpen, last.hour <= first.hour {
        last.half = .afternoon
      }
      tokens[index] = .time(first)
      tokens[index + 2] = .time(last.text == "00:00" ? Time(hour: 24) : last)
    }
  }
}
