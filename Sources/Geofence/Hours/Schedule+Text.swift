extension Schedule: CustomStringConvertible {
  /// The text in its usual form, which reads back as the same schedule.
  public var description: String { rules.map(\.text).joined(separator: "; ") }

  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// A time of day: 07:00, or 26:00 in the night after.
  static func clock(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}

extension Schedule.Rule {
  var text: String {
    var parts: [String] = []
    if !dates.isEmpty { parts.append(dates.map(\.text).joined(separator: ",")) }
    if weekdays != Self.everyWeekday { parts.append(weekdaysText) }
    if parts.isEmpty, spans.isEmpty, !isOff { return "24/7" }
    if !spans.isEmpty { parts.append(spans.map(\.text).joined(separator: ",")) }
    if isOff { parts.append("off") }
    return parts.joined(separator: " ")
  }

  private var weekdaysText: String {
    let days = (0..<7).filter { weekdays & 1 << UInt8($0) != 0 }
    var runs: [ClosedRange<Int>] = []
    for day in days {
      if let last = runs.last, last.upperBound == day - 1 {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    return runs.map { run in
      let first = Schedule.weekdays[run.lowerBound]
      guard run.count > 1 else { return first }
      return first + (run.count == 2 ? "," : "-") + Schedule.weekdays[run.upperBound]
    }.joined(separator: ",")
  }
}

extension Schedule.Dates {
  fileprivate var text: String {
    let (from, to) = (Schedule.months[first.month - 1], Schedule.months[last.month - 1])
    if first.day == 1, last.day == 31, first <= last || first.month - last.month > 1 {
      return first.month == last.month ? from : "\(from)-\(to)"
    }
    if first == last { return "\(from) \(first.day)" }
    if first.month == last.month, first < last { return "\(from) \(first.day)-\(last.day)" }
    return "\(from) \(first.day)-\(to) \(last.day)"
  }
}

extension Schedule.Span {
  fileprivate var text: String {
    guard end.passage == nil, start.passage == nil, end.minutes > 1440,
      end.minutes - 1440 < start.minutes
    else {
      // After sunset, a time of the night is understood as one of the next day.
      let isNight = start.passage == .sunset && end.passage == nil && end.minutes > 1440
      let shown = isNight && end.minutes < 2160 ? end.minutes - 1440 : end.minutes
      return "\(start.text)-\(end.passage == nil ? Schedule.clock(shown) : end.text)"
    }
    return "\(start.text)-\(Schedule.clock(end.minutes - 1440))"
  }
}

extension Schedule.Edge {
  fileprivate var text: String {
    guard let passage else { return Schedule.clock(minutes) }
    guard minutes != 0 else { return passage.rawValue }
    return "(\(passage.rawValue)\(minutes < 0 ? "-" : "+")\(Schedule.clock(abs(minutes))))"
  }
}
