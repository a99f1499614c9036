internal import Geofence
internal import Notation

/// What is known of a whole journal: its events by their numbers, and its identities.
struct JournalContents {
  /// One event and its line.
  struct Entry {
    let event: RecordedEvent
    let line: JournalFile.Line
    /// The index of its file among the files of the journal.
    let file: Int
  }

  /// The events that count.
  let runs: [JournalHistory.Run]

  /// The identity of the newest file that has an identity.
  let identity: String?

  /// The greatest number that an event is known to have.
  let last: Int

  // The identities of all files, and whether some file has none.
  private let identities: Set<String>
  private let isPartlyUnknown: Bool

  /// Combines the events of a journal with the identities of its files.
  init(_ found: JournalHistory.Found, identities known: [String?]) {
    runs = found.runs
    last = found.next - 1
    identity = known.last { $0 != nil } ?? nil
    identities = Set(known.compactMap { $0 })
    isPartlyUnknown = known.contains(nil)
  }

  /// The file of the first event after a number.
  func file(after number: Int) -> Int? {
    runs.first { $0.numbers.upperBound > number }?.file
  }

  /// The number of the first event after a number.
  func first(after number: Int) -> Int? {
    runs.first { $0.numbers.upperBound > number }.map { max($0.numbers.lowerBound, number + 1) }
  }

  /// Whether a cursor is of another journal.
  func isOther(than cursor: Cursor) -> Bool {
    guard let journal = cursor.journal else { return false }
    return !identities.isEmpty && !isPartlyUnknown && !identities.contains(journal)
  }

  /// Whether the event of a cursor, the one with its number, is no longer in the journal.
  func hasLost(_ cursor: Cursor, same: Entry?) -> Bool {
    guard let same else { return last < cursor.sequence }
    guard same.line.isChecked, let check = cursor.check else { return false }
    return Cursor.check(of: same.line.text) != check
  }
}
