internal import Geofence
internal import Records

/// The notes about what may change again and again, each subject within a budget of its own.
struct RepeatedNotes: Sendable {
  /// What such notes are about, in the order in which those that are due are written.
  enum Subject: Int, CaseIterable, Sendable {
    /// Reloads of changed files.
    case reload
    /// How fixes are received: a board indoors changes it all day, and sight, too.
    case reception
    case sight
    /// States that may no longer hold.
    case doubt
    /// Relays and servos that were switched.
    case switching
  }

  /// The time at which the next note is due.
  private(set) var due: Instant?

  private var notes: [MergedNotes]
  private var reminders: WriteBudget

  /// Starts without a change.
  init(at now: Instant) {
    notes = Subject.allCases.map { subject in
      let budget =
        switch subject {
        case .reload: WriteBudget(perHour: RequestLimits.perHour, at: now)
        case .reception: WriteBudget(perHour: 4, burst: 36, at: now)
        case .sight, .doubt: WriteBudget(perHour: 4, burst: 40, at: now)
        case .switching: WriteBudget(perHour: 60, burst: 120, at: now)
        }
      return MergedNotes(budget)
    }
    reminders = WriteBudget(perHour: 720, at: now)
  }

  /// Whether changes of a subject wait for their note.
  func isWaiting(_ subject: Subject) -> Bool { notes[subject.rawValue].due != nil }

  /// Adds a change.
  ///
  /// - Returns: The note to be written now; `nil` when it is written later, together with others.
  mutating func add(_ note: Note, _ subject: Subject, at now: Instant) -> Note? {
    defer { findDue() }
    return notes[subject.rawValue].add(note, at: now)
  }

  /// The notes to be written now.
  mutating func deadlineReached(at present: Present) -> [(subject: Subject, note: Note)] {
    guard let due, due <= present.now else { return [] }
    defer { findDue() }
    return Subject.allCases.compactMap { subject in
      notes[subject.rawValue].deadlineReached(at: present).map { (subject, $0) }
    }
  }

  /// Takes the room for a reminder: those of thousands of regions must not push events out of the
  /// journal.
  mutating func takesReminder(at now: Instant) -> Bool { reminders.spend(at: now) == nil }

  private mutating func findDue() { due = notes.lazy.compactMap(\.due).min() }
}
