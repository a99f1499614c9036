package import Dispatch
package import Geofence
import Glibc
internal import Notation
internal import RegionFiles
internal import System

/// Which walk is recorded, as seen from the controller's queue.
///
/// There is one at a time. One that was asked for takes the place of the
/// recording that always goes on, which is cut into pieces, so that its
/// oldest can be removed.
package final class WalkKeeper: Sendable {
  /// Into how many pieces the recording that always goes on is cut.
  package static let pieces = 8

  private let queue: DispatchQueue
  private let directory: String
  private let isAlways: Bool
  private let size: Int
  private let beginning: @Sendable (_ name: String) -> (WalkStart, [Region], String?)

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var recorder: WalkRecorder?
  private nonisolated(unsafe) var current: Current?
  private nonisolated(unsafe) var number = 0
  private nonisolated(unsafe) var nextAttempt: Instant?

  /// The walk that is recorded.
  private struct Current {
    let name: String
    let isAsked: Bool
    var bytes = 0
  }

  /// The name of the walk that is recorded.
  ///
  /// - Important: Must only be accessed on `queue`.
  package var name: String? { current?.name }

  /// Whether a walk is recorded.
  ///
  /// - Important: Must only be accessed on `queue`.
  var isRecording: Bool { current != nil }

  /// Creates a keeper that records nothing until it is told.
  ///
  /// - Parameters:
  ///   - queue: The queue on which everything here happens.
  ///   - beginning: What is known now, the regions that are placed and the path of the
  ///     configuration.
  package init(
    _ configuration: Configuration, queue: DispatchQueue,
    beginning: @escaping @Sendable (_ name: String) -> (WalkStart, [Region], String?)
  ) {
    self.queue = queue
    self.beginning = beginning
    directory = configuration.walkDirectory
    isAlways = configuration.walks.record == .always
    size = configuration.walks.size
    recorder = WalkRecorder { [self] outcome in
      queue.async { [self] in take(outcome) }
    }
  }

  // MARK: Start and end

  /// Starts the recording that always goes on, if that is wanted.
  package func start() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isAlways else { return }
    number = WalkDirectory.nextNumber(in: directory)
    goOnAlways()
  }

  /// Starts a walk that somebody asks for.
  ///
  /// - Parameter started: Called later, on another queue, with what went wrong or `nil`.
  package func start(_ name: WalkName, _ started: @escaping @Sendable (String?) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    if let current, current.isAsked {
      return started("the walk \(current.name) is being recorded; stop it first")
    }
    end("another", at: nil)
    begin(name.text, isAsked: true) { error in
      started(
        error.map { error in
          error.code == EEXIST
            ? "there is a walk \(name.text) already; give another name" : "\(error)"
        })
    }
  }

  /// Ends the walk that somebody asked for.
  ///
  /// - Parameter stopped: Called later, on another queue, with the number of reports and the
  ///   path of the walk, or with what is wrong.
  package func stop(
    at time: Timestamp?, _ stopped: @escaping @Sendable (Result<Stopped, Refused>) -> Void
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let current, current.isAsked else {
      return stopped(.failure(Refused(description: "no walk is being recorded")))
    }
    let path = "\(directory)/\(current.name)"
    end("asked", at: time) { result in
      stopped(
        result.map { Stopped(path: path, reports: $0) }
          .mapError { Refused(description: "\($0); the walk \(current.name) ends without its end") }
      )
    }
    if isAlways { goOnAlways() }
  }

  /// A walk that was ended.
  package struct Stopped: Hashable, Sendable {
    let path: String
    let reports: Int
  }

  /// Why something is not done.
  package struct Refused: Error, CustomStringConvertible {
    package let description: String
  }

  /// Ends whatever is recorded, with the controller; a card that hangs is not waited for.
  package func finish(at time: Timestamp?) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    end("stopped", at: time)
    recorder?.finish(within: 1)
  }

  // MARK: What is recorded

  /// Records one of gpsd's lines before it is taken in.
  ///
  /// What does not look like a report is left out: it leads to nothing, and
  /// would make something else of the file.
  package func add(report bytes: [UInt8], at time: @autoclosure () -> Timestamp?) {
    dispatchPrecondition(condition: .onQueue(queue))
    if let due = nextAttempt, due <= MonotonicClock.now { goOnAlways() }
    guard bytes.first == UInt8(ascii: "{"), isRecording else { return }
    endIfFull(before: bytes.count, at: time())
    guard isRecording else { return }
    current?.bytes += bytes.count + 1
    recorder?.add(report: bytes)
  }

  /// Ends the walk that is recorded when so many bytes more are too many.
  private func endIfFull(before bytes: Int, at time: @autoclosure () -> Timestamp?) {
    guard let current, current.bytes + bytes >= (current.isAsked ? size : size / Self.pieces)
    else { return }
    end("size", at: time())
    if current.isAsked {
      Log.write(
        .warning,
        "the walk \(current.name) has reached \(size) bytes and ends; raise size in [walks]")
    }
    if isAlways { goOnAlways() }
  }

  /// Records what happened.
  package func add(_ entry: WalkEntry) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    current?.bytes += 200
    recorder?.add(entry)
  }

  /// Records that other regions are watched.
  package func add(
    regions: @autoclosure () -> [Region], at instant: Instant, time: @autoclosure () -> Timestamp?
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    let name = current?.name
    endIfFull(before: 0, at: time())
    // One that is begun begins with them.
    guard isRecording, current?.name == name else { return }
    recorder?.add(regions: regions(), at: instant)
  }

  // MARK: Walks

  private func begin(
    _ name: String, isAsked: Bool, _ begun: @escaping @Sendable (SystemError?) -> Void = { _ in }
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    let (start, regions, configuration) = beginning(name)
    current = Current(name: name, isAsked: isAsked)
    nextAttempt = nil
    recorder?.begin(
      start, in: directory, regions: regions, configuration: configuration,
      keeping: isAsked ? nil : size, begun)
  }

  private func goOnAlways() {
    dispatchPrecondition(condition: .onQueue(queue))
    begin(WalkName(number: number).text, isAsked: false)
    number += 1
  }

  private func end(
    _ reason: String, at time: Timestamp?,
    _ ended: @escaping @Sendable (Result<Int, SystemError>) -> Void = { _ in }
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    current = nil
    recorder?.end(reason, at: time, ended)
  }

  private func take(_ outcome: WalkRecorder.Outcome) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch outcome {
    case .failed(let name, let error):
      Log.write(.error, "the walk \(name) cannot be recorded: \(error)")
      guard current?.name == name else { return }
      current = nil
      guard isAlways else { return }
      if WalkName.number(of: name) == nil { return goOnAlways() }
      // The number is free again.
      number -= 1
      nextAttempt = MonotonicClock.now.advanced(by: Self.retryInterval)
    case .interrupted(let name, let error):
      Log.write(.error, "the walk \(name) is not written: \(error); trying again")
    case .grew(let name, let bytes):
      if current?.name == name { current?.bytes += bytes }
    case .goesOn(let name, let missing):
      Log.write(.warning, "the walk \(name) goes on; \(missing) lines of it are missing")
    }
  }

  private static let retryInterval = Duration.seconds(60)
}
