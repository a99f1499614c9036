import Base
import Dispatch
import Geofence
import Records
import RegionFiles

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

  /// What only the queue may reach.
  private struct State {
    var phase = Phase.idle
    // A manifest that arrived meanwhile.
    var next: Manifest?
    var newest: FleetVersion?
    // The update that failed last, and when: it is not fetched again at once.
    var failed: (version: FleetVersion, at: Instant)?
    var results: FleetResults
    var notices = RefusalLog()
    var wait = Wait()
  }

  private let confined: Confined<State>

  // The broker sends a retained manifest again with each connection.
  private static let failurePause = Duration.seconds(600)

  /// Creates an inbox that fetches nothing until `connected`.
  init(_ settings: LinkSettings, _ broker: Broker, on queue: DispatchQueue) {
    target = settings.group.map { .group($0) } ?? .board(settings.board)
    prefix = settings.prefix
    trustedKeys = settings.trustedKeys.compactMap { PublicKey($0) }
    store = UpdateStore(settings, on: queue)
    fetch = UpdateFetch(target, prefix: prefix, store, broker, on: queue)
    self.broker = broker
    self.queue = queue
    confined = Confined(
      State(newest: store.newest(), results: FleetResults(settings, broker)), on: queue)
  }

  // MARK: The broker

  /// Subscribes to its topics, after each new connection.
  func connected() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.results.forget()
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
      if let text = confined.value.notices.line(text, at: MonotonicClock.now) {
        Log.write(.notice, text)
      }
      return
    }
    do throws(Manifest.MessageMistake) {
      consider(try Manifest(bytes))
    } catch {
      confined.value.results.refused(nil, [error.reason])
    }
  }

  // MARK: Manifests

  private func consider(_ manifest: Manifest) {
    switch confined.value.phase {
    case .requesting, .applying:
      confined.value.next = manifest
      return
    case .fetching(let present):
      if present.version == manifest.version { return }
      // A forged manifest must not end an update that a trusted one has begun.
      if case .refused(let reason) = verdict(on: manifest, watched: present.version) {
        return confined.value.results.refused(manifest.version, [reason])
      }
      fetch.stop()
    case .idle: break
    }
    confined.value.phase = .requesting(manifest)
    store.findWatched { [self] answer in decide(manifest, answer) }
  }

  private func verdict(on manifest: Manifest, watched: FleetVersion?) -> FleetOffer.Verdict {
    FleetOffer(
      target: target, trustedKeys: trustedKeys, watched: watched, newest: confined.value.newest
    )
    .verdict(on: manifest)
  }

  private func decide(_ manifest: Manifest, _ answer: UpdateStore.Watched) {
    confined.value.phase = .idle
    if confined.value.next != nil { return considerNext() }
    switch answer {
    case .failure(let error):
      again(manifest, error) { [self] in
        guard case .idle = confined.value.phase, confined.value.next == nil else { return }
        consider(manifest)
      }
    case .success(let (watched, regions)):
      confined.value.wait = Wait()
      switch verdict(on: manifest, watched: watched) {
      case .refused(let reason): confined.value.results.refused(manifest.version, [reason])
      case .present:
        keep(manifest.version)
        confined.value.results.applied(manifest.version, regions: regions)
      case .fetch: begin(manifest)
      }
    }
  }

  /// Considers the manifest that arrived meanwhile, if there is one.
  private func considerNext() {
    guard let manifest = confined.value.next else { return }
    confined.value.next = nil
    consider(manifest)
  }

  /// Tries again after a wait of 1 s to 30 s, since the controller does not run or is busy.
  ///
  /// The wait grows each time. Only the first reason is logged.
  private func again(
    _ manifest: Manifest, _ error: ControlConnection.Unavailable,
    _ attempt: @escaping @Sendable () -> Void
  ) {
    if !confined.value.wait.isLogged {
      Log.write(.warning, "\(manifest.version.words) waits for the controller: \(error)")
    }
    confined.value.wait.isLogged = true
    queue.asyncAfter(
      deadline: .now() + confined.value.wait.backoff.next().inSeconds, execute: attempt)
  }

  // MARK: Updates

  private func begin(_ manifest: Manifest) {
    if let failed = confined.value.failed, failed.version == manifest.version,
      failed.at.duration(to: MonotonicClock.now) < Self.failurePause
    {
      return
    }
    confined.value.phase = .fetching(manifest)
    fetch.begin(manifest) { [self] end in fetched(manifest, end) }
  }

  private func fetched(_ manifest: Manifest, _ end: UpdateFetch.End) {
    switch end {
    case .complete:
      confined.value.phase = .applying(manifest)
      apply(manifest)
    case .failed(let reason): fail(manifest, [reason])
    case .notStored(let reason):
      switch confined.value.phase {
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
    guard case .applying(manifest) = confined.value.phase else { return }
    switch outcome {
    case .failure(let error):
      again(manifest, error) { [self] in
        guard case .applying(manifest) = confined.value.phase else { return }
        guard confined.value.next == nil else {
          // A newer manifest replaces this one.
          confined.value.phase = .idle
          store.drop()
          return considerNext()
        }
        apply(manifest)
      }
    case .success(let answer):
      confined.value.wait = Wait()
      confined.value.phase = .idle
      store.drop()
      guard answer.isApplied else { return fail(manifest, answer.messages) }
      keep(manifest.version)
      confined.value.failed = nil
      confined.value.results.applied(
        manifest.version, regions: answer.regions, messages: answer.messages)
      considerNext()
    }
  }

  /// Stores the newest update.
  private func keep(_ version: FleetVersion) {
    guard confined.value.newest != version else { return }
    confined.value.newest = version
    store.keep(version)
  }

  private func fail(_ manifest: Manifest, _ reasons: [String]) {
    confined.value.phase = .idle
    confined.value.failed = (manifest.version, MonotonicClock.now)
    confined.value.results.refused(manifest.version, reasons)
    considerNext()
  }
}
