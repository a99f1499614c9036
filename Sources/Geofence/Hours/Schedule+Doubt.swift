extension Schedule {
  /// A rule with `off` and the rule after it that undoes it; `nil` when every `off` has its effect.
  ///
  /// A rule for a part of those days, such as one date of a holiday, is an exception on purpose.
  package var undoneOff: (off: String, later: String)? {
    for (place, off) in rules.enumerated() where off.isOff {
      let later = rules[(place + 1)...].first { !$0.isOff && $0.undoes(off) }
      if let later { return (off.text, later.text) }
    }
    return nil
  }
}

extension Schedule.Rule {
  /// Whether the rule, after one with `off`, makes times of it active again, and other days as well.
  fileprivate func undoes(_ off: Schedule.Rule) -> Bool {
    let days = Self.year.filter { off.holds($0) }
    guard weekdays & off.weekdays != 0, days.contains(where: holds), overlaps(off) else {
      return false
    }
    // A date is more than a weekday.
    if off.dates.isEmpty, !dates.isEmpty { return false }
    let isWider =
      weekdays & ~off.weekdays != 0 || Self.year.contains { holds($0) && !off.holds($0) }
    return isWider
      || weekdays == off.weekdays && Self.year.allSatisfy { holds($0) == off.holds($0) }
  }

  /// Whether the rule has times of the other one; those of the sun may be at any time.
  private func overlaps(_ other: Schedule.Rule) -> Bool {
    guard !spans.isEmpty, !other.spans.isEmpty else { return true }
    return spans.contains { span in
      other.spans.contains { other in
        [span.start, span.end, other.start, other.end].contains { $0.passage != nil }
          || span.start.minutes < other.end.minutes && other.start.minutes < span.end.minutes
      }
    }
  }

  private func holds(_ date: Schedule.Date) -> Bool {
    dates.isEmpty || dates.contains { $0.contains(date) }
  }

  private static let year = (1...12).flatMap { month in
    (1...31).map { Schedule.Date(month: month, day: $0) }
  }
}
