/// Hours of days: a subset of OpenStreetMap's `opening_hours`, in no time zone and at no place.
///
/// Rules are separated by semicolons. If several rules with hours name a day, the last of these
/// rules decides which spans begin on that day. A rule with `off` removes its times, or whole days,
/// from the rules before it.
public struct Schedule: Hashable, Sendable {
  /// A month and a day of that month, both from 1.
  struct Date: Hashable, Comparable, Sendable {
    let month: Int
    let day: Int

    static func < (left: Date, right: Date) -> Bool {
      (left.month, left.day) < (right.month, right.day)
    }
  }

  /// A range of dates, both ends included; the last may be in the next year.
  struct Dates: Hashable, Sendable {
    let first: Date
    let last: Date

    func contains(_ date: Date) -> Bool {
      first <= last ? first <= date && date <= last : first <= date || date <= last
    }
  }

  /// A time of day at which a span begins or ends.
  struct Edge: Hashable, Sendable {
    /// The passage of the sun from which the minutes count; `nil` for midnight.
    var passage: Sun.Passage?
    /// The minutes: up to two days from midnight, or half a day before or after a passage of the
    /// sun.
    var minutes: Int
    /// Whether the passage of the sun is on the next day.
    var isNextDay = false
  }

  /// A span that begins on a day and may end on the next.
  struct Span: Hashable, Sendable {
    let start: Edge
    let end: Edge

    /// The span from midnight to midnight.
    static let day = Span(start: Edge(minutes: 0), end: Edge(minutes: 1440))
  }

  /// The hours of some days.
  struct Rule: Hashable, Sendable {
    /// The dates; every date when empty.
    var dates: [Dates] = []
    /// A bit for each weekday, Monday first; every day when all are set.
    var weekdays: UInt8 = Self.everyWeekday
    /// The spans; whole days when empty.
    var spans: [Span] = []
    /// Whether the rule removes its times.
    var isOff = false

    static let everyWeekday: UInt8 = 0x7F

    func names(_ day: CalendarDay) -> Bool {
      guard weekdays & 1 << UInt8(day.weekday) != 0 else { return false }
      guard !dates.isEmpty else { return true }
      let date = day.date
      return dates.contains { $0.contains(date) }
    }
  }

  let rules: [Rule]

  /// Reads a text such as `Mo-Fr 07:00-16:00; Sa 08:00-12:00; Dec 25,26 off`.
  ///
  /// - Throws: The mistake, its place, and the text to write instead.
  public init(_ text: String) throws(Mistake) {
    var reader = ScheduleReader(text)
    do throws(Mistake) {
      rules = try reader.rules()
    } catch {
      guard let rules = MeantHours.rules(of: text) else { throw error }
      let meant = rules.map(\.text).joined(separator: "; ")
      throw Mistake(wrong: error.wrong, remedy: "write \(meant)", offset: error.offset)
    }
  }

  /// Whether the schedule depends on the sun.
  var usesSun: Bool {
    rules.contains { rule in
      rule.spans.contains { $0.start.passage != nil || $0.end.passage != nil }
    }
  }

  /// The reason for which a text is not a schedule.
  public struct Mistake: Error, Hashable, Sendable {
    /// The fault, in a few words.
    public let wrong: String
    /// The text to write instead.
    public let remedy: String
    /// The number of characters before the mistake.
    public let offset: Int
  }
}

/// A day of the Gregorian calendar, in no time zone.
struct CalendarDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  let number: Int

  /// The day that lies this many days after 1970-01-01.
  init(_ number: Int) { self.number = number }

  /// The weekday, from 0 for Monday; 1970-01-01 was a Thursday.
  var weekday: Int { (number + 3).modulo(7) }

  /// The month from 1 and the day of the month, as `Schedule.Date` orders them.
  ///
  /// Howard Hinnant's `civil_from_days`: years begin in March, so that leap days are last.
  var date: Schedule.Date {
    let shifted = number + 719_468
    let dayOfEra = shifted.modulo(146_097)
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return Schedule.Date(
      month: month < 10 ? month + 3 : month - 9, day: dayOfYear - (153 * month + 2) / 5 + 1)
  }
}

extension Int {
  /// The remainder, which is never negative.
  func modulo(_ divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }

  /// The quotient rounded down, for negative numbers as well.
  func quotient(_ divisor: Int) -> Int { (self - modulo(divisor)) / divisor }
}
