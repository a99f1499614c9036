internal import Base
package import Geofence

/// The hours of each day in which buzzers are silent.
///
/// They follow local time. When clocks are set back and a time occurs twice, the first counts.
/// A time that is skipped when clocks are set forward counts as the moment of the change.
package struct QuietHours: Hashable, Sendable {
  /// A time of day, to the minute.
  package struct TimeOfDay: Hashable, Sendable {
    /// The minutes since midnight.
    package let minutes: Int

    /// Reads a time such as `22:00` or `6:30`.
    package init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
        parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
        let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
      else { return nil }
      minutes = hour * 60 + minute
    }
  }

  /// A span of time that is either quiet throughout or not quiet throughout.
  package struct Span: Hashable, Sendable {
    /// Whether it is quiet.
    package let isQuiet: Bool

    /// The start of the span.
    package let start: Timestamp

    /// The end of the span.
    package let end: Timestamp

    /// Whether a time is in the span.
    package func contains(_ time: Timestamp) -> Bool { start <= time && time < end }
  }

  /// The time of day at which the quiet hours begin.
  package let from: TimeOfDay

  /// The time of day at which they end, on the same day or the next; never equal to `from`.
  package let to: TimeOfDay

  /// The span, quiet or not, that contains a time.
  ///
  /// - Parameter offset: The seconds by which local clocks are ahead of UTC at a time.
  package func span(at time: Timestamp, offset: @escaping (Timestamp) -> Int) -> Span {
    let zone = Zone(offset: offset)
    let now = time.nanoseconds.divided(by: 1_000_000_000)
    let today = (now + zone.offset(at: now)).divided(by: Zone.day)
    let daily = [(from, true), (to, false)].sorted { $0.0.minutes < $1.0.minutes }
    var (start, isQuiet) = (Int.min, false)
    // Since yesterday there was at least one beginning and one end. Where clocks are set back at
    // midnight, the next change may be that of the day after tomorrow.
    for day in today - 1...today + 2 {
      for (minute, begins) in daily {
        let change = zone.first(day * Zone.day + minute.minutes * 60)
        guard change <= now else {
          return Span(isQuiet: isQuiet, start: Self.timestamp(start), end: Self.timestamp(change))
        }
        (start, isQuiet) = (change, begins)
      }
    }
    return Span(isQuiet: isQuiet, start: Self.timestamp(start), end: Self.timestamp(.max))
  }

  /// A number of seconds as a timestamp, clamped to what a timestamp can store.
  private static func timestamp(_ seconds: Int) -> Timestamp {
    Timestamp(nanoseconds: 0).advanced(by: .seconds(seconds))
  }

  /// The local time of a place; all numbers are seconds.
  private struct Zone {
    static let day = 86_400

    private let offset: (Timestamp) -> Int

    init(offset: @escaping (Timestamp) -> Int) { self.offset = offset }

    func offset(at seconds: Int) -> Int { offset(QuietHours.timestamp(seconds)) }

    /// The first second in which local clocks show a time, or skip it when they are set forward.
    func first(_ local: Int) -> Int {
      // Every zone is less than a day from UTC.
      let (before, after) = (offset(at: local - Self.day), offset(at: local + Self.day))
      var (early, late) = (local - after, local - before)
      if before == after || offset(at: late) == before { return late }
      if offset(at: early) == after { return early }
      // The time is skipped: the clocks are set forward somewhere between the two.
      while late - early > 1 {
        let middle = (early + late) / 2
        if offset(at: middle) == before { early = middle } else { late = middle }
      }
      return late
    }
  }
}

extension FixedWidthInteger {
  /// The quotient rounded down, for times before 1970 as well.
  fileprivate func divided(by divisor: Self) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }
}
