import Dispatch
import Geofence
import Notation
import Records
import RegionFiles
import System

/// Receives manifests of regions of the fleet, and decides which updates the controller watches.
///
/// It must only be called on the queue that it is created with. No event waits for an update: the
/// store does its slow work on another queue.
final class FleetInbox: Sendable {
  private let target: FleetTarget
  private let prefix: String
  private let trustedKeys: [PublicKey]
  private let store: UpdateStore
  private let fetch: UpdateFetch
  private let broker: Broker
  private let queue: DispatchQueue

  /// The current step.
  private enum Phase: Sendable {
    /// Nothing, until the next manifest.
    case idle
    /// The controller is asked for its version.
    case requesting(Manifest)
    /// Parts are fetched.
    case fetching(Manifest)
    /// All parts have arrived, and the controller is to watch their regions.
    case applying(Manifest)
  }

  /// The wait for a controller that does not run, or is busy.
  private struct Wait: Sendable {
    /// Whether the reason is in the log.
    var isLogged = false
    var backoff = Backoff(from: .seconds(1), to: .seconds(30))
  }

  /// - Important: Must only be accessed on `queue`, as what follows.
  private nonisolated(unsafe) var phase = Phase.idle
  // A manifest that arrived meanwhile.
  private nonisolated(unsafe) var next: Manifest?
  private nonisolated(unsafe) var newest: FleetVersion?
  // The update that failed last, and when: it is not fetched again at once.
  private nonisolated(unsafe) var failed: (version: FleetVersion, at: Instant)?
  private nonisolated(unsafe) var results: FleetResults
  private nonisolated(unsafe) var notices = RefusalLog()
  private nonisolated(unsafe) var wait = Wait()

  // The broker sends a retained manifest again with each connection.
  private static let failurePause = Duration.seconds(600)

  /// Creates an inbox that fetches nothing until `connected`.
  init(_ settings: LinkSettings, _ broker: Broker, on queue: DispatchQueue) {
    target = settings.group.map { .group($0) } ?? .board(settings.board)
    prefix = settings.prefix
    trustedKeys = settings.trustedKeys.compactMap { PublicKey($0) }
    store = UpdateStore(settings, on: queue)
    fetch = UpdateFetch(target, prefix: prefix, store, broker, on: queue)
    results = FleetResults(settings, broker)
    self.broker = broker
    self.queue = queue
    newest = store.newest()
  }

  // MARK: The broker

  /// Subscribes to its topics, after each new connection.
  func connected() {
    dispatchPrecondition(condition: .onQueue(queue))
    results.forget()
    broker.subscribe(target.topic(prefix: prefix))
    fetch.connected()
  }

  /// Receives a message.
  ///
  /// - Returns: Whether the message was for this inbox.
  func receive(_ message: ReceivedMessage) -> Bool {
    dispatchPrecondition(condition: .onQueue(queue))
    if message.topic == target.topic(prefix: prefix) {
      receive(manifest: message.payload)
      return true
    }
    guard message.topic.hasPrefix("\(target.topic(prefix: prefix))/") else { return false }
    fetch.receive(message)
    return true
  }

  private func receive(manifest bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      let text =
        "the broker has no regions for \(target.source) any more; the board keeps its own"
      if let text = notices.line(text, at: MonotonicClock.now) { Log.write(.notice, text) }
      return
    }
    do throws(Manifest.Mistake) {
      consider(try Manifest(bytes))
    } catch {
      results.refused(nil, [error.reason])
    }
  }

  // MARK: Manifests

  private func consider(_ manifest: Manifest) {
    switch phase {
    case .requesting, .applying:
      next = manifest
      return
    case .fetching(let present):
      if present.version == manifest.version { return }
      // A forged manifest must not end an update that a trusted one has begun.
      if case .refused(let reason) = verdict(on: manifest, watched: present.version) {
        return results.refused(manifest.version, [reason])
      }
      fetch.stop()
    case .idle: break
    }
    phase = .requesting(manifest)
    store.findWatched { [self] answer in decide(manifest, answer) }
  }

  private func verdict(on manifest: Manifest, watched: FleetVersion?) -> FleetOffer.Verdict {
    FleetOffer(target: target, trustedKeys: trustedKeys, watched: watched, newest: newest)
      .verdict(on: manifest)
  }

  private func decide(_ manifest: Manifest, _ answer: UpdateStore.Watched) {
    phase = .idle
    if next != nil { return considerNext() }
    switch answer {
    case .failure(let error):
      again(manifest, error) { [self] in
        guard case .idle = phase, next == nil else { return }
        consider(manifest)
      }
    case .success(let (watched, regions)):
      wait = Wait()
      switch verdict(on: manifest, watched: watched) {
      case .refused(let reason): results.refused(manifest.version, [reason])
      case .present:
        keep(manifest.version)
        results.applied(manifest.version, regions: regions)
      case .fetch: begin(manifest)
      }
    }
  }

  /// Considers the manifest that arrived meanwhile, if there is one.
  private func considerNext() {
    guard let manifest = next else { return }
    next = nil
    consider(manifest)
  }

  /// Tries again after a wait of 1 s to 30 s, since the controller does not run or is busy.
  ///
  /// The wait grows each time. Only the first reason is logged.
  private func again(
    _ manifest: Manifest, _ error: ControlConnection.Unavailable,
    _ attempt: @escaping @Sendable () -> Void
  ) {
    if !wait.isLogged {
      Log.write(.warning, "\(manifest.version.words) waits for the controller: \(error)")
    }
    wait.isLogged = true
    queue.asyncAfter(deadline: .now() + wait.backoff.next().inSeconds, execute: attempt)
  }

  // MARK: Updates

  private func begin(_ manifest: Manifest) {
    if let failed, failed.version == manifest.version,
      failed.at.duration(to: MonotonicClock.now) < Self.failurePause
    {
      return
    }
    phase = .fetching(manifest)
    fetch.begin(manifest) { [self] end in fetched(manifest, end) }
  }

  private func fetched(_ manifest: Manifest, _ end: UpdateFetch.End) {
    switch end {
    case .complete:
      phase = .applying(manifest)
      apply(manifest)
    case .failed(let reason): fail(manifest, [reason])
    case .notStored(let reason):
      switch phase {
      case .fetching(manifest): fetch.stop()
      case .applying(manifest): store.drop()
      default: return
      }
      fail(manifest, [reason])
    }
  }

  private func apply(_ manifest: Manifest) {
    store.apply(manifest.version) { [self] outcome in finish(manifest, outcome) }
  }

  private func finish(_ manifest: Manifest, _ outcome: UpdateStore.Outcome) {
    // The update was given up meanwhile.
    guard case .applying(manifest) = phase else { return }
    switch outcome {
    case .failure(let error):
      again(manifest, error) { [self] in
        guard case .applying(manifest) = phase else { return }
        guard next == nil else {
          // A newer manifest replaces this one.
          phase = .idle
          store.drop()
          return considerNext()
        }
        apply(manifest)
      }
    case .success(let answer):
      wait = Wait()
      phase = .idle
      store.drop()
      guard answer.isApplied else { return fail(manifest, answer.messages) }
      keep(manifest.version)
      failed = nil
      results.applied(manifest.version, regions: answer.regions, messages: answer.messages)
      considerNext()
    }
  }

  /// Stores the newest update.
  private func keep(_ version: FleetVersion) {
    guard newest != version else { return }
    newest = version
    store.keep(version)
  }

  private func fail(_ manifest: Manifest, _ reasons: [String]) {
    phase = .idle
    failed = (manifest.version, MonotonicClock.now)
    results.refused(manifest.version, reasons)
    considerNext()
  }
}
