internal import Base
internal import Geofence
import Glibc

/// What is known of a whole journal: its events by their numbers, and its identities.
struct JournalContents {
  /// One event and its line.
  struct LocatedEvent {
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
  func hasLost(_ cursor: Cursor, same: LocatedEvent?) -> Bool {
    guard let same else { return last < cursor.sequence }
    guard same.line.isChecked, let check = cursor.check else { return false }
    return Cursor.check(of: same.line.text) != check
  }
}

extension JournalFolder {
  /// Reads the files from one on again, and hands out the events that count.
  ///
  /// - Parameters:
  ///   - eachOther: Handles a line that is not an event, and the index of its file; without it, files
  ///     without events that count are left out.
  ///   - each: Handles an event, and returns whether the next file is needed.
  func visit(
    _ entries: [Entry], _ contents: JournalContents, from first: Int,
    eachOther: ((JournalFile.Line, Int) -> Void)? = nil,
    each: (JournalContents.LocatedEvent) -> Bool
  ) throws(SystemError) {
    var selection = JournalSelection(contents.runs, file: first)
    var isNeeded = true
    for index in entries.indices.dropFirst(first) where isNeeded {
      defer { selection.end() }
      guard selection.isNeeded || eachOther != nil else { continue }
      do throws(SystemError) {
        _ = try read(entries[index]) { line in
          guard let event = line.event else {
            eachOther?(line, index)
            return
          }
          guard selection.next(event) else { return }
          isNeeded = each(JournalContents.LocatedEvent(event: event, line: line, file: index))
        }
      } catch {
        // The oldest file may have been removed in the meantime.
        guard error.code == ENOENT else { throw error }
      }
    }
  }
}
