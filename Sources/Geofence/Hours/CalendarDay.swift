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
