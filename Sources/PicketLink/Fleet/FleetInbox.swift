import Dispatch
import Geofence
import Notation
import Records
import RegionFiles
import System

/// Fetches the regions of the fleet from the broker, and has the controller watch them.
///
/// Its owner calls it on the queue that it is created with. What may take long (the disk, the hash,
/// the controller) is done on a queue of its own, so that no event waits for an update.
final class FleetInbox: Sendable {
  private let target: FleetTarget
  private let prefix: String
  private let board: String
  private let resultTopic: String
  private let folder: String
  private let trustedKeys: [PublicKey]
  private let controller: FleetController
  private let newestFile: NewestUpdate
  private let broker: Broker
  private let queue: DispatchQueue
  private let work = DispatchQueue(label: "picket-link.fleet")

  /// The present step.
  private enum Phase: Sendable {
    /// Nothing, until the next manifest.
    case idle
    /// The controller is asked for its version.
    case asking(Manifest)
    /// Parts are fetched.
    case fetching(Assembly)
    /// All parts are there, and the controller is to watch them.
    case applying(Manifest)
  }

  /// - Important: Must only be accessed on `queue`, as what follows.
  private nonisolated(unsafe) var phase = Phase.idle
  // A manifest that came meanwhile.
  private nonisolated(unsafe) var next: Manifest?
  private nonisolated(unsafe) var newest: FleetVersion?
  // The update that failed last, and when: it is not fetched again at once.
  private nonisolated(unsafe) var failed: (version: FleetVersion, at: Instant)?
  private nonisolated(unsafe) var lastResult: FleetResult?
  private nonisolated(unsafe) var isCheckDue = false
  private nonisolated(unsafe) var isWaiting = false
  private nonisolated(unsafe) var backoff = Backoff(from: .seconds(1), to: .seconds(30))

  /// - Important: Must only be accessed on `work`.
  private nonisolated(unsafe) var file: UpdateFile?

  /// Creates an inbox that fetches nothing until `connected`.
  init(_ settings: LinkSettings, _ broker: Broker, on queue: DispatchQueue) {
    let topics = Topics(prefix: settings.prefix, board: settings.board)
    target = settings.group.map { .group($0) } ?? .board(settings.board)
    prefix = settings.prefix
    board = settings.board
    resultTopic = topics.regionsResult
    folder = settings.directory
    trustedKeys = settings.trustedKeys.compactMap { PublicKey($0) }
    controller = FleetController(socket: settings.controller.socketPath)
    newestFile = NewestUpdate(in: settings.directory)
    self.broker = broker
    self.queue = queue
    let (version, notice) = newestFile.read()
    newest = version
    if let notice { Log.write(.warning, notice) }
  }

  // MARK: The broker

  /// Subscribes to what it needs, after each new connection.
  func connected() {
    dispatchPrecondition(condition: .onQueue(queue))
    lastResult = nil
    broker.subscribe(target.topic(prefix: prefix))
    guard case .fetching(var assembly) = phase else { return }
    assembly.wait(from: MonotonicClock.now)
    phase = .fetching(assembly)
    broker.subscribe(parts(of: assembly.manifest))
  }

  /// Receives a message.
  ///
  /// - Returns: Whether it was one for this inbox.
  func receive(_ message: ReceivedMessage) -> Bool {
    dispatchPrecondition(condition: .onQueue(queue))
    if message.topic == target.topic(prefix: prefix) {
      receive(manifest: message.payload)
      return true
    }
    guard message.topic.hasPrefix("\(target.topic(prefix: prefix))/") else { return false }
    receive(part: message)
    return true
  }

  private func receive(manifest bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      return Log.write(
        .notice, "the broker has no regions for \(target.source) any more; the board keeps its own")
    }
    do throws(Manifest.Mistake) {
      consider(try Manifest(bytes))
    } catch {
      refuse(nil, [error.reason])
    }
  }

  private func receive(part message: ReceivedMessage) {
    guard case .fetching(var assembly) = phase,
      let part = target.part(
        of: message.topic, prefix: prefix, version: assembly.manifest.version.number)
    else { return }
    let outcome = assembly.receive(
      part: part, count: message.payload.count, at: MonotonicClock.now)
    phase = .fetching(assembly)
    switch outcome {
    case .skip: break
    case .refused(let reason): Log.write(.warning, reason)
    case .write(let place): write(message.payload, at: place, of: assembly)
    }
  }

  // MARK: Manifests

  private func consider(_ manifest: Manifest) {
    switch phase {
    case .asking, .applying:
      next = manifest
      return
    case .fetching(let assembly):
      if assembly.manifest.version == manifest.version { return }
      // A forged manifest must not end an update that a trusted one has begun.
      let offer = FleetOffer(
        target: target, trustedKeys: trustedKeys, watched: assembly.manifest.version,
        newest: newest)
      if case .refused(let reason) = offer.verdict(on: manifest) {
        return refuse(manifest.version, [reason])
      }
      stopFetching(assembly.manifest)
    case .idle: break
    }
    phase = .asking(manifest)
    work.async { [self] in
      let answer = Result { () throws(ControlConnection.Unavailable) in try controller.watched() }
      queue.async { [self] in decide(manifest, answer) }
    }
  }

  private func decide(
    _ manifest: Manifest,
    _ answer: Result<(version: FleetVersion?, regions: Int?), ControlConnection.Unavailable>
  ) {
    phase = .idle
    if let next { return considerNext(next) }
    switch answer {
    case .failure(let error): tryLater(manifest, error)
    case .success(let (watched, regions)):
      reached()
      let offer = FleetOffer(
        target: target, trustedKeys: trustedKeys, watched: watched, newest: newest)
      switch offer.verdict(on: manifest) {
      case .refused(let reason): refuse(manifest.version, [reason])
      case .present:
        keep(manifest.version)
        publish(
          FleetResult(
            board: board, version: manifest.version, isApplied: true, regions: regions))
      case .fetch: fetch(manifest)
      }
    }
  }

  private func considerNext(_ manifest: Manifest) {
    next = nil
    consider(manifest)
  }

  /// The controller does not run, or is busy: the manifest waits.
  private func tryLater(_ manifest: Manifest, _ error: ControlConnection.Unavailable) {
    again("\(manifest.version.words) waits for the controller: \(error)") { [self] in
      guard case .idle = phase, next == nil else { return }
      consider(manifest)
    }
  }

  /// Does something once more after a while, which grows from 1 s to 30 s; the first time it is logged
  /// why.
  private func again(_ reason: String, _ attempt: @escaping @Sendable () -> Void) {
    if !isWaiting { Log.write(.warning, reason) }
    isWaiting = true
    queue.asyncAfter(deadline: .now() + backoff.next().inSeconds, execute: attempt)
  }

  private func reached() {
    isWaiting = false
    backoff.reset()
  }

  // MARK: Parts

  private func fetch(_ manifest: Manifest) {
    let now = MonotonicClock.now
    if let failed, failed.version == manifest.version,
      failed.at.duration(to: now) < Self.failurePause
    {
      return
    }
    Log.write(
      .notice,
      "fetching \(manifest.version.words): \(manifest.bytes) bytes in "
        + manifest.parts.counted("part"))
    phase = .fetching(Assembly(manifest, at: now))
    work.async { [self, folder, controller] in
      do throws(SystemError) {
        // The one before is removed first: it has the same name.
        file = nil
        file = try UpdateFile(in: folder, readableBy: controller.socket)
      } catch {
        queue.async { [self] in cannotStore(manifest, error) }
      }
    }
    broker.subscribe(parts(of: manifest))
    checkLater()
  }

  private func write(_ bytes: [UInt8], at place: Int, of assembly: Assembly) {
    let manifest = assembly.manifest
    work.async { [self] in
      do throws(SystemError) {
        try file?.write(bytes, at: place)
      } catch {
        queue.async { [self] in cannotStore(manifest, error) }
      }
    }
    guard assembly.isComplete else { return }
    phase = .applying(manifest)
    broker.unsubscribe(parts(of: manifest))
    apply(manifest)
  }

  private func cannotStore(_ manifest: Manifest, _ error: SystemError) {
    switch phase {
    case .fetching(let assembly) where assembly.manifest == manifest: stopFetching(manifest)
    case .applying(manifest): break
    default: return
    }
    fail(manifest, ["\(error); make room in \(folder)"])
  }

  private func stopFetching(_ manifest: Manifest) {
    broker.unsubscribe(parts(of: manifest))
    phase = .idle
    work.async { [self] in file = nil }
  }

  /// Gives an update up whose parts do not come.
  private func checkLater() {
    guard !isCheckDue else { return }
    isCheckDue = true
    queue.asyncAfter(deadline: .now() + Self.pause) { [self] in
      isCheckDue = false
      guard case .fetching(let assembly) = phase else { return }
      guard assembly.deadline <= MonotonicClock.now else { return checkLater() }
      stopFetching(assembly.manifest)
      fail(assembly.manifest, ["\(assembly.missingWords); publish it again"])
    }
  }

  private func parts(of manifest: Manifest) -> String {
    target.topic(prefix: prefix, version: manifest.version.number, part: "+")
  }

  // MARK: The controller

  private func apply(_ manifest: Manifest) {
    work.async { [self] in
      let outcome = outcome(of: manifest)
      queue.async { [self] in finish(manifest, outcome) }
    }
  }

  /// Checks the file, and has the controller watch it; on the work queue.
  private func outcome(
    of manifest: Manifest
  ) -> Result<FleetController.Answer, ControlConnection.Unavailable> {
    guard let file else {
      return .success(.init(isApplied: false, messages: ["its file could not be written"]))
    }
    do throws(SystemError) {
      let hash = try file.hash()
      guard hash == manifest.version.sha256 else {
        return .success(
          .init(
            isApplied: false,
            messages: [
              "the parts have the SHA-256 \(hash), and \(manifest.version.sha256) was announced; "
                + "publish it again"
            ]))
      }
    } catch {
      return .success(.init(isApplied: false, messages: ["\(error)"]))
    }
    return Result { () throws(ControlConnection.Unavailable) in
      try controller.apply(manifest.version, file: file.path)
    }
  }

  private func finish(
    _ manifest: Manifest, _ outcome: Result<FleetController.Answer, ControlConnection.Unavailable>
  ) {
    // It was given up meanwhile.
    guard case .applying(manifest) = phase else { return }
    switch outcome {
    case .failure(let error):
      again("\(manifest.version.words) waits for the controller: \(error)") { [self] in
        guard case .applying(manifest) = phase else { return }
        // A newer one takes its place.
        if let next {
          phase = .idle
          return considerNext(next)
        }
        apply(manifest)
      }
      return
    case .success(let answer):
      reached()
      phase = .idle
      work.async { [self] in file = nil }
      guard answer.isApplied else { return fail(manifest, answer.messages) }
      keep(manifest.version)
      failed = nil
      publish(
        FleetResult(
          board: board, version: manifest.version, isApplied: true, regions: answer.regions,
          messages: answer.messages))
    }
    if let next { considerNext(next) }
  }

  /// Remembers the newest update.
  private func keep(_ version: FleetVersion) {
    guard newest != version else { return }
    newest = version
    work.async { [newestFile] in
      do throws(SystemError) {
        try newestFile.write(version)
      } catch {
        Log.write(.error, "\(error); the controller alone knows that it has \(version.words)")
      }
    }
  }

  // MARK: Results

  private func fail(_ manifest: Manifest, _ reasons: [String]) {
    phase = .idle
    failed = (manifest.version, MonotonicClock.now)
    refuse(manifest.version, reasons)
    if let next { considerNext(next) }
  }

  private func refuse(_ version: FleetVersion?, _ reasons: [String]) {
    publish(
      FleetResult(board: board, version: version, isApplied: false, messages: reasons))
  }

  /// Publishes a result, unless it is the last one once more.
  private func publish(_ result: FleetResult) {
    guard result != lastResult else { return }
    lastResult = result
    let words = result.version?.words ?? "a manifest"
    Log.write(
      result.isApplied ? .notice : .error,
      result.isApplied ? "applied \(words)" : "the running regions are kept; refused \(words)")
    for message in result.messages.prefix(Self.mostLines) {
      Log.write(result.isApplied ? .warning : .error, message)
    }
    broker.publish(Message(resultTopic, result.text, isRetained: true))
  }

  // In seconds: between two checks whether parts still come.
  private static let pause = 30.0

  // The broker sends a retained manifest anew with each connection.
  private static let failurePause = Duration.seconds(600)

  private static let mostLines = 20
}
