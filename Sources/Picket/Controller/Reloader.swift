internal import Base
import Dispatch
internal import Geofence
internal import Records
internal import RegionFiles

/// Reads the configuration and the regions again, on another thread, so that nothing is delayed.
final class Reloader: Sendable {
  /// The sender of a request to read the files again.
  enum Requester: Sendable {
    /// The sender of a SIGHUP, such as the service manager.
    case signal
    /// A client, with the lock of the file that it replaces.
    case client(FilesRequest, AnswerPromise, FileLock?)

    /// The answer to a client.
    var answer: AnswerPromise? {
      if case .client(_, let answer, _) = self { answer } else { nil }
    }

    /// Whether it is the sender of a signal.
    var isSignal: Bool {
      if case .signal = self { true } else { false }
    }

    /// Whether it requests a reload of this file of regions.
    func means(_ file: String) -> Bool {
      switch self {
      case .signal: true
      case .client(.reload(let meant), _, _): meant.map { $0 == file } ?? true
      // For an edit, this was checked when the file was written.
      case .client(.edit, _, _), .client(.fleet, _, _): true
      case .client(.document, _, _): false
      }
    }

    /// Whether it has a separate reading.
    var isAlone: Bool {
      switch self {
      case .signal, .client(.reload, _, _): false
      case .client: true
      }
    }
  }

  /// The regions that are watched.
  struct Watched: Sendable {
    /// The path of the regions' file.
    let file: String
    /// The version of the fleet's update among them; `nil` without a fleet.
    let fleet: FleetVersion?
    /// The regions of anchors, which are in no file.
    let anchors: [Region]

    /// The regions of a session.
    init(_ session: borrowing Session) {
      file = session.files.regions
      fleet = session.files.fleet?.version
      anchors = session.anchors.regions
    }
  }

  private let queue: DispatchQueue
  private let fleetFile: String?
  private let read: Reading
  private let locks = ReloadLocks()

  /// What only the queue may reach.
  private struct State {
    var waiting = ReloadQueue<Requester>(isAlone: \.isAlone)
    var watched: (@Sendable () -> Watched)?
    var adopt: @Sendable (ReloadedFiles, Bool) -> Int = { _, _ in 0 }
    var report: @Sendable (Lateness) -> Void = { _ in }
    var late = LateReading()
    // The answers that the present reading gives.
    var answers: [AnswerPromise] = []
  }

  private let confined: Confined<State>

  /// Reads the configuration and the regions.
  typealias Reading = @Sendable (RegionsSource) -> Result<Settings, Problems>

  /// Creates a reloader that reads nothing until `reload`.
  ///
  /// - Parameters:
  ///   - queue: The queue of its owner.
  ///   - fleetFile: The path for the regions of a fleet; `nil` where only one file is watched.
  ///   - read: Called on another thread.
  init(queue: DispatchQueue, fleetFile: String?, _ read: @escaping Reading) {
    (self.queue, self.fleetFile) = (queue, fleetFile)
    confined = Confined(State(), on: queue)
    self.read = read
  }

  /// Prepares for reloads.
  ///
  /// - Parameters:
  ///   - watched: Called on the queue for the regions that are watched.
  ///   - report: Called on the queue when a reading takes too long, and when it ends after that.
  ///   - adopt: Called on the queue with the files and whether they are to be used; returns the
  ///     number of regions that are watched then.
  func start(
    watched: @escaping @Sendable () -> Watched,
    report: @escaping @Sendable (Lateness) -> Void,
    adopt: @escaping @Sendable (_ files: ReloadedFiles, _ isRequested: Bool) -> Int
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.watched = watched
    confined.value.report = report
    confined.value.adopt = adopt
  }

  /// Reads the files again after a signal; the reading begins after this call.
  func reload() {
    dispatchPrecondition(condition: .onQueue(queue))
    add(.signal)
  }

  /// Reads the files again for a client; the reading begins after this call.
  func reload(for request: FilesRequest, _ answer: AnswerPromise) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard request.writes, confined.value.late.fault == nil else {
      return add(.client(request, answer, nil))
    }
    locks.acquire(for: request) { [self] result in
      switch result {
      case .success(let lock): queue.async { [self] in add(.client(request, answer, lock)) }
      case .failure(let error): answer.give { request.line(error) }
      }
    }
  }

  private func add(_ requester: Requester) {
    dispatchPrecondition(condition: .onQueue(queue))
    if let fault = confined.value.late.fault, let answer = requester.answer {
      return answer.refuse(fault, .busy)
    }
    confined.value.waiting.add(requester)
    beginReading()
  }

  /// The problem of a reading that does not end; `nil` without one.
  var fault: String? {
    dispatchPrecondition(condition: .onQueue(queue))
    return confined.value.late.fault
  }

  private func beginReading() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let watched = confined.value.watched, let requesters = confined.value.waiting.begin()
    else { return }
    if requesters.contains(where: \.isSignal) {
      Systemd.notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds)")
    }
    watchOver(requesters)
    let work: @Sendable () -> Void = { [self, watched = watched()] in
      readAgain(watched: watched, for: requesters)
    }
    do throws(SystemError) {
      try OwnThread.start(.ordinary, work)
    } catch {
      DispatchQueue.global().async(execute: work)
    }
  }

  /// Answers the requesters of a reading that takes too long, as on a network disk that hangs.
  private func watchOver(_ requesters: [Requester]) {
    let number = confined.value.late.begin()
    confined.value.answers = requesters.compactMap(\.answer)
    // It outlives the reading, so it must hold no requester: these have locks and connections.
    queue.asyncAfter(deadline: .now() + LateReading.limit) { [self] in
      guard let fault = confined.value.late.limitReached(of: number) else { return }
      for answer in confined.value.answers { answer.refuse(fault, .busy) }
      confined.value.answers = []
      // The sender of a signal gets no answer: its reading follows when the disk answers.
      for requester in confined.value.waiting.removeAll() { add(requester) }
      confined.value.report(.begun(fault))
    }
  }

  private func readAgain(watched: Watched, for requesters: [Requester]) {
    switch requesters.first {
    case .client(.document(let first, let path), let answer, _)?:
      RegionsPage(from: first, path: path).give(to: answer)
    case .client(.edit(let editing), let answer, let lock)?:
      switch editing.carryOut(lock, read) {
      case .answered(let line): answer.give { line }
      case .written(let settings, let change):
        adopt(
          ReloadedFiles(.success(settings), watched: watched.file, anchors: watched.anchors),
          requesters, change)
      }
    default:
      // Nothing else may hold the settings: their memory is given back below.
      adopt(
        ReloadedFiles(
          read(for: requesters, watched), watched: watched.file, anchors: watched.anchors),
        requesters)
    }
    // This includes the memory that the reading needed.
    Heap.giveBack()
    queue.async { [self] in
      confined.value.answers = []
      if confined.value.late.end() { confined.value.report(.ended) }
      confined.value.waiting.end()
      beginReading()
    }
  }

  /// Lets the owner use the files, and frees the regions that it used before.
  private func adopt(
    _ files: ReloadedFiles, _ requesters: [Requester], _ change: ChangeAnswer = ChangeAnswer()
  ) {
    let adopted = DispatchSemaphore(value: 0)
    queue.async { [self] in
      handOver(files, to: requesters, change)
      adopted.signal()
    }
    adopted.wait()
    // These are the regions that were watched before.
    files.clear()
  }

  private func read(
    for requesters: [Requester], _ watched: Watched
  ) -> Result<Settings, Problems> {
    guard case .client(.fleet(let update, let path), _, let lock?)? = requesters.first else {
      return read(.files(fleet: fleetFile))
    }
    return apply(update, after: watched.fleet, path: path, lock)
  }

  /// Reads an update of the fleet's regions and writes it to their path if it has no errors.
  private func apply(
    _ update: FleetUpdate, after present: FleetVersion?, path: String, _ lock: FileLock
  ) -> Result<Settings, Problems> {
    do throws(Problem) {
      // Another update may have arrived since the request was accepted.
      if let reason = update.version.refusal(after: present) {
        throw Problem(file: update.file, wrong: reason)
      }
      let text = try update.text()
      let result = read(.update(text, path: path))
      guard case .success = result else { return result }
      do throws(SystemError) {
        try FleetFile.write(text.stamped, to: path, lock: lock)
      } catch {
        throw Problem(file: path, wrong: "\(error)", remedy: "nothing was changed; send it again")
      }
      return result
    } catch {
      return .failure(Problems([error]))
    }
  }

  private func handOver(
    _ files: ReloadedFiles, to requesters: [Requester], _ change: ChangeAnswer
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    let count = confined.value.adopt(files, requesters.contains { $0.means(files.path) })
    for requester in requesters {
      switch requester {
      case .signal, .client(.document, _, _): break
      case .client(.edit, let answer, _):
        answer.give {
          var change = change
          change.watched = count
          return change.json
        }
      case .client(.reload(let file), let answer, _):
        let isRequested = file.map { $0 == files.path } ?? true
        answer.give { files.reply(isRequested: isRequested, watched: count).json }
      case .client(.fleet(let update, _), let answer, _):
        answer.give { files.reply(to: update, watched: count).json }
      }
    }
  }
}
