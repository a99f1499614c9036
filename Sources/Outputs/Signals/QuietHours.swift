package import Geofence
internal import Notation
internal import System

/// The hours of each day in which buzzers are silent.
///
/// They go by the clocks there. Of a time that comes twice, when clocks are set back, the first
/// counts; one that is left out, when they are set forward, comes at the moment of that.
package struct QuietHours: Hashable, Sendable {
  /// A time of day, to the minute.
  package struct TimeOfDay: Hashable, Sendable {
    /// Minutes after midnight.
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

  /// A time throughout which it is quiet, or is not.
  package struct Span: Hashable, Sendable {
    /// Whether it is quiet.
    package let isQuiet: Bool

    /// When it began.
    package let start: Timestamp

    /// When it is over.
    package let end: Timestamp

    /// Whether a time is in it.
    package func contains(_ time: Timestamp) -> Bool { start <= time && time < end }
  }

  /// When they begin.
  package let from: TimeOfDay

  /// When they are over, on the same day or the next; not the same time of day.
  package let to: TimeOfDay

  /// Creates quiet hours.
  package init(from: TimeOfDay, to: TimeOfDay) {
    self.from = from
    self.to = to
  }

  /// What it is at a time, and since and until when.
  ///
  /// - Parameter offset: How many seconds the clocks there are ahead of UTC at a time.
  package func span(at time: Timestamp, offset: @escaping (Timestamp) -> Int) -> Span {
    let zone = Zone(offset: offset)
    let now = time.nanoseconds.divided(by: 1_000_000_000)
    let today = (now + zone.offset(at: now)).divided(by: Zone.day)
    let daily = [(from, true), (to, false)].sorted { $0.0.minutes < $1.0.minutes }
    var (start, isQuiet) = (Int.min, false)
    // From yesterday on one of each has come; where clocks are set back at midnight the next
    // may be that of the day after tomorrow.
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

  /// Kept within what can be stored.
  private static func timestamp(_ seconds: Int) -> Timestamp {
    Timestamp(nanoseconds: 0).advanced(by: .seconds(seconds))
  }

  /// The clocks of a place; all is in seconds.
  private struct Zone {
    static let day = 86_400

    private let offset: (Timestamp) -> Int

    init(offset: @escaping (Timestamp) -> Int) { self.offset = offset }

    func offset(at seconds: Int) -> Int { offset(QuietHours.timestamp(seconds)) }

    /// When clocks there first show this, or would have if they had not been set forward.
    func first(_ local: Int) -> Int {
      // No place is a day ahead of UTC or behind it.
      let (before, after) = (offset(at: local - Self.day), offset(at: local + Self.day))
      var (early, late) = (local - after, local - before)
      if before == after || offset(at: late) == before { return late }
      if offset(at: early) == after { return early }
      // Left out: somewhere between the two they were set forward.
      while late - early > 1 {
        let middle = (early + late) / 2
        if offset(at: middle) == before { early = middle } else { late = middle }
      }
      return late
    }
  }
}

extension FixedWidthInteger {
  /// The quotient rounded down, also of what is before 1970.
  fileprivate func divided(by divisor: Self) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }
}
