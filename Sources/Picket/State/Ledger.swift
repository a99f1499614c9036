import Dispatch
internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// What is written down of a run, as seen from the controller's queue.
///
/// An event is shown when the journal has it: what was told outside is on the
/// disk. A journal that cannot be written holds nothing up: events are shown
/// all the same, marked as unwritten, wait in memory, and are written as soon as
/// that can be done.
///
/// Whoever owns the queue calls `deadlineReached(at:)` when `deadline` has come.
final class Ledger: Sendable {
  private let queue: DispatchQueue
  private let console: Console
  private let positions: Positions
  private let tell: @Sendable (_ line: @escaping @Sendable () -> String) -> Void

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var recorder: Recorder?
  private nonisolated(unsafe) var changed: @Sendable (_ isNewFault: Bool) -> Void = { _ in }
  private nonisolated(unsafe) var faults: [String: SystemError] = [:]
  private nonisolated(unsafe) var lost: [String: Int] = [:]
  private nonisolated(unsafe) var written: [String: Instant] = [:]

  /// When there is something to try again.
  ///
  /// - Important: Must only be accessed on `queue`.
  private(set) nonisolated(unsafe) var deadline: Instant?

  /// Creates a ledger.
  ///
  /// - Parameters:
  ///   - configuration: Where and how it is written.
  ///   - lock: What keeps others out of where it is written.
  ///   - next: The number of the next event.
  ///   - console: Where events are shown.
  ///   - queue: The queue on which everything here happens.
  ///   - tell: Called with each line when the journal has it, on a queue of its own.
  init(
    _ configuration: Configuration, lock: FolderLock? = nil, next: Int, console: Console,
    queue: DispatchQueue,
    tell: @escaping @Sendable (_ line: @escaping @Sendable () -> String) -> Void = { _ in }
  ) {
    self.queue = queue
    self.tell = tell
    self.console = console
    positions = configuration.journal.positions
    let directory = configuration.state.directory
    recorder = Recorder(
      journal: Journal(directory: directory, size: configuration.journal.size, next: next),
      file: StateFile(directory: directory), lock: lock,
      writesPerHour: configuration.state.writesPerHour
    ) { [self] outcome in
      queue.async { [self] in take(outcome) }
    }
  }

  /// What cannot be written at present, and why.
  var trouble: [String] {
    faults.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  /// When a part, the journal or the state, was written last.
  func lastWritten(_ part: String) -> Instant? { written[part] }

  /// Starts to tell what cannot be written.
  ///
  /// - Parameter changed: Called on the queue when there is a new deadline or less trouble, and
  ///   whether that is because something cannot be written any more.
  func start(_ changed: @escaping @Sendable (_ isNewFault: Bool) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.changed = changed
    console.start { [self] part, error, missing in
      queue.async { [self] in
        lost[part.rawValue, default: 0] += missing
        take(error, of: part.rawValue)
      }
    }
  }

  // MARK: Writing

  /// Writes an event down, and shows it when that is done.
  func record(_ event: Event) {
    dispatchPrecondition(condition: .onQueue(queue))
    let text = Systemd.isJournal ? nil : event.text
    recorder?.record(event.json(positions: positions), sequence: event.sequence) {
      [console, tell] isWritten in
      let json = event.json(positions: .exact, isWritten: isWritten)
      console.show(text: text.map { isWritten ? $0 : "\($0)  (not written yet)" }, json: json)
      tell { json }
    }
  }

  /// Writes a note down.
  func record(_ note: Note) {
    dispatchPrecondition(condition: .onQueue(queue))
    let uptime = MonotonicClock.uptime
    recorder?.record(note.json(uptime: uptime, positions: positions)) { [tell] isWritten in
      tell { note.json(uptime: uptime, positions: .exact, isWritten: isWritten) }
    }
  }

  /// Writes the state soon.
  func save(_ state: SavedState) {
    dispatchPrecondition(condition: .onQueue(queue))
    recorder?.write(state)
  }

  /// Tries again what has failed, when the time for that has come.
  func deadlineReached(at now: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let due = deadline, due <= now else { return }
    deadline = nil
    recorder?.retry()
    console.retry()
  }

  /// Writes all that is left, at the end; a disk that hangs is not waited for.
  func finish() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard recorder?.finish(within: Self.patience) == false else { return }
    Log.write(.error, "not all that happened could be written: \(trouble.joined(separator: "; "))")
  }

  // MARK: Faults

  private func take(_ outcome: Recorder.Outcome) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch outcome {
    case .journal(let error): take(error, of: "journal")
    case .state(let error): take(error, of: "state")
    case .lost(let count):
      if lost["journal"] == nil {
        Log.write(.error, "the journal has waited for too long: its oldest lines are given up")
      }
      lost["journal", default: 0] += count
    }
  }

  private func take(_ error: SystemError?, of part: String) {
    let earlier = faults[part]
    faults[part] = error
    guard let error else {
      written[part] = MonotonicClock.now
      guard earlier != nil else { return }
      let missing = lost.removeValue(forKey: part).flatMap { $0 > 0 ? $0 : nil }
      let text =
        "the \(part) is written again" + (missing.map { "; \($0) lines are missing" } ?? "")
      Log.write(.notice, text)
      record(Note(.storage, text, time: nil))
      return changed(false)
    }
    deadline = MonotonicClock.now.advanced(by: Self.retryInterval)
    let text = "the \(part) is not written: \(error)"
    if error != earlier { Log.write(.error, "\(text); trying again") }
    // Once: a line for each reason would be one more attempt, which may have another reason.
    if earlier == nil { record(Note(.storage, text, time: nil)) }
    changed(earlier == nil)
  }

  private static let retryInterval = Duration.seconds(10)
  private static let patience = 3.0
}
