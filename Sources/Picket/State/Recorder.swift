import Dispatch
internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// Writes the journal and the state on a queue of its own, in this order and one thing at a time.
///
/// What the journal does not take waits in memory, and the state waits with
/// it: it never knows of an event that the journal does not have. Of states
/// only the newest is written, and only so many in an hour: what is newer is
/// in the journal.
final class Recorder: Sendable {
  /// What became of an attempt to write.
  enum Outcome: Hashable, Sendable {
    /// The journal took everything, or why it did not.
    case journal(SystemError?)
    /// The state was written, or why it was not.
    case state(SystemError?)
    /// So many lines were given up, since more wait than memory is kept for.
    case lost(Int)
  }

  /// A line for the journal.
  private struct Line {
    let text: String
    let sequence: Int?
    let shown: (@Sendable (_ isWritten: Bool) -> Void)?
  }

  private let queue = DispatchQueue(label: "picket.recorder")
  private let file: StateFile
  private let lock: FolderLock?
  private let report: @Sendable (Outcome) -> Void

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var journal: Journal
  private nonisolated(unsafe) var lines: [Line] = []
  // How many of them were told without being written.
  private nonisolated(unsafe) var told = 0
  private nonisolated(unsafe) var newest: SavedState?
  private nonisolated(unsafe) var written: SavedState?
  private nonisolated(unsafe) var budget: WriteBudget
  private nonisolated(unsafe) var isPostponed = false

  /// How many lines wait at most while the journal cannot be written.
  private static let mostWaiting = 10_000

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - journal: What lines are added to.
  ///   - file: What states are written to.
  ///   - lock: What keeps others out of their folder; it is made sure of before each attempt.
  ///   - writesPerHour: How often the state is written at most.
  ///   - report: Called after each attempt, on the recorder's queue.
  init(
    journal: Journal, file: StateFile, lock: FolderLock? = nil, writesPerHour: Int,
    report: @escaping @Sendable (Outcome) -> Void
  ) {
    self.journal = journal
    self.file = file
    self.lock = lock
    self.report = report
    budget = WriteBudget(perHour: writesPerHour, at: MonotonicClock.now)
  }

  /// Adds a line to the journal.
  ///
  /// - Parameters:
  ///   - text: A JSON object on one line.
  ///   - sequence: The number of the event, if it is one.
  ///   - shown: Called once, on the recorder's queue, when the line is on the
  ///     disk, or when the attempt to bring it there has failed; says which.
  func record(
    _ text: String, sequence: Int? = nil,
    shown: (@Sendable (_ isWritten: Bool) -> Void)? = nil
  ) {
    queue.async { [self] in
      lines.append(Line(text: text, sequence: sequence, shown: shown))
      writeLines()
    }
  }

  /// Writes this state soon, unless a newer one is handed over before that.
  func write(_ state: SavedState) {
    queue.async { [self] in
      let isAlone = newest == nil
      newest = state
      // A second turn, behind all that was handed over meanwhile: it is written once.
      if isAlone { queue.async { [self] in writeState() } }
    }
  }

  /// Tries again what has failed.
  func retry() {
    queue.async { [self] in
      writeLines()
      writeState()
    }
  }

  /// Writes all that was handed over, or gives up after a time.
  ///
  /// - Returns: Whether everything is on the disk.
  func finish(within seconds: Double) -> Bool {
    nonisolated(unsafe) var isComplete = false
    let isInTime = queue.finish(within: seconds) { [self] in
      writeLines()
      writeState(isLast: true)
      isComplete = lines.isEmpty && newest == nil
    }
    return isInTime && isComplete
  }

  // MARK: Writing

  private func writeLines() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !lines.isEmpty else { return }
    while let line = lines.first {
      do throws(SystemError) {
        try lock?.renew()
        try journal.add(line.text, sequence: line.sequence)
      } catch {
        // An event is told late rather than never because the disk is full.
        for index in told..<lines.count { lines[index].shown?(false) }
        told = lines.count
        forgetTooMany()
        return report(.journal(error))
      }
      if told == 0 { line.shown?(true) } else { told -= 1 }
      lines.removeFirst()
    }
    report(.journal(nil))
  }

  private func forgetTooMany() {
    let excess = lines.count - Self.mostWaiting
    guard excess > 0 else { return }
    // The first ones: the state, which was not written either, will tell what has become of it.
    lines.removeFirst(excess)
    told -= excess
    report(.lost(excess))
  }

  private func writeState(isLast: Bool = false) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let state = newest, lines.isEmpty else { return }
    guard state != written else { return newest = nil }
    if !isLast, let wait = budget.spend(at: MonotonicClock.now) { return postpone(by: wait) }
    newest = nil
    do throws(SystemError) {
      try lock?.renew()
      try file.write(state)
      written = state
      report(.state(nil))
    } catch {
      newest = state
      report(.state(error))
    }
  }

  private func postpone(by wait: Duration) {
    guard !isPostponed else { return }
    isPostponed = true
    queue.asyncAfter(deadline: .now() + wait.inSeconds) { [self] in
      isPostponed = false
      writeState()
    }
  }
}
