internal import Base
internal import Geofence
internal import Records

/// Notes of one kind, within a budget: changes that come again and again have one note together, as
/// the journal has limited room.
struct MergedNotes: Hashable, Sendable {
  /// The time at which the next note is due, for the changes since the last one.
  private(set) var due: Instant?

  private var budget: WriteBudget
  private var newest: Note?
  private var count = 0

  /// Starts without a change.
  init(_ budget: WriteBudget) {
    self.budget = budget
  }

  /// Adds a change.
  ///
  /// - Returns: The note to be written now; `nil` when it is written later, together with others.
  mutating func add(_ note: Note, at now: Instant) -> Note? {
    newest = note
    count += 1
    guard due == nil else { return nil }
    guard let wait = budget.spend(at: now) else { return pop(note.time) }
    due = now.advanced(by: wait)
    return nil
  }

  /// The note to be written now, if one is due.
  mutating func deadlineReached(at present: Present) -> Note? {
    guard let instant = due, instant <= present.now else { return nil }
    if let wait = budget.spend(at: present.now) {
      due = present.now.advanced(by: wait)
      return nil
    }
    return pop(present.time)
  }

  private mutating func pop(_ time: Timestamp?) -> Note? {
    defer { (newest, due, count) = (nil, nil, 0) }
    return newest.map { note in
      let reason =
        count > 1
        ? Reason("notes.merged", ["reason": .reason(note.reason), "count": .count(count)])
        : note.reason
      return Note(note.kind, reason, time: time, regions: note.regions)
    }
  }
}
