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
  private let confined: Confined<State>

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
    let budget = WriteBudget(perHour: writesPerHour, at: MonotonicClock.now)
    let state = State(journal: journal, file: file, lock: lock, report: report, budget: budget)
    confined = Confined(state, on: queue)
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
      confined.value.add(Line(text: text, sequence: sequence, shown: shown))
    }
  }

  /// Writes this state soon, unless a newer one arrives before that.
  func write(_ state: SavedState) {
    queue.async { [self] in
      // A second turn of the queue, after states that arrive until then: one write is enough.
      if confined.value.keep(state) { queue.async { [self] in writeState() } }
    }
  }

  /// Tries failed writes again.
  func retry() {
    queue.async { [self] in
      confined.value.writeLines()
      writeState()
    }
  }

  /// Writes all lines and the newest state, or gives up after a time.
  ///
  /// - Returns: Whether everything is on the disk.
  func finish(within seconds: Double) -> Bool {
    let isComplete = Atomic(false)
    let isInTime = queue.finish(within: seconds) { [self] in
      isComplete.store(confined.value.writeAll(), ordering: .relaxed)
    }
    return isInTime && isComplete.load(ordering: .relaxed)
  }

  private func writeState() {
    guard let wait = confined.value.writeState() else { return }
    queue.asyncAfter(deadline: .now() + wait.inSeconds) { [self] in
      confined.value.isPostponed = false
      writeState()
    }
  }
}

extension Recorder {
  /// What only the queue may reach.
  private struct State {
    var journal: Journal
    let file: StateFile
    let lock: FolderLock?
    let report: @Sendable (WriteResult) -> Void
    var budget: WriteBudget
    var lines: [Line] = []
    // The number of waiting lines that were shown as unwritten.
    var shownUnwritten = 0
    var newest: SavedState?
    var written: SavedState?
    var isPostponed = false

    /// The most lines that wait while the journal cannot be written.
    private static let mostWaiting = 10_000

    mutating func add(_ line: Line) {
      lines.append(line)
      writeLines()
    }

    /// Keeps a state until it is written; returns whether none was kept.
    mutating func keep(_ state: SavedState) -> Bool {
      defer { newest = state }
      return newest == nil
    }

    /// Writes what waits; returns whether that is all of it.
    mutating func writeAll() -> Bool {
      writeLines()
      _ = writeState(isLast: true)
      return lines.isEmpty && newest == nil
    }

    mutating func writeLines() {
      guard !lines.isEmpty else { return }
      while let line = lines.first {
        do throws(SystemError) {
          try lock?.renew()
          try journal.add(line.text, sequence: line.sequence)
        } catch {
          // A full disk must not keep an event from being shown.
          for index in shownUnwritten..<lines.count { lines[index].shown?(false) }
          shownUnwritten = lines.count
          dropOldest()
          return report(.journal(error))
        }
        if shownUnwritten == 0 { line.shown?(true) } else { shownUnwritten -= 1 }
        lines.removeFirst()
      }
      report(.journal(nil))
    }

    private mutating func dropOldest() {
      let excess = lines.count - Self.mostWaiting
      guard excess > 0 else { return }
      // The oldest are dropped: the state, which also waits, has their effects.
      lines.removeFirst(excess)
      shownUnwritten -= excess
      report(.lost(excess))
    }

    /// Writes the newest state after all lines; returns the time after which to try again, if that is to
    /// be begun.
    mutating func writeState(isLast: Bool = false) -> Duration? {
      guard let state = newest, lines.isEmpty else { return nil }
      newest = nil
      guard state != written else { return nil }
      if !isLast, let wait = budget.spend(at: MonotonicClock.now) {
        newest = state
        defer { isPostponed = true }
        return isPostponed ? nil : wait
      }
      do throws(SystemError) {
        try lock?.renew()
        try file.write(state)
        written = state
        report(.state(nil))
      } catch {
        newest = state
        report(.state(error))
      }
      return nil
    }
  }
}
