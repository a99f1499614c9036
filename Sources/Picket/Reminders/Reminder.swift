package import Base
package import Geofence
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
  package var reason: Reason {
    Reason(
      isLast ? "reminder.last" : "reminder.number",
      ["region": .text(region), "number": .count(number), "most": .count(most)])
  }

  /// The reminder as a line for a person, in the form of the lines of events.
  package var text: String { "\(time.local)  reminder  \(reason.text)" }

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

/// The running reminders of one region, for `status`.
package struct RunningReminder: Hashable, Sendable {
  /// The identifier of the region.
  package let region: String

  /// The number of reminders that have come.
  package let count: Int

  /// The number of reminders before the last one.
  package let most: Int

  /// The time of the next reminder; `nil` while no position can be trusted.
  package let due: Instant?
}

/// The saved part of one region's reminders.
package struct SavedReminder: Hashable, Sendable {
  /// The number of reminders that have come.
  package var count: Int

  /// Whether the reminders have ended until the next crossing.
  package var hasEnded: Bool

  /// The time of the last reminder, or of the crossing if none has come.
  package var last: Timestamp?

  /// Creates a record.
  package init(count: Int, hasEnded: Bool = false, last: Timestamp? = nil) {
    self.count = count
    self.hasEnded = hasEnded
    self.last = last
  }

  /// Reads the object that `json` made; `nil` when it is not one.
  package init?(_ json: JSON) {
    guard let fields = json.object, let count = fields["count"]?.integer, count >= 0 else {
      return nil
    }
    self.init(
      count: count, hasEnded: fields["ended"] == .boolean(true), last: fields["last"]?.timestamp)
  }

  /// The record as an object, its fields in the order of their names.
  package var json: JSONLine {
    var line = JSONLine()
    line.add("count", count)
    if hasEnded { line.add("ended", true) }
    line.add("last", last?.rfc3339)
    return line
  }
}
