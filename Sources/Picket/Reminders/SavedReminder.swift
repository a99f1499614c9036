package import Geofence
package import Notation

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
