import Dispatch
internal import Geofence
import Glibc
internal import Notation
internal import System

/// Writes walks on a queue of its own, one at a time and in the order of what is handed over.
///
/// All is handed over from one queue, which never waits. While a card is slow so many bytes wait in
/// memory and no more: what is left out is counted, and the count stands in
/// the walk in its place.
final class WalkRecorder: Sendable {
  /// What became of what was handed over.
  enum Outcome: Sendable {
    /// A walk could not be begun.
    case failed(name: String, SystemError)
    /// A walk that was begun cannot be written at present.
    case interrupted(name: String, SystemError)
    /// It has so many bytes more, which nobody could know before: those of regions.
    case grew(name: String, bytes: Int)
    /// It is written again; so many lines are missing.
    case goesOn(name: String, missing: Int)
  }

  private let queue = DispatchQueue(label: "picket.walks")
  private let report: @Sendable (Outcome) -> Void
  private let room = WaitingRoom()
  private let mostWaiting: Int

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var writer: WalkWriter?
  private nonisolated(unsafe) var fault: SystemError?
  private nonisolated(unsafe) var nextAttempt: Instant?
  private nonisolated(unsafe) var missing = 0
  private nonisolated(unsafe) var isSyncDue = false

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - mostWaiting: How many bytes may wait before more are left out.
  ///   - report: Called on the recorder's queue.
  init(mostWaiting: Int = 4 << 20, report: @escaping @Sendable (Outcome) -> Void) {
    self.mostWaiting = mostWaiting
    self.report = report
  }

  /// Begins a walk; one that goes on is to be ended first.
  ///
  /// - Parameters:
  ///   - size: How many bytes all walks that nobody asked for may have together with this
  ///     one, if it is one of them; the oldest are removed.
  ///   - begun: Called on the recorder's queue, with what went wrong if it could not.
  func begin(
    _ start: WalkStart, in directory: String, regions: [Region], configuration: String?,
    keeping size: Int?, _ begun: @escaping @Sendable (SystemError?) -> Void
  ) {
    // What was left out between two walks is not missing in this one.
    _ = room.removeLeftOut()
    queue.async { [self] in
      (fault, nextAttempt, missing) = (nil, nil, 0)
      do throws(SystemError) {
        if let size { WalkDirectory.removeOldest(in: directory, keeping: size) }
        writer = try WalkWriter(
          start, in: directory, regions: regions, configuration: configuration)
        // A piece of what is always recorded may be smaller than its regions alone: it is not cut
        // off for what each piece has.
        if size == nil, let writer { report(.grew(name: start.name, bytes: writer.firstBytes)) }
        begun(nil)
      } catch {
        writer = nil
        begun(error)
        report(.failed(name: start.name, error))
      }
    }
  }

  /// Adds one of gpsd's lines.
  func add(report bytes: [UInt8]) {
    hand(bytes.count) { writer throws(SystemError) in try writer.add(report: bytes) }
  }

  /// Adds what happened.
  func add(_ entry: WalkEntry) {
    hand(200) { writer throws(SystemError) in try writer.add(entry) }
  }

  /// Adds that other regions are watched.
  func add(regions: [Region], at instant: Instant) {
    hand(200) { [report] writer throws(SystemError) in
      let bytes = try writer.add(regions: regions, at: instant)
      report(.grew(name: writer.name, bytes: bytes))
    }
  }

  /// Ends the walk.
  ///
  /// - Parameter ended: Called on the recorder's queue with how many reports it has, or with
  ///   what went wrong.
  func end(
    _ reason: String, at time: Timestamp?,
    _ ended: @escaping @Sendable (Result<Int, SystemError>) -> Void = { _ in }
  ) {
    let before = room.removeLeftOut()
    queue.async { [self] in
      missing += before
      do throws(SystemError) {
        try tellWhatIsMissing()
        try writer?.end(reason, at: time)
        ended(.success(writer?.reports ?? 0))
      } catch {
        ended(.failure(error))
      }
      writer = nil
    }
  }

  /// Waits until what was handed over is written, or gives up after a time.
  func finish(within seconds: Double) {
    queue.finish(within: seconds)
  }

  // MARK: On its queue

  private func hand(
    _ bytes: Int, _ write: @escaping @Sendable (inout WalkWriter) throws(SystemError) -> Void
  ) {
    guard room.enter(bytes, below: mostWaiting) else { return }
    // What was left out until now belongs before this.
    let before = room.removeLeftOut()
    queue.async { [self] in
      room.leave(bytes)
      missing += before
      put(write)
    }
  }

  private func put(_ write: (inout WalkWriter) throws(SystemError) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let name = (writer?.folder.path).map({ $0.split(separator: "/").last ?? "" }) else {
      return
    }
    if let nextAttempt, MonotonicClock.now < nextAttempt { return missing += 1 }
    do throws(SystemError) {
      try tellWhatIsMissing()
      if var writer {
        self.writer = nil
        defer { self.writer = writer }
        try write(&writer)
        syncLater()
      }
    } catch {
      missing += 1
      nextAttempt = MonotonicClock.now.advanced(by: Self.retryInterval)
      if fault == nil { report(.interrupted(name: "\(name)", error)) }
      fault = error
    }
  }

  /// Sees to it that what is written by then is on the disk some time from now.
  private func syncLater() {
    guard !isSyncDue else { return }
    isSyncDue = true
    queue.asyncAfter(deadline: .now() + Self.syncInterval) { [self] in
      isSyncDue = false
      sync()
    }
  }

  private func sync() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let name = writer?.folder.path.split(separator: "/").last else { return }
    do throws(SystemError) {
      try writer?.sync()
      // A fault of writing goes on until what is missing is written down.
      if missing == 0 { fault = nil }
    } catch {
      if fault == nil { report(.interrupted(name: "\(name)", error)) }
      fault = error
      syncLater()
    }
  }

  /// Writes down what could not be, as soon as anything can.
  private func tellWhatIsMissing() throws(SystemError) {
    guard missing > 0, let name = writer?.folder.path.split(separator: "/").last else { return }
    try writer?.add(.leftOut(missing))
    report(.goesOn(name: "\(name)", missing: missing))
    (fault, nextAttempt, missing) = (nil, nil, 0)
  }

  private static let retryInterval = Duration.seconds(10)

  /// After so many seconds a line is on the disk: a kernel writes no more often on its own.
  private static let syncInterval = 30.0
}
