internal import Base
internal import Board
internal import Geofence
internal import Records

/// One call of a session: its present and the directives that it leads to, which the owner takes.
///
/// What a call leaves for later ones, such as a note that waits for its turn, stays in it.
struct Turn: Sendable {
  /// The present of the call.
  private(set) var present: Present

  /// The monotonic time of the call.
  var now: Instant { present.now }

  private var list: [Directive] = []
  private var repeated: RepeatedNotes
  private var saveDeadline: Instant?
  private var gpsd: WriteBudget
  // The number of lines about gpsd that were left out since the last one.
  private var omitted = 0

  /// Starts without a directive.
  init(_ present: Present) {
    self.present = present
    repeated = RepeatedNotes(at: present.now)
    gpsd = WriteBudget(perHour: 360, at: present.now)
  }

  /// Begins another call; directives that the owner has not taken stay.
  mutating func begin(_ present: Present) { self.present = present }

  /// Whether there is none.
  var isEmpty: Bool { list.isEmpty }

  /// Hands over the directives, and uses an empty array from now on.
  mutating func take(_ empty: inout [Directive]) { swap(&list, &empty) }

  /// Adds a directive.
  mutating func append(_ directive: Directive) { list.append(directive) }

  // MARK: Time

  /// The time at which something is due.
  var deadline: Instant? { .earliest(saveDeadline, repeated.due) }

  /// Saves the state and writes the notes that are due.
  mutating func deadlineReached() {
    if let due = saveDeadline, due <= now { save() }
    for (subject, note) in repeated.deadlineReached(at: present) {
      write(note, about: subject)
    }
  }

  /// Saves the state now, and again after some time without a change.
  mutating func save() {
    append(.save)
    // After a power cut, the time of the last fix shows how long no fix was seen.
    saveDeadline = now.advanced(by: .seconds(600))
  }

  // MARK: Notes

  /// Writes a note to the journal.
  mutating func note(_ kind: Note.Kind, _ reason: Reason) {
    append(.note(Note(kind, reason, time: present.time)))
  }

  /// Writes a note to the journal, and its text to the log.
  mutating func log(
    _ kind: Note.Kind, _ reason: Reason, _ priority: Log.Priority = .notice
  ) {
    append(.log(priority, reason.text))
    note(kind, reason)
  }

  /// Shows a change to a person, and writes it to the journal.
  mutating func announce(
    _ kind: Note.Kind, _ reason: Reason, _ priority: Log.Priority = .notice
  ) {
    append(.announce(priority, reason.text))
    note(kind, reason)
  }

  /// Writes a change that the carrier has made to the journal, and confirms it by a signal.
  mutating func confirm(_ note: Note) {
    append(.note(note))
    append(.announce(.notice, note.text))
    append(.play("mark"))
    save()
  }

  /// Writes the carrier's position at an instant to the journal and the walk, and confirms it.
  mutating func mark(
    _ text: String, _ fix: TrustedFix?, at instant: Instant
  ) {
    let time = present.time?.advanced(by: .zero - instant.duration(to: now))
    append(.note(Note(.mark, text, time: time, coordinate: fix?.coordinate, eph: fix?.eph)))
    append(.record(.mark(text, time: time, coordinate: fix?.coordinate)))
    append(.announce(.notice, "mark"))
    append(.play("mark"))
  }

  /// Writes a note about what may change again and again, or shows it until its turn comes.
  ///
  /// - Parameter line: The line for the log, if there is room for it there.
  mutating func note(
    _ kind: Note.Kind, _ reason: Reason, regions: [String] = [],
    about subject: RepeatedNotes.Subject, log line: Directive? = nil
  ) {
    let note = Note(kind, reason, time: present.time, regions: regions)
    let merged = repeated.add(note, subject, at: now)
    if let line, merged != nil || takesLine() { append(line) }
    if let merged {
      write(merged, about: subject)
    } else if subject != .reload {
      append(.tell(note))
    }
  }

  private mutating func write(
    _ note: Note, about subject: RepeatedNotes.Subject
  ) {
    if subject == .reload { append(.log(.notice, note.text)) }
    append(.note(note))
    if subject == .reload { save() }
  }

  /// Whether changes of a subject wait for their note.
  func isWaiting(_ subject: RepeatedNotes.Subject) -> Bool { repeated.isWaiting(subject) }

  /// Takes the room for the note of a reminder.
  mutating func takesReminder() -> Bool {
    repeated.takesReminder(at: now)
  }

  // MARK: The log

  /// Logs a line about gpsd, if there is room for it: gpsd must not fill a log.
  mutating func logGPSD(
    _ text: String, _ priority: Log.Priority = .warning
  ) {
    guard takesLine() else { return omitted += 1 }
    let more = omitted == 0 ? "" : "; \(omitted.counted("earlier line")) about gpsd left out"
    omitted = 0
    append(.log(priority, text + more))
  }

  /// Reports that the reception has changed.
  ///
  /// It may do so with each line, and must not push events out of the journal.
  mutating func note(_ reception: Reception) {
    let text = reception.said.text
    let isGood = reception.hasFix || reception == .connected
    let line = Directive.log(isGood ? .notice : .warning, text, fields: ["reception": text])
    note(.gpsd, reception.said, about: .reception, log: line)
  }

  /// Takes the room for a line that may come again and again, if there is room.
  private mutating func takesLine() -> Bool {
    gpsd.spend(at: now) == nil
  }

  // MARK: Files

  /// Uses what was read from the files from now on.
  ///
  /// - Parameters:
  ///   - isChanged: Whether the configuration or the regions have changed.
  ///   - watching: What is watched from now on, in words.
  mutating func use(
    _ read: ReloadedFiles.Contents, isChanged: Bool, _ watching: String
  ) {
    append(.use(read.configuration.outputs))
    let reason = Reason("files.reloaded", ["watching": .text(watching)])
    if isChanged {
      note(.configuration, reason, about: .reload)
    } else if takesLine() {
      append(.log(.notice, reason.text))
    }
  }

  /// Reports that the running settings are kept, since the files have errors.
  mutating func refuse(_ problems: Problems) {
    append(.logProblems(problems.list))
    append(.log(.error, "the running configuration and regions are kept"))
    let first = problems.list.first.map { "\($0)" } ?? ""
    note(.configuration, Reason("files.refused", ["reason": .text(first)]))
  }
}
