internal import Geofence

/// A yearly rule for setting clocks, as POSIX writes it in TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
  /// Seconds ahead of UTC.
  private let standard: Int
  private let summer: (offset: Int, from: Day, to: Day)?

  /// Whether clocks are set in summer.
  var hasSummer: Bool { summer != nil }

  /// A day of each year, and seconds after its midnight.
  fileprivate struct Day {
    enum DayRule {
      /// A weekday from Sunday of a week of a month; week 5 is the last.
      case weekday(month: Int, week: Int, weekday: Int)
      /// A day from 1, February 29 not counted.
      case plain(Int)
      /// A day from 0.
      case counted(Int)
    }
    let kind: DayRule
    let seconds: Int
  }

  /// Reads a rule; `nil` if it is not one.
  init?(_ text: String) {
    var reader = Reader(text)
    guard reader.skipName(), let west = reader.time(most: 24) else { return nil }
    standard = -west
    guard !reader.isAtEnd else {
      summer = nil
      return
    }
    guard reader.skipName() else { return nil }
    var offset = standard + 3600
    if reader.peek != UInt8(ascii: ",") {
      guard let west = reader.time(most: 24) else { return nil }
      offset = -west
    }
    guard reader.skip(","), let from = reader.day(), reader.skip(","), let to = reader.day(),
      reader.isAtEnd
    else { return nil }
    summer = (offset, from, to)
  }

  /// The clock of this rule alone.
  func clock(name: String) -> LocalClock {
    LocalClock(name: name, first: standard, changes: changes(after: -1))
  }

  /// The changes of clocks after a time, as far ahead as times can be stored.
  func changes(after time: Int) -> [LocalClock.Change] {
    guard let summer else { return [] }
    let first = max(1970, 1970 + time / 31_556_952 - 1)
    guard first < Self.lastYear else { return [] }
    var changes: [LocalClock.Change] = []
    for year in first...Self.lastYear {
      changes.append(
        LocalClock.Change(time: summer.from.time(in: year) - standard, offset: summer.offset))
      changes.append(
        LocalClock.Change(time: summer.to.time(in: year) - summer.offset, offset: standard))
    }
    return changes.filter { $0.time > time }.sorted { $0.time < $1.time }
  }

  /// A timestamp can be stored up to the year 2262.
  private static let lastYear = 2262

  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard peek == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    /// Skips the name of a zone: three letters or more, or anything in angle brackets.
    mutating func skipName() -> Bool {
      let start = index
      if skip("<") {
        while let byte = peek, byte != UInt8(ascii: ">"), byte != 0 { index += 1 }
        return skip(">")
      }
      while let byte = peek, 0x41...0x5A ~= byte & 0xDF { index += 1 }
      return index - start >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let start = index
      while let byte = peek, 0x30...0x39 ~= byte, index - start < 4 { index += 1 }
      guard index > start else { return nil }
      let number = bytes[start..<index].reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return range ~= number ? number : nil
    }

    /// Reads hours, and perhaps minutes and seconds; returns seconds.
    mutating func time(most hours: Int) -> Int? {
      let sign = skip("-") ? -1 : 1
      if sign > 0 { _ = skip("+") }
      guard var seconds = number(0...hours).map({ $0 * 3600 }) else { return nil }
      for unit in [60, 1] where skip(":") {
        guard let number = number(0...59) else { return nil }
        seconds += number * unit
      }
      return sign * seconds
    }

    mutating func day() -> Day? {
      let kind: Day.DayRule
      if skip("M") {
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
          let weekday = number(0...6)
        else { return nil }
        kind = .weekday(month: month, week: week, weekday: weekday)
      } else if skip("J") {
        guard let day = number(1...365) else { return nil }
        kind = .plain(day)
      } else {
        guard let day = number(0...365) else { return nil }
        kind = .counted(day)
      }
      guard skip("/") else { return Day(kind: kind, seconds: 7200) }
      // RFC 9636 allows more than POSIX: days before or after.
      return time(most: 167).map { Day(kind: kind, seconds: $0) }
    }
  }
}

extension ZoneRule.Day {
  /// Seconds since 1970 in local time.
  fileprivate func time(in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let start = 365 * (year - 1970) + (year - 1969) / 4 - (year - 1901) / 100 + (year - 1601) / 400
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let day: Int
    switch kind {
    case .counted(let number): day = number
    case .plain(let number): day = isLeap && number > 59 ? number : number - 1
    case .weekday(let month, let week, let weekday):
      let before = lengths.prefix(month - 1).reduce(0, +)
      // From Sunday; 1970-01-01 was a Thursday.
      let first = (start + before + 4) % 7
      let date = (weekday - first + 7) % 7 + (week - 1) * 7
      day = before + (date < lengths[month - 1] ? date : date - 7)
    }
    return (start + day) * 86_400 + seconds
  }
}
