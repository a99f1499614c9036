internal import Base
import Dispatch
internal import Geofence
import Glibc

/// Writes walks on a queue of its own, one at a time.
///
/// Its methods are called on one queue, which never waits. While a card is slow, a limited number of
/// bytes wait in memory. Further lines are left out, and their number is written to the walk in
/// their place.
final class WalkRecorder: Sendable {
  /// A report to the owner.
  enum Report: Sendable {
    /// A walk could not be begun.
    case failed(name: String, SystemError)
    /// A walk that was begun cannot be written at present.
    case interrupted(name: String, SystemError)
    /// The walk has this many further bytes of regions: their size is known once they are written.
    case grew(name: String, bytes: Int)
    /// The walk is written again; this many lines are missing.
    case goesOn(name: String, missing: Int)
  }

  private let queue = DispatchQueue(label: "picket.walks")
  private let room = QueueLimit()
  private let mostWaiting: Int
  private let confined: Confined<State>

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - mostWaiting: The most bytes that wait.
  ///   - report: Called on the recorder's queue.
  init(mostWaiting: Int = 4 << 20, report: @escaping @Sendable (Report) -> Void) {
    self.mostWaiting = mostWaiting
    confined = Confined(State(report: report), on: queue)
  }

  /// Begins a walk; an earlier one must be ended first.
  ///
  /// - Parameters:
  ///   - size: For an automatic walk, the most bytes of all automatic walks together; the oldest
  ///     are removed. `nil` for a requested walk.
  ///   - begun: Called on the recorder's queue with the error or `nil`.
  func begin(
    _ start: WalkStart, in directory: String, regions: [Region], configuration: String?,
    keeping size: Int?, _ begun: @escaping @Sendable (SystemError?) -> Void
  ) {
    // Lines that were left out between two walks are not missing in this one.
    _ = room.removeLeftOut()
    queue.async { [self] in
      if let size { WalkDirectory.removeOldest(in: directory, keeping: size) }
      confined.value.begin(start.name, isRequested: size == nil, begun) { () throws(SystemError) in
        try WalkWriter(start, in: directory, regions: regions, configuration: configuration)
      }
    }
  }

  /// Adds one of gpsd's lines.
  func add(report bytes: [UInt8]) {
    enqueue(bytes.count) { writer, _ throws(SystemError) in try writer.add(report: bytes) }
  }

  /// Adds an entry.
  func add(_ entry: WalkEntry) {
    enqueue(200) { writer, _ throws(SystemError) in try writer.add(entry) }
  }

  /// Adds that other regions are watched.
  func add(regions: [Region], at instant: Instant) {
    enqueue(200) { writer, report throws(SystemError) in
      let bytes = try writer.add(regions: regions, at: instant)
      report(.grew(name: writer.name, bytes: bytes))
    }
  }

  /// Ends the walk.
  ///
  /// - Parameter ended: Called on the recorder's queue with the number of its reports, or with the
  ///   error.
  func end(
    _ reason: String, at time: Timestamp?,
    _ ended: @escaping @Sendable (Result<Int, SystemError>) -> Void = { _ in }
  ) {
    let before = room.removeLeftOut()
    queue.async { [self] in
      ended(confined.value.end(reason, at: time, missing: before))
    }
  }

  /// Removes a walk that is not being written.
  ///
  /// - Parameter removed: Called on the recorder's queue with the problem or `nil`.
  func remove(
    _ name: String, in directory: String, _ removed: @escaping @Sendable (Problem?) -> Void
  ) {
    queue.async { [self] in
      // The walk may have begun in the meantime.
      guard confined.value.writer?.name != name else {
        return removed(Problem(file: name, wrong: "the walk is being recorded"))
      }
      do throws(Problem) {
        try WalkRemoval.remove(name, in: directory)
        Log.write(.notice, "the walk \(name) was removed, as requested")
        removed(nil)
      } catch {
        removed(error)
      }
    }
  }

  /// Waits until everything is written, or gives up after a time.
  func finish(within seconds: Double) {
    queue.finish(within: seconds)
  }

  private func enqueue(_ bytes: Int, _ write: @escaping State.Writing) {
    guard room.enter(bytes, below: mostWaiting) else { return }
    // Lines that were left out until now belong before this one.
    let before = room.removeLeftOut()
    queue.async { [self] in
      room.leave(bytes)
      if confined.value.write(write, missing: before) { syncLater() }
    }
  }

  /// Syncs the files after some time, unless that is due already.
  private func syncLater() {
    guard !confined.value.isSyncDue else { return }
    confined.value.isSyncDue = true
    queue.asyncAfter(deadline: .now() + Self.syncInterval) { [self] in
      if confined.value.sync() { syncLater() }
    }
  }

  /// The seconds after which a line is on the disk; the kernel's own interval is as long.
  private static let syncInterval = 30.0
}

extension WalkRecorder {
  /// What only the queue may reach.
  private struct State {
    typealias Writing =
      @Sendable (inout WalkWriter, @Sendable (Report) -> Void) throws(SystemError) -> Void

    let report: @Sendable (Report) -> Void
    var writer: WalkWriter?
    var isSyncDue = false
    private var fault: SystemError?
    private var nextAttempt: Instant?
    private var missing = 0

    init(report: @escaping @Sendable (Report) -> Void) { self.report = report }

    mutating func begin(
      _ name: String, isRequested: Bool, _ begun: (SystemError?) -> Void,
      _ write: () throws(SystemError) -> WalkWriter
    ) {
      (writer, fault, nextAttempt, missing) = (nil, nil, nil, 0)
      do throws(SystemError) {
        let writer = try write()
        self.writer = writer
        // Not for an automatic walk: its limit may be below the size of the regions alone, and
        // each piece has them.
        if isRequested { report(.grew(name: name, bytes: writer.firstBytes)) }
        begun(nil)
      } catch {
        begun(error)
        report(.failed(name: name, error))
      }
    }

    /// Ends the walk; returns the number of its reports.
    mutating func end(
      _ reason: String, at time: Timestamp?, missing before: Int
    ) -> Result<Int, SystemError> {
      missing += before
      defer { writer = nil }
      do throws(SystemError) {
        try writeMissingCount()
        try writer?.end(reason, at: time)
        return .success(writer?.reports ?? 0)
      } catch {
        return .failure(error)
      }
    }

    /// Writes after lines that are missing; returns whether that succeeded.
    mutating func write(_ write: Writing, missing before: Int) -> Bool {
      missing += before
      guard writer != nil else { return false }
      if let nextAttempt, MonotonicClock.now < nextAttempt {
        missing += 1
        return false
      }
      do throws(SystemError) {
        try writeMissingCount()
        if var taken = writer {
          writer = nil
          defer { writer = taken }
          try write(&taken, report)
        }
        return true
      } catch {
        missing += 1
        nextAttempt = MonotonicClock.now.advanced(by: Self.retryInterval)
        note(error)
        return false
      }
    }

    /// Syncs the files; returns whether that has to be tried again.
    mutating func sync() -> Bool {
      isSyncDue = false
      do throws(SystemError) {
        try writer?.sync()
        // While lines are missing, the fault lasts until their number is written.
        if missing == 0 { fault = nil }
        return false
      } catch {
        note(error)
        return true
      }
    }

    private mutating func note(_ error: SystemError) {
      if fault == nil, let name = writer?.name { report(.interrupted(name: name, error)) }
      fault = error
    }

    /// Writes the number of missing lines, as soon as writing is possible again.
    private mutating func writeMissingCount() throws(SystemError) {
      guard missing > 0, let name = writer?.name else { return }
      try writer?.add(.leftOut(missing))
      report(.goesOn(name: name, missing: missing))
      (fault, nextAttempt, missing) = (nil, nil, 0)
    }

    private static let retryInterval = Duration.seconds(10)
  }
}
