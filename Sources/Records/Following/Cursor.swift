internal import Base
package import Geofence

/// A place in a journal: after the last event that a program has handled.
package struct Cursor: Hashable, Sendable {
  /// The identity of the journal; `nil` when it has none.
  package var journal: String?

  /// The number of the last handled event; 0 before the first.
  package var sequence: Int

  /// The time of that event.
  package var time: Timestamp?

  /// The checksum of that event's line, to recognise the event.
  package var check: String?

  /// The checksum of the line of the last handled note after that event; `nil` for none.
  package var note: String?

  /// The place before all events.
  package static let start = Cursor(sequence: 0)

  /// Creates a place.
  package init(
    journal: String? = nil, sequence: Int, time: Timestamp? = nil, check: String? = nil,
    note: String? = nil
  ) {
    self.journal = journal
    self.sequence = sequence
    self.time = time
    self.check = check
    self.note = note
  }

  /// Creates the place after an event.
  package init(behind event: RecordedEvent, _ text: String, in journal: String?) {
    self.init(
      journal: journal, sequence: event.sequence, time: event.time, check: Self.check(of: text))
  }

  /// The checksum of an event's line.
  static func check(of text: String) -> String {
    String(Checksum.crc32(Array(text.utf8)), radix: 16)
  }

  // MARK: The line of its file

  /// The format that this Picket writes.
  private static let version = 1

  /// The reason why a line is not a cursor.
  package enum Fault: Error, Hashable {
    case damaged
    case newer(Int)
  }

  /// The cursor as one line, with a checksum.
  package var line: [UInt8] {
    var line = JSONLine()
    line.add("cursor", Self.version)
    line.add("journal", journal)
    line.add("seq", sequence)
    line.add("time", time?.rfc3339)
    line.add("check", check)
    line.add("note", note)
    return JournalLine(line.text, at: JournalLine.Place()).bytes
  }

  /// Reads the line.
  package init(line: [UInt8]) throws(Fault) {
    guard line.last == UInt8(ascii: "\n"),
      let text = JournalLine(parsing: line.dropLast(), at: JournalLine.Place())?.text,
      let fields = try? JSON.parse(text).object, let version = fields["cursor"]?.integer
    else { throw .damaged }
    guard version <= Self.version else { throw .newer(version) }
    guard let sequence = fields["seq"]?.integer, sequence >= 0 else { throw .damaged }
    self.init(
      journal: fields["journal"]?.string, sequence: sequence, time: fields["time"]?.timestamp,
      check: fields["check"]?.string, note: fields["note"]?.string)
  }
}
