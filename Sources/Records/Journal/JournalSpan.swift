internal import Base
package import Geofence

/// The lines of a journal that are in a span of time.
///
/// A line without a time, such as those of a board that has had no fix since its start, is in the
/// span if the line with a time before it is, or the next one of the same run. Without a next one it
/// belongs to the present, which a span without an end has in it.
package struct JournalSpan {
  private let since: Timestamp?
  private let until: Timestamp?
  // Whether the last line with a time is in the span; `nil` while the next one decides.
  private var isIn: Bool?
  // The lines for which the next line with a time decides.
  private var waiting: [JournalRecord] = []
  private var isAtEnd = false

  /// Creates a span before the first line; `nil` where it has no limit.
  package init(since: Timestamp?, until: Timestamp?) {
    (self.since, self.until) = (since, until)
    isIn = since == nil ? true : nil
  }

  /// Adds the next line; hands out the lines that are now known to be in the span.
  package mutating func add(_ record: JournalRecord, each: (JournalRecord) -> Void) {
    if let time = record.time {
      let isIn = time >= since ?? time && time <= until ?? time
      if isIn { waiting.forEach(each) }
      waiting = []
      self.isIn = isIn
    } else if isIn == false, record.fields["event"]?.string == Note.Kind.start.rawValue {
      isIn = nil
    }
    switch isIn {
    case true?: each(record)
    case false?: break
    case nil where isAtEnd: each(record)
    case nil: waiting.append(record)
    }
  }

  /// Ends the lines that are there; later ones happen now.
  package mutating func end(each: (JournalRecord) -> Void) {
    if until == nil { waiting.forEach(each) }
    waiting = []
    isAtEnd = true
  }
}
