package import Geofence

/// The hours of each day in which buzzers are silent.
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

  /// When they begin.
  package let from: TimeOfDay

  /// When they are over, on the same day or the next; not the same time of day.
  package let to: TimeOfDay

  /// Creates quiet hours.
  package init(from: TimeOfDay, to: TimeOfDay) {
    self.from = from
    self.to = to
  }

  /// Whether they are on at a time.
  ///
  /// - Parameter offset: How many seconds the clocks there are ahead of UTC.
  package func contain(_ time: Timestamp, offset: Int) -> Bool {
    let seconds = Int(time.nanoseconds / 1_000_000_000) + offset
    let minute = ((seconds % 86_400) + 86_400) % 86_400 / 60
    return from.minutes < to.minutes
      ? minute >= from.minutes && minute < to.minutes
      : minute >= from.minutes || minute < to.minutes
  }
}

extension Configuration.Quiet {
  /// Whether buzzers are silent at a time; without a fix it is not known, and not quiet.
  ///
  /// - Parameter offset: How many seconds local clocks are ahead of UTC at a time.
  package func isQuiet(
    at time: @autoclosure () -> Timestamp?, offset: (Timestamp) -> Int
  ) -> Bool {
    if isAlways { return true }
    guard let hours, let time = time() else { return false }
    return hours.contain(time, offset: offset(time))
  }
}
