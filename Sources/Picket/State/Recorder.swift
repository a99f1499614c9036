internal import Base
internal import Board
import Dispatch
internal import Geofence
internal import Records
import Synchronization

/// Writes the journal and then the state, on a queue of its own.
///
/// Lines that cannot be written to the journal wait in memory, and the state waits with them: the
/// state never has an event that the journal lacks. Only the newest state is written, and only a
/// limited number of times an hour: newer events are in the journal.
final class Recorder: Sendable {
  /// The outcome of an attempt to write.
  enum WriteResult: Hashable, Sendable {
    /// All lines are in the journal, or an error has prevented that.
    case journal(SystemError?)
    /// The state was written, or an error has prevented that.
    case state(SystemError?)
    /// This many of the oldest lines were dropped, since too many waited.
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
  private let report: @Sendable (WriteResult) -> Void

  /// What only the queue may reach.
  private struct State {
    var journal: Journal
    var lines: [Line] = []
    // The number of waiting lines that were shown as unwritten.
    var shownUnwritten = 0
    var newest: SavedState?
    var written: SavedState?
    var budget: WriteBudget
    var isPostponed = false
  }

  private let confined: Confined<State>

  /// The most lines that wait while the journal cannot be written.
  private static let mostWaiting = 10_000

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - journal: The journal that lines are added to.
  ///   - file: The file that states are written to.
  ///   - lock: The lock on their folder, which is renewed before each attempt.
  ///   - writesPerHour: The most writes of the state in an hour.
  ///   - report: Called after each attempt, on the recorder's queue.
  init(
    journal: sending Journal, file: StateFile, lock: FolderLock? = nil, writesPerHour: Int,
    report: @escaping @Sendable (WriteResult) -> Void
  ) {
    self.file = file
    self.lock = lock
    self.report = report
    let budget = WriteBudget(perHour: writesPerHour, at: MonotonicClock.now)
    confined = Confined(State(journal: journal, budget: budget), on: queue)
  }

  /// Adds a line to the journal.
  ///
  /// - Parameters:
  ///   - text: A JSON object on one line.
  ///   - sequence: The number of the event, if the line is an event.
  ///   - shown: Called once, on the recorder's queue, when the line is on the disk or the first
  ///     attempt to write it has failed.
  func record(
    _ text: String, sequence: Int? = nil,
    shown: (@Sendable (_ isWritten: Bool) -> Void)? = nil
  ) {
    queue.async { [self] in
      confined.value.lines.append(Line(text: text, sequence: sequence, shown: shown))
      writeLines()
    }
  }

  /// Writes this state soon, unless a newer one arrives before that.
  func write(_ state: SavedState) {
    queue.async { [self] in
      let isAlone = confined.value.newest == nil
      confined.value.newest = state
      // A second turn of the queue, after states that arrive until then: one write is enough.
      if isAlone { queue.async { [self] in writeState() } }
    }
  }

  /// Tries failed writes again.
  func retry() {
    queue.async { [self] in
      writeLines()
      writeState()
    }
  }

  /// Writes all lines and the newest state, or gives up after a time.
  ///
  /// - Returns: Whether everything is on the disk.
  func finish(within seconds: Double) -> Bool {
    let isComplete = Atomic(false)
    let isInTime = queue.finish(within: seconds) { [self] in
      writeLines()
      writeState(isLast: true)
      isComplete.store(
        confined.value.lines.isEmpty && confined.value.newest == nil, ordering: .relaxed)
    }
    return isInTime && isComplete.load(ordering: .relaxed)
  }

  // MARK: Writing

  private func writeLines() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.lines.isEmpty else { return }
    while let line = confined.value.lines.first {
      do throws(SystemError) {
        try lock?.renew()
        try confined.value.journal.add(line.text, sequence: line.sequence)
      } catch {
        // A full disk must not keep an event from being shown.
        for index in confined.value.shownUnwritten..<confined.value.lines.count {
          confined.value.lines[index].shown?(false)
        }
        confined.value.shownUnwritten = confined.value.lines.count
        dropOldest()
        return report(.journal(error))
      }
      if confined.value.shownUnwritten == 0 {
        line.shown?(true)
      } else {
        confined.value.shownUnwritten -= 1
      }
      confined.value.lines.removeFirst()
    }
    report(.journal(nil))
  }

  private func dropOldest() {
    let excess = confined.value.lines.count - Self.mostWaiting
    guard excess > 0 else { return }
    // The oldest are dropped: the state, which also waits, has their effects.
    confined.value.lines.removeFirst(excess)
    confined.value.shownUnwritten -= excess
    report(.lost(excess))
  }

  private func writeState(isLast: Bool = false) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let state = confined.value.newest, confined.value.lines.isEmpty else { return }
    guard state != confined.value.written else { return confined.value.newest = nil }
    if !isLast, let wait = confined.value.budget.spend(at: MonotonicClock.now) {
      return postpone(by: wait)
    }
    confined.value.newest = nil
    do throws(SystemError) {
      try lock?.renew()
      try file.write(state)
      confined.value.written = state
      report(.state(nil))
    } catch {
      confined.value.newest = state
      report(.state(error))
    }
  }

  private func postpone(by wait: Duration) {
    guard !confined.value.isPostponed else { return }
    confined.value.isPostponed = true
    queue.asyncAfter(deadline: .now() + wait.inSeconds) { [self] in
      confined.value.isPostponed = false
      writeState()
    }
  }
}
