internal import Base
internal import Board
internal import Geofence
internal import Records

/// The directives of a session, which its owner takes, and the notes that wait for later ones.
struct Directives: Sendable {
  private var list: [Directive] = []
  private var repeated: RepeatedNotes
  private var saveDeadline: Instant?
  private var gpsd: WriteBudget
  // The number of lines about gpsd that were left out since the last one.
  private var omitted = 0

  /// Starts without a directive.
  init(at now: Instant) {
    repeated = RepeatedNotes(at: now)
    gpsd = WriteBudget(perHour: 360, at: now)
  }

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
  mutating func deadlineReached(at present: Present) {
    if let due = saveDeadline, due <= present.now { save(at: present) }
    for (subject, note) in repeated.deadlineReached(at: present) {
      write(note, about: subject, at: present)
    }
  }

  /// Saves the state now, and again after some time without a change.
  mutating func save(at present: Present) {
    append(.save)
    // After a power cut, the time of the last fix shows how long no fix was seen.
    saveDeadline = present.now.advanced(by: .seconds(600))
  }

  // MARK: Notes

  /// Writes a note to the journal.
  mutating func note(_ kind: Note.Kind, _ reason: Reason, at present: Present) {
    append(.note(Note(kind, reason, time: present.time)))
  }

  /// Writes a note to the journal, and its text to the log.
  mutating func log(
    _ kind: Note.Kind, _ reason: Reason, _ priority: Log.Priority = .notice, at present: Present
  ) {
    append(.log(priority, reason.text))
    note(kind, reason, at: present)
  }

  /// Shows a change to a person, and writes it to the journal.
  mutating func announce(
    _ kind: Note.Kind, _ reason: Reason, _ priority: Log.Priority = .notice, at present: Present
  ) {
    append(.announce(priority, reason.text))
    note(kind, reason, at: present)
  }

  /// Writes a change that the carrier has made to the journal, and confirms it by a signal.
  mutating func confirm(_ note: Note, at present: Present) {
    append(.note(note))
    append(.announce(.notice, note.text))
    append(.play("mark"))
    save(at: present)
  }

  /// Writes the carrier's position at an instant to the journal and the walk, and confirms it.
  mutating func mark(
    _ text: String, _ fix: TrustedFix?, at instant: Instant, present: Present
  ) {
    let time = present.time?.advanced(by: .zero - instant.duration(to: present.now))
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
    about subject: RepeatedNotes.Subject, log line: Directive? = nil, at present: Present
  ) {
    let note = Note(kind, reason, time: present.time, regions: regions)
    let merged = repeated.add(note, subject, at: present.now)
    if let line, merged != nil || takesLine(at: present) { append(line) }
    if let merged {
      write(merged, about: subject, at: present)
    } else if subject != .reload {
      append(.tell(note))
    }
  }

  private mutating func write(
    _ note: Note, about subject: RepeatedNotes.Subject, at present: Present
  ) {
    if subject == .reload { append(.log(.notice, note.text)) }
    append(.note(note))
    if subject == .reload { save(at: present) }
  }

  /// Whether changes of a subject wait for their note.
  func isWaiting(_ subject: RepeatedNotes.Subject) -> Bool { repeated.isWaiting(subject) }

  /// Takes the room for the note of a reminder.
  mutating func takesReminder(at present: Present) -> Bool {
    repeated.takesReminder(at: present.now)
  }

  // MARK: The log

  /// Logs a line about gpsd, if there is room for it: gpsd must not fill a log.
  mutating func logGPSD(
    _ text: String, _ priority: Log.Priority = .warning, at present: Present
  ) {
    guard takesLine(at: present) else { return omitted += 1 }
    let more = omitted == 0 ? "" : "; \(omitted.counted("earlier line")) about gpsd left out"
    omitted = 0
    append(.log(priority, text + more))
  }

  /// Reports that the reception has changed.
  ///
  /// It may do so with each line, and must not push events out of the journal.
  mutating func note(_ reception: Reception, at present: Present) {
    let text = reception.said.text
    let isGood = reception.hasFix || reception == .connected
    let line = Directive.log(isGood ? .notice : .warning, text, fields: ["reception": text])
    note(.gpsd, reception.said, about: .reception, log: line, at: present)
  }

  /// Takes the room for a line that may come again and again, if there is room.
  private mutating func takesLine(at present: Present) -> Bool {
    gpsd.spend(at: present.now) == nil
  }

  // MARK: Files

  /// Uses what was read from the files from now on.
  ///
  /// - Parameters:
  ///   - isChanged: Whether the configuration or the regions have changed.
  ///   - watching: What is watched from now on, in words.
  mutating func use(
    _ read: ReloadedFiles.Contents, isChanged: Bool, _ watching: String, at present: Present
  ) {
    append(.use(read.configuration.outputs))
    let reason = Reason("files.reloaded", ["watching": .text(watching)])
    if isChanged {
      note(.configuration, reason, about: .reload, at: present)
    } else if takesLine(at: present) {
      append(.log(.notice, reason.text))
    }
  }

  /// Reports that the running settings are kept, since the files have errors.
  mutating func refuse(_ problems: Problems, at present: Present) {
    append(.logProblems(problems.list))
    append(.log(.error, "the running configuration and regions are kept"))
    let first = problems.list.first.map { "\($0)" } ?? ""
    note(.configuration, Reason("files.refused", ["reason": .text(first)]), at: present)
  }
}
