package import Geofence
internal import Notation
internal import Records

/// One reminder that the carrier is on the wrong side of a region's border.
package struct Reminder: Hashable, Sendable {
  /// The identifier of the region.
  package let region: String

  /// The number of the reminder since the crossing, from 1.
  package let number: Int

  /// The number of reminders before the last one.
  package let most: Int

  /// The time at which the reminder was due.
  package let time: Timestamp

  /// Whether it is the last one, which sounds different.
  package var isLast: Bool { number > most }

  /// The name of its signal.
  package var signal: String { isLast ? "last_reminder" : "reminder" }

  /// The region and the number of the reminder, for a person.
  package var words: String {
    isLast ? "\(region): the last, after \(most)" : "\(region): \(number) of \(most)"
  }

  /// The reminder as a line for a person, in the form of the lines of events.
  package var text: String { "\(time.local)  reminder  \(words)" }

  /// The reminder as one line of JSON.
  package var json: String {
    var line = JSONLine()
    line.add("event", Note.Kind.reminder.rawValue)
    line.add("region", region)
    line.add("number", number)
    line.add("of", most)
    line.add("time", time.rfc3339)
    return line.text
  }
}
