package import Geofence
internal import Notation

/// An event that a journal's follower hands out.
package struct FollowedEvent: Hashable, Sendable {
  /// The event as one line of JSON, as in the journal.
  package let json: String

  /// The number of the event.
  package let sequence: Int

  /// The kind of the event.
  package let kind: Event.Kind

  /// The identifier of the region.
  package let region: String

  /// The place after the event, to store once the event is handled.
  package let cursor: Cursor

  init(_ event: RecordedEvent, _ json: String, cursor: Cursor) {
    self.json = json
    sequence = event.sequence
    kind = event.kind
    region = event.region
    self.cursor = cursor
  }

  /// The region's note, if it has one.
  package var note: String? { (try? JSON.parse(json).object)?["note"]?.string }

  /// The event in a few words, for a person.
  package var words: String { "event \(sequence) (\(kind.rawValue) \(region))" }
}

extension FollowedEvent {
  /// Moves a cursor behind an event; `nil` when it is there already.
  init?(
    _ event: RecordedEvent, _ line: JournalFile.Line, after cursor: inout Cursor,
    _ journal: String?
  ) {
    guard event.sequence > cursor.sequence, let json = line.record?.json else { return nil }
    cursor = Cursor(behind: event, line.text, in: journal)
    self.init(event, json, cursor: cursor)
  }
}
