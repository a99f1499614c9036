internal import Geofence
internal import Notation
package import Records
package import System

/// The lines of a journal by the days of a time zone.
///
/// A line without a time belongs to the day of the line before it, or else to the first day.
package struct JournalDays: Sendable {
  /// A day, and the number of its lines.
  package struct Day: Hashable, Sendable {
    /// The day, such as 2026-06-03; `nil` when no line has a time.
    package let name: String?
    /// The number of all lines.
    package fileprivate(set) var lines = 0
    /// The number of events among the lines.
    package fileprivate(set) var events = 0
  }

  private let zone: Zone

  /// Creates the days of a zone.
  package init(zone: Zone) {
    self.zone = zone
  }

  /// Whether a text is a day, such as 2026-06-03.
  package static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && Timestamp(rfc3339: "\(text)T00:00:00Z") != nil
  }

  /// The days with lines, in the order of the journal, since the clock may have been set back.
  package func days(of records: [JournalRecord]) -> [Day] {
    var days: [Day] = []
    var places: [String?: Int] = [:]
    for (name, record) in zip(names(of: records), records) {
      let place = places[name] ?? days.count
      if place == days.count {
        days.append(Day(name: name))
        places[name] = place
      }
      days[place].lines += 1
      if record.fields["seq"]?.integer != nil { days[place].events += 1 }
    }
    return days
  }

  /// The lines of one day.
  package func records(of records: [JournalRecord], on day: String) -> [JournalRecord] {
    zip(names(of: records), records).compactMap { $0 == day ? $1 : nil }
  }

  private func names(of records: [JournalRecord]) -> [String?] {
    var day = records.lazy.compactMap(\.time).first.map(zone.day)
    return records.map { record in
      if let time = record.time { day = zone.day(time) }
      return day
    }
  }
}
