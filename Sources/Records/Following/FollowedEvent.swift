internal import Base
package import Geofence

/// An event, or another line, that a journal's follower hands out.
package struct FollowedEvent: Hashable, Sendable {
  /// The line as one line of JSON, as in the journal.
  package let json: String

  /// The number of the event, or of the last one before another line.
  package let sequence: Int

  /// The kind of the event; `nil` for another line.
  package let kind: Event.Kind?

  /// The identifier of the region; `nil` for a line about none.
  package let region: String?

  /// The time of the event; `nil` where it is not known.
  package let time: Timestamp?

  /// The kind of a line that is not an event.
  package let note: Note.Kind?

  /// The place after the line, to store once it is handled.
  package let cursor: Cursor

  init(_ event: RecordedEvent, _ json: String, cursor: Cursor) {
    self.json = json
    sequence = event.sequence
    kind = event.kind
    region = event.region
    time = event.time
    note = nil
    self.cursor = cursor
  }

  /// Reads a line that is not an event, and moves a cursor behind it; `nil` for kinds that are not
  /// wanted.
  init?(note line: JournalFile.Line, of kinds: Set<Note.Kind>, after cursor: inout Cursor) {
    guard !kinds.isEmpty, let record = line.record,
      let kind = record.fields["event"]?.string.flatMap(Note.Kind.init), kinds.contains(kind)
    else { return nil }
    cursor.note = Cursor.check(of: line.text)
    json = record.json
    sequence = cursor.sequence
    self.kind = nil
    region = record.regions.first
    time = record.time
    note = kind
    self.cursor = cursor
  }

  /// The event in a few words, for a person.
  package var words: String {
    guard let kind else { return "the note \(note?.rawValue ?? "") after event \(sequence)" }
    return "event \(sequence) (\(kind.rawValue) \(region ?? ""))"
  }
}

extension FollowedEvent {
  /// Reads a line and moves a cursor behind it; `nil` for an event before the cursor, and for other
  /// lines that are not wanted.
  init?(
    _ line: JournalFile.Line, of kinds: Set<Note.Kind>, after cursor: inout Cursor,
    _ journal: String?
  ) {
    if let event = line.event {
      self.init(event, line, after: &cursor, journal)
    } else {
      self.init(note: line, of: kinds, after: &cursor)
    }
  }

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
