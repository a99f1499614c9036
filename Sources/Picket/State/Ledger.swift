internal import Base
internal import Board
import Dispatch
internal import Geofence
internal import Records

/// Writes the events, notes and states of a run, and shows its events.
///
/// An event is shown when it is in the journal: every event that others have seen is on the disk.
/// While the journal cannot be written, events are shown all the same, marked as unwritten. They
/// wait in memory and are written as soon as possible.
///
/// The owner of the queue calls `deadlineReached(at:)` at `deadline`.
final class Ledger: Sendable {
  private let queue: DispatchQueue
  private let console: Console
  private let positions: Positions
  private let publish: @Sendable (_ line: @escaping @Sendable () -> String) -> Void

  /// What only the queue may reach.
  private struct State {
    var changed: @Sendable (_ isNewFault: Bool) -> Void = { _ in }
    var health = StorageHealth()
    var deadline: Instant?
  }

  private let confined: Confined<State>

  // Set once, in the initializer: it needs this object to report to.
  private nonisolated(unsafe) var recorder: Recorder?

  /// The time at which failed writes are tried again.
  var deadline: Instant? { confined.value.deadline }

  /// Creates a ledger.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the state and the journal.
  ///   - lock: The lock on the folder of the state.
  ///   - next: The number of the next event.
  ///   - console: The console that shows events.
  ///   - queue: The queue on which everything here happens.
  ///   - publish: Called on the recorder's queue with each line, when it is in the journal or the
  ///     first attempt to write it has failed.
  init(
    _ configuration: Configuration, lock: FolderLock? = nil, next: Int, console: Console,
    queue: DispatchQueue,
    publish: @escaping @Sendable (_ line: @escaping @Sendable () -> String) -> Void = { _ in }
  ) {
    self.queue = queue
    confined = Confined(State(), on: queue)
    self.publish = publish
    self.console = console
    positions = configuration.journal.positions
    let directory = configuration.state.directory
    recorder = Recorder(
      journal: Journal(directory: directory, size: configuration.journal.size, next: next),
      file: StateFile(directory: directory), lock: lock,
      writesPerHour: configuration.state.writesPerHour
    ) { [self] outcome in
      queue.async { [self] in handle(outcome) }
    }
  }

  /// The files that cannot be written at present, each with the reason.
  var storageFaults: [Reason] { confined.value.health.reasons }

  /// The time at which a part, the journal or the state, was last written.
  func lastWritten(_ part: String) -> Instant? { confined.value.health.lastWritten(part) }

  /// Starts to report faults.
  ///
  /// - Parameter changed: Called on the queue when a file cannot be written any more, can be
  ///   written again or will be tried again.
  func start(_ changed: @escaping @Sendable (_ isNewFault: Bool) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.changed = changed
    console.start { [self] part, error, missing in
      queue.async { [self] in
        confined.value.health.drop(missing, of: part.rawValue)
        handle(error, of: part.rawValue)
      }
    }
  }

  // MARK: Writing

  /// Writes an event to the journal, and shows it when it is there.
  func record(_ event: Event) {
    dispatchPrecondition(condition: .onQueue(queue))
    let text = Systemd.isJournal ? nil : event.text
    recorder?.record(event.json(positions: positions), sequence: event.sequence) {
      [console, publish] isWritten in
      let json = event.json(positions: .exact, isWritten: isWritten)
      console.show(text: text.map { isWritten ? $0 : "\($0)  (not written yet)" }, json: json)
      publish { json }
    }
  }

  /// Writes a note to the journal.
  func record(_ note: Note) {
    dispatchPrecondition(condition: .onQueue(queue))
    let uptime = MonotonicClock.uptime
    recorder?.record(note.json(uptime: uptime, positions: positions)) { [publish] isWritten in
      publish { note.json(uptime: uptime, positions: .exact, isWritten: isWritten) }
    }
  }

  /// Publishes a note that the journal has only with later ones.
  func tell(_ note: Note) {
    dispatchPrecondition(condition: .onQueue(queue))
    let uptime = MonotonicClock.uptime
    publish { note.json(uptime: uptime, positions: .exact) }
  }

  /// Writes the state soon.
  func save(_ state: SavedState) {
    dispatchPrecondition(condition: .onQueue(queue))
    recorder?.write(state)
  }

  /// Tries failed writes again, if that is due.
  func deadlineReached(at now: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let due = confined.value.deadline, due <= now else { return }
    confined.value.deadline = nil
    recorder?.retry()
    console.retry()
  }

  /// Writes the rest at the end, without waiting for a disk that hangs.
  func finish() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard recorder?.finish(within: Self.patience) == false else { return }
    let faults = storageFaults.map(\.text).joined(separator: "; ")
    Log.write(.error, "some records could not be written: \(faults)")
  }

  // MARK: Faults

  private func handle(_ outcome: Recorder.WriteResult) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch outcome {
    case .journal(let error): handle(error, of: "journal")
    case .state(let error): handle(error, of: "state")
    case .lost(let count):
      guard confined.value.health.drop(count, of: "journal") else { return }
      Log.write(.error, "too many lines wait for the journal: the oldest are dropped")
    }
  }

  private func handle(_ error: SystemError?, of part: String) {
    let now = MonotonicClock.now
    switch confined.value.health.record(error, of: part, at: now) {
    case .none: break
    case .recovered(let reason):
      Log.write(.notice, reason.text)
      record(Note(.storage, reason, time: nil))
      confined.value.changed(false)
    case .failed(let reason, let isNewFault, let isNewReason):
      confined.value.deadline = now.advanced(by: Self.retryInterval)
      if isNewReason { Log.write(.error, "\(reason.text); trying again") }
      // Once: the note is itself an attempt to write, which may fail for another reason.
      if isNewFault { record(Note(.storage, reason, time: nil)) }
      confined.value.changed(isNewFault)
    }
  }

  // Until the next attempt, `status` names a fault that may be over.
  private static let retryInterval = Duration.seconds(1)
  private static let patience = 3.0
}
