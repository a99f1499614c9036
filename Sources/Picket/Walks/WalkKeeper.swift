internal import Base
internal import Board
package import Dispatch
package import Geofence
import Glibc
internal import Records
internal import RegionFiles

/// Decides on the controller's queue which walk is recorded, one at a time.
///
/// A requested walk takes the place of the automatic recording, which is cut into pieces, so that
/// the oldest can be removed.
package final class WalkKeeper: Sendable {
  /// The number of pieces that fit the size of the automatic recording.
  package static let pieces = 8

  private let queue: DispatchQueue
  private let directory: String
  private let size: Int
  private let snapshot: @Sendable (_ name: String) -> (WalkStart, [Region], String?)

  /// What only the queue may reach.
  private struct State {
    var recorder: WalkRecorder?
    var current: Current?
    var automatic: AutomaticWalks

    /// Whether nothing is recorded and none is to be begun, as on most boards.
    @inline(__always) var isIdle: Bool { current == nil && !automatic.isWaiting }
  }

  private let confined: Confined<State>

  /// The walk that is recorded.
  private struct Current {
    let name: String
    let isRequested: Bool
    var bytes = 0
  }

  /// The name of the walk that is recorded.
  package var name: String? { confined.value.current?.name }

  /// Whether a walk is recorded.
  var isRecording: Bool { confined.value.current != nil }

  /// Creates a keeper that records nothing until `start`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which everything here happens.
  ///   - snapshot: The present state, the regions that are placed and the path of the
  ///     configuration.
  package init(
    _ configuration: Configuration, queue: DispatchQueue,
    snapshot: @escaping @Sendable (_ name: String) -> (WalkStart, [Region], String?)
  ) {
    self.queue = queue
    self.snapshot = snapshot
    directory = configuration.walkDirectory
    size = configuration.walks.size
    let automatic = AutomaticWalks(isOn: configuration.walks.record == .always)
    confined = Confined(State(automatic: automatic), on: queue)
  }

  // MARK: Start and end

  /// Starts the automatic recording, if it is configured.
  package func start() {
    confined.value.recorder = WalkRecorder { [self] outcome in
      queue.async { [self] in handle(outcome) }
    }
    guard confined.value.automatic.isOn else { return }
    confined.value.automatic.start(with: WalkDirectory.nextNumber(in: directory))
    beginAutomatic()
  }

  /// Carries out the order of a client, and answers.
  func handle(_ order: WalkOrder, _ answer: AnswerPromise) {
    switch order {
    case .start(let name, let time): start(name, at: time, answer)
    case .stop(let time): stop(at: time, answer)
    case .remove(let name): remove(name, answer)
    case .list: list(answer)
    }
  }

  /// Starts a requested walk, and answers with its path or the reason for a refusal.
  private func start(_ name: WalkName, at time: Timestamp?, _ answer: AnswerPromise) {
    dispatchPrecondition(condition: .onQueue(queue))
    if let current = confined.value.current, current.isRequested {
      return answer.refuse("the walk \(current.name) is being recorded; stop it first")
    }
    end("another", at: time)
    let path = "\(directory)/\(name.text)"
    begin(name.text, isRequested: true) { error in
      switch error {
      case nil: answer.give { Self.fields(path) }
      case let error? where error.code == EEXIST:
        answer.refuse("there is a walk \(name.text) already; give another name")
      case let error?: answer.refuse("\(error)")
      }
    }
  }

  /// Ends the requested walk, and answers with its path and the number of its reports.
  private func stop(at time: Timestamp?, _ answer: AnswerPromise) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let current = confined.value.current, current.isRequested else {
      let automatic = confined.value.current.map {
        "no walk was started by hand; \($0.name) goes on, by record = \"always\" in [walks]"
      }
      return answer.refuse(automatic ?? "no walk is being recorded")
    }
    let path = "\(directory)/\(current.name)"
    end("asked", at: time) { result in
      switch result {
      case .success(let reports): answer.give { Self.fields(path, reports: reports) }
      case .failure(let error):
        answer.refuse("\(error); the walk \(current.name) lacks its last line")
      }
    }
    if confined.value.automatic.isOn { beginAutomatic() }
  }

  /// Removes a walk that is not being recorded, and answers when that is done.
  ///
  /// The recorder's queue removes it, after it has completed a walk that has just ended.
  private func remove(_ name: String, _ answer: AnswerPromise) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard name != confined.value.current?.name else {
      return answer.refuse("the walk \(name) is being recorded; end it first")
    }
    confined.value.recorder?.remove(name, in: directory) { problem in
      guard let problem else { return answer.give() }
      answer.refuse(problem.description)
    }
  }

  /// Answers with the folder of the walks, and the walk that is recorded.
  private func list(_ answer: AnswerPromise) {
    dispatchPrecondition(condition: .onQueue(queue))
    let (folder, name) = (Path.resolved(directory), confined.value.current?.name)
    answer.give {
      var walks = WalkAnswer()
      (walks.folder, walks.recording) = (folder, name)
      return walks.json
    }
  }

  private static func fields(_ path: String, reports: Int? = nil) -> JSONLine {
    var answer = WalkAnswer()
    (answer.path, answer.reports) = (path, reports)
    return answer.json
  }

  /// Ends the recording with the controller, without waiting for a card that hangs.
  package func finish(at time: Timestamp?) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    end("stopped", at: time)
    confined.value.recorder?.finish(within: 1)
  }

  // MARK: Lines

  /// Records one of gpsd's lines before the session receives it.
  ///
  /// Lines that do not look like reports are left out: they have no effect, and would damage the
  /// format of the file.
  package func add(report bytes: [UInt8], at time: @autoclosure () -> Timestamp?) {
    guard !confined.value.isIdle else { return }
    if confined.value.automatic.isRetryDue(at: MonotonicClock.now) { beginAutomatic() }
    guard bytes.first == UInt8(ascii: "{"), isRecording else { return }
    endIfFull(before: bytes.count, at: time())
    guard isRecording else { return }
    confined.value.current?.bytes += bytes.count + 1
    confined.value.recorder?.add(report: bytes)
  }

  /// Ends the walk when it has no room for this many further bytes.
  private func endIfFull(before bytes: Int, at time: @autoclosure () -> Timestamp?) {
    guard let current = confined.value.current else { return }
    let limit = current.isRequested ? size : size / Self.pieces
    guard current.bytes + bytes >= limit else { return }
    end("size", at: time())
    if current.isRequested {
      Log.write(
        .warning,
        "the walk \(current.name) has reached \(size) bytes and ends; raise size in [walks]")
    }
    if confined.value.automatic.isOn { beginAutomatic() }
  }

  /// Records an entry.
  package func add(_ entry: @autoclosure () -> WalkEntry) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    confined.value.current?.bytes += 200
    confined.value.recorder?.add(entry())
  }

  /// Records that other regions are watched.
  package func add(
    regions: @autoclosure () -> [Region], at instant: Instant, time: @autoclosure () -> Timestamp?
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    let name = confined.value.current?.name
    endIfFull(before: 0, at: time())
    // A walk that has just begun begins with these regions.
    guard isRecording, confined.value.current?.name == name else { return }
    confined.value.recorder?.add(regions: regions(), at: instant)
  }

  // MARK: Walks

  private func begin(
    _ name: String, isRequested: Bool,
    _ begun: @escaping @Sendable (SystemError?) -> Void = { _ in }
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    let (start, regions, configuration) = snapshot(name)
    confined.value.current = Current(name: name, isRequested: isRequested)
    confined.value.automatic.walkBegins()
    confined.value.recorder?.begin(
      start, in: directory, regions: regions, configuration: configuration,
      keeping: isRequested ? nil : size, begun)
  }

  private func beginAutomatic() {
    dispatchPrecondition(condition: .onQueue(queue))
    begin(confined.value.automatic.nextName().text, isRequested: false)
  }

  private func end(
    _ reason: String, at time: Timestamp?,
    _ ended: @escaping @Sendable (Result<Int, SystemError>) -> Void = { _ in }
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard isRecording else { return }
    confined.value.current = nil
    confined.value.recorder?.end(reason, at: time, ended)
  }

  private func handle(_ outcome: WalkRecorder.Report) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch outcome {
    case .failed(let name, let error):
      Log.write(.error, "the walk \(name) cannot be recorded: \(error)")
      guard confined.value.current?.name == name else { return }
      confined.value.current = nil
      guard confined.value.automatic.isOn else { return }
      if WalkName.number(of: name) == nil { return beginAutomatic() }
      confined.value.automatic.fail(at: MonotonicClock.now)
    case .interrupted(let name, let error):
      Log.write(.error, "the walk \(name) cannot be written: \(error); trying again")
    case .grew(let name, let bytes):
      if confined.value.current?.name == name { confined.value.current?.bytes += bytes }
    case .goesOn(let name, let missing):
      let words = missing.counted("line is", "lines are")
      Log.write(.warning, "the walk \(name) is written again; \(words) missing")
    }
  }
}
