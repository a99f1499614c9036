package import Base
internal import Geofence
package import Records

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
  // The day of the last line.
  private var day: String?
  // The lines before the first line with a time.
  private var waiting: [JournalRecord] = []

  /// The days with lines, in the order of the journal, since the clock may have been set back.
  package private(set) var days: [Day] = []
  private var places: [String?: Int] = [:]

  /// Creates the days of a zone.
  package init(zone: Zone) {
    self.zone = zone
  }

  /// Whether a text is a day, such as 2026-06-03.
  package static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && Timestamp(rfc3339: "\(text)T00:00:00Z") != nil
  }

  /// Adds the next line; hands out the lines whose day is known now.
  package mutating func add(
    _ record: JournalRecord, each: (String?, JournalRecord) -> Void = { _, _ in }
  ) {
    if let time = record.time {
      day = zone.day(time)
      end(each: each)
    } else if day == nil {
      waiting.append(record)
      return
    }
    count(record, each)
  }

  /// Ends the journal; hands out its lines if none of them has a time.
  package mutating func end(each: (String?, JournalRecord) -> Void = { _, _ in }) {
    for record in waiting { count(record, each) }
    waiting = []
  }

  private mutating func count(
    _ record: JournalRecord, _ each: (String?, JournalRecord) -> Void
  ) {
    let place = places[day] ?? days.count
    if place == days.count {
      days.append(Day(name: day))
      places[day] = place
    }
    days[place].lines += 1
    if record.fields["seq"]?.integer != nil { days[place].events += 1 }
    each(day, record)
  }

  /// The lines of one day.
  package func records(of records: [JournalRecord], on day: String) -> [JournalRecord] {
    var days = Self(zone: zone)
    var found: [JournalRecord] = []
    let keep = { (name: String?, record: JournalRecord) in
      if name == day { found.append(record) }
    }
    for record in records { days.add(record, each: keep) }
    days.end(each: keep)
    return found
  }
}
