internal import Geofence
internal import Notation

/// The events of a whole journal, and the place where a follower continues.
struct JournalContents {
  /// One event and its line.
  struct Entry {
    let event: RecordedEvent
    let line: JournalFile.Line
  }

  /// The events, the oldest first.
  let events: [Entry]

  /// The identity of the newest file that has an identity.
  let identity: String?

  // The identities of all files, and whether some file has none.
  private let identities: Set<String>
  private let isPartlyUnknown: Bool
  // The greatest number that an event is known to have.
  private let last: Int

  /// Combines the contents of the files of a journal.
  init(_ files: [JournalFile]) {
    var history = JournalHistory()
    for file in files { history.add(file) }
    let found = history.found
    var accepted = found.events[...]
    var events: [Entry] = []
    for line in files.lazy.flatMap(\.lines) {
      guard let next = accepted.first else { break }
      guard line.event == next else { continue }
      events.append(Entry(event: next, line: line))
      accepted.removeFirst()
    }
    self.events = events
    let known = files.map(\.identity)
    identity = known.last { $0 != nil } ?? nil
    identities = Set(known.compactMap { $0 })
    isPartlyUnknown = known.contains(nil)
    last = found.next - 1
  }

  /// The place after its last event.
  var end: Cursor {
    guard let entry = events.last else { return Cursor(journal: identity, sequence: last) }
    return Cursor(behind: entry.event, entry.line.text, in: identity)
  }

  /// The event after which a follower continues, and the reason; `nil` when that is its cursor.
  func correction(of cursor: Cursor) -> (sequence: Int, reason: String)? {
    guard cursor.sequence > 0 else { return nil }
    if let journal = cursor.journal, !identities.isEmpty, !isPartlyUnknown,
      !identities.contains(journal)
    {
      return (
        0, "this is not the journal that was followed before; continuing with its first event"
      )
    }
    let same = events.last { $0.event.sequence == cursor.sequence }
    if let same {
      guard same.line.isChecked, let check = cursor.check, Cursor.check(of: same.line.text) != check
      else { return nil }
    } else if last >= cursor.sequence {
      return nil
    }
    // The journal lost its end, or an older copy took its place. Its new events are later than the
    // last handled event.
    let isNew = { (entry: Entry) in
      entry.event.sequence <= cursor.sequence && cursor.time.map { entry.event.time > $0 } ?? true
    }
    let first = events.first(where: isNew)?.event.sequence ?? same?.event.sequence ?? last + 1
    return (
      first - 1,
      "event \(cursor.sequence), the last handled event, is no longer in the journal, "
        + "which ends at event \(last); continuing with event \(first)"
    )
  }
}
