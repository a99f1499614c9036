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
  private let report: @Sendable (Report) -> Void
  private let room = QueueLimit()
  private let mostWaiting: Int

  /// What only the queue may reach.
  private struct State {
    var writer: WalkWriter?
    var fault: SystemError?
    var nextAttempt: Instant?
    var missing = 0
    var isSyncDue = false
  }

  private let confined: Confined<State>

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - mostWaiting: The most bytes that wait.
  ///   - report: Called on the recorder's queue.
  init(mostWaiting: Int = 4 << 20, report: @escaping @Sendable (Report) -> Void) {
    self.mostWaiting = mostWaiting
    self.report = report
    confined = Confined(State(), on: queue)
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
      (confined.value.fault, confined.value.nextAttempt, confined.value.missing) = (nil, nil, 0)
      do throws(SystemError) {
        if let size { WalkDirectory.removeOldest(in: directory, keeping: size) }
        confined.value.writer = try WalkWriter(
          start, in: directory, regions: regions, configuration: configuration)
        // Not for an automatic walk: its limit may be below the size of the regions alone, and
        // each piece has them.
        if size == nil, let writer = confined.value.writer {
          report(.grew(name: start.name, bytes: writer.firstBytes))
        }
        begun(nil)
      } catch {
        confined.value.writer = nil
        begun(error)
        report(.failed(name: start.name, error))
      }
    }
  }

  /// Adds one of gpsd's lines.
  func add(report bytes: [UInt8]) {
    enqueue(bytes.count) { writer throws(SystemError) in try writer.add(report: bytes) }
  }

  /// Adds an entry.
  func add(_ entry: WalkEntry) {
    enqueue(200) { writer throws(SystemError) in try writer.add(entry) }
  }

  /// Adds that other regions are watched.
  func add(regions: [Region], at instant: Instant) {
    enqueue(200) { [report] writer throws(SystemError) in
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
      confined.value.missing += before
      do throws(SystemError) {
        try writeMissingCount()
        try confined.value.writer?.end(reason, at: time)
        ended(.success(confined.value.writer?.reports ?? 0))
      } catch {
        ended(.failure(error))
      }
      confined.value.writer = nil
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

  // MARK: On its queue

  private func enqueue(
    _ bytes: Int, _ write: @escaping @Sendable (inout WalkWriter) throws(SystemError) -> Void
  ) {
    guard room.enter(bytes, below: mostWaiting) else { return }
    // Lines that were left out until now belong before this one.
    let before = room.removeLeftOut()
    queue.async { [self] in
      room.leave(bytes)
      confined.value.missing += before
      perform(write)
    }
  }

  private func perform(_ write: (inout WalkWriter) throws(SystemError) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard
      let name = (confined.value.writer?.folder.path).map({ $0.split(separator: "/").last ?? "" })
    else {
      return
    }
    if let nextAttempt = confined.value.nextAttempt, MonotonicClock.now < nextAttempt {
      return confined.value.missing += 1
    }
    do throws(SystemError) {
      try writeMissingCount()
      if var writer = confined.value.writer {
        confined.value.writer = nil
        defer { confined.value.writer = writer }
        try write(&writer)
        syncLater()
      }
    } catch {
      confined.value.missing += 1
      confined.value.nextAttempt = MonotonicClock.now.advanced(by: Self.retryInterval)
      if confined.value.fault == nil { report(.interrupted(name: "\(name)", error)) }
      confined.value.fault = error
    }
  }

  /// Syncs the files after some time, unless that is due already.
  private func syncLater() {
    guard !confined.value.isSyncDue else { return }
    confined.value.isSyncDue = true
    queue.asyncAfter(deadline: .now() + Self.syncInterval) { [self] in
      confined.value.isSyncDue = false
      sync()
    }
  }

  private func sync() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let name = confined.value.writer?.folder.path.split(separator: "/").last else { return }
    do throws(SystemError) {
      try confined.value.writer?.sync()
      // While lines are missing, the fault lasts until their number is written.
      if confined.value.missing == 0 { confined.value.fault = nil }
    } catch {
      if confined.value.fault == nil { report(.interrupted(name: "\(name)", error)) }
      confined.value.fault = error
      syncLater()
    }
  }

  /// Writes the number of missing lines, as soon as writing is possible again.
  private func writeMissingCount() throws(SystemError) {
    let missing = confined.value.missing
    guard missing > 0,
      let name = confined.value.writer?.folder.path.split(separator: "/").last
    else { return }
    try confined.value.writer?.add(.leftOut(missing))
    report(.goesOn(name: "\(name)", missing: missing))
    (confined.value.fault, confined.value.nextAttempt, confined.value.missing) = (nil, nil, 0)
  }

  private static let retryInterval = Duration.seconds(10)

  /// The seconds after which a line is on the disk; the kernel's own interval is as long.
  private static let syncInterval = 30.0
}
