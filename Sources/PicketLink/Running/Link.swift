import Base
import Dispatch
import Geofence
import Glibc
import Records

/// The running link, which publishes the reports of the controller at the broker.
///
/// All values and handles belong to one serial queue. Threads of the broker's library only hand
/// messages over to it.
final class Link: Sendable {
  private let settings: LinkSettings
  private let address: BrokerSettings
  private let topics: Topics
  private let queue: DispatchQueue
  private let broker: Broker
  private let controller: ControllerWatch
  private let pump: EventPump
  private let log: LinkLog
  private let fleet: FleetInbox?
  private let orders: OrderInbox?
  private let startedAt = MonotonicClock.now

  /// What only the queue may reach.
  private struct State {
    var retained: RetainedState
    var refused = RefusedMessages()
    var positions: PositionThinning?
    var firstConnection: Timestamp?
    var controllerTime: ControllerTime?
    var isBrokerStarted = false
    var namesake = Namesake(
      nonce: String(UInt64.random(in: 0...UInt64.max), radix: 16), host: LinkSettings.hostName)
  }

  private let confined: Confined<State>

  /// The receiver's time, and when it was reported.
  private struct ControllerTime {
    let time: Timestamp
    let at: Instant
  }

  /// Creates a link that is not connected yet.
  ///
  /// - Parameters:
  ///   - address: The broker of the settings.
  ///   - cursor: The place behind the last event that the broker has.
  ///   - file: The file of that cursor.
  ///   - queue: The queue on which everything happens.
  init(
    _ settings: LinkSettings, at address: BrokerSettings, from cursor: Cursor,
    in file: CursorFile, on queue: DispatchQueue
  ) throws(SystemError) {
    self.settings = settings
    self.address = address
    self.queue = queue
    log = LinkLog(on: queue)
    topics = Topics(prefix: settings.prefix, board: settings.board)
    let state = State(
      retained: RetainedState(settings, topics),
      positions: settings.position.map(PositionThinning.init))
    confined = Confined(state, on: queue)
    broker = Broker(
      address, client: "picket-\(settings.board)",
      will: Message(topics.online, "offline", isRetained: true), on: queue)
    pump = try EventPump(settings, from: cursor, in: file, to: broker, log, on: queue)
    fleet = settings.regions ? FleetInbox(settings, broker, on: queue) : nil
    orders = settings.orders.isEmpty ? nil : OrderInbox(settings, broker, on: queue)
    controller = ControllerWatch(
      settings.controller, watchesFixes: settings.position != nil, on: queue)
  }

  /// Starts the link.
  func start() {
    queue.async { [self] in
      pump.readHistory { confined.value.retained.regions.apply($0.fields) }
      Heap.giveBack()
      pump.start()
      controller.start { [self] news in handle(news) }
      startBroker()
      pump.turn()
    }
  }

  /// Ends the connection to the broker and writes the cursor, or gives up after a time.
  func finish(within seconds: Double) {
    queue.finish(within: seconds) { [self] in
      if settings.ownTracks, let first = confined.value.firstConnection {
        broker.publish(OwnTracks(topics).gone(connected: first))
      }
      broker.end()
      pump.finish()
    }
    // Messages on their way to the broker leave on another thread.
    usleep(200_000)
  }

  /// The state for `picket-link status`; called on the queue.
  var report: LinkReport {
    LinkReport(
      broker: address, topics: topics, health: log.health, events: pump.events,
      controller: confined.value.retained.status,
      uptime: startedAt.duration(to: MonotonicClock.now), now: MonotonicClock.now)
  }

  // MARK: The broker

  /// Starts to connect, once the time for checking the broker's certificate is known.
  private func startBroker() {
    guard !confined.value.isBrokerStarted else { return }
    guard
      !address.isSecure || Clock.isPlausible(SystemClock.now)
        || confined.value.controllerTime != nil
    else {
      log.waitsForClock()
      queue.asyncAfter(deadline: .now() + 5) { [self] in
        controller.request()
        startBroker()
      }
      return
    }
    confined.value.isBrokerStarted = true
    broker.start(time: { [self] in certificateTime }) { [self] news in handle(news) }
  }

  /// The time by which certificates are checked; `nil` for that of the system, if it is plausible.
  private var certificateTime: Timestamp? {
    guard !Clock.isPlausible(SystemClock.now), let known = confined.value.controllerTime else {
      return nil
    }
    return known.time.advanced(by: known.at.duration(to: MonotonicClock.now))
  }

  private func handle(_ news: Broker.News) {
    switch news {
    case .connected:
      if confined.value.firstConnection == nil { confined.value.firstConnection = SystemClock.now }
      log.connected(to: address.host)
      pump.connect()
      publish(Message(topics.online, "online", isRetained: true))
      confined.value.namesake.connected(at: MonotonicClock.now)
      broker.subscribe(topics.session)
      // An access list of an earlier release has no such topic.
      broker.publish(confined.value.namesake.message(topics))
      confined.value.retained.forget()
      confined.value.refused.connected()
      for topic in confined.value.retained.keptTopics { broker.subscribe(topic) }
      fleet?.connected()
      orders?.connected()
      if settings.ownTracks { publish(OwnTracks(topics).card) }
      publishRetained()
      pump.turn()
    case .limited(let limits):
      pump.disconnect()
      log.limited(limits)
    case .disconnected(let trouble, let wait):
      pump.disconnect()
      log.disconnected(trouble, again: wait)
      if let sign = confined.value.namesake.disconnected(at: MonotonicClock.now) {
        log.namesake(sign)
      }
    case .unsubscribed(topics.session, _): break
    case .unsubscribed(let topic, let reason):
      Log.write(.warning, "\(topic) cannot be subscribed to: \(reason); correct the broker's ACL")
    case .message(let message): handle(message)
    }
  }

  private func handle(_ message: ReceivedMessage) {
    guard message.topic != topics.session else {
      return confined.value.namesake.read(message).map(log.namesake) ?? ()
    }
    if fleet?.receive(message) ?? false || orders?.receive(message) ?? false { return }
    if confined.value.retained.note(message) { publishRetained() }
  }

  private func publish(_ message: Message) {
    broker.publish(message) { [self] publication in
      log.ended(publication, of: message.topic)
      guard let wait = confined.value.refused.note(publication, of: message) else { return }
      queue.asyncAfter(deadline: .now() + wait.inSeconds) { [self] in
        for message in confined.value.refused.popAll() { publish(message) }
      }
    }
  }

  private func publishRetained() {
    guard log.health.isConnected else { return }
    for message in confined.value.retained.messages() { publish(message) }
  }

  // MARK: The controller

  private func handle(_ news: ControllerWatch.News) {
    switch news {
    case .answers: log.controllerAnswers()
    case .silent(let reason):
      log.controllerIsSilent(reason)
      confined.value.retained.apply(BoardStatus.silent("no picket answers"))
      publishRetained()
    case .status(let status, let time):
      if let time {
        confined.value.controllerTime = ControllerTime(time: time, at: MonotonicClock.now)
        startBroker()
      }
      confined.value.retained.apply(status)
      publishRetained()
    case .regions(let answer):
      confined.value.retained.regions.apply(answer, at: MonotonicClock.now)
      controller.request(at: confined.value.retained.regions.deadline)
      publishRetained()
    case .event(let fields):
      confined.value.retained.regions.apply(fields)
      confined.value.positions?.noteEvent()
      publishRetained()
    case .position(let position): publish(position)
    }
  }

  private func publish(_ position: Position) {
    let now = MonotonicClock.now
    guard log.health.isConnected,
      confined.value.positions?.publishes(position.coordinate, at: now) == true
    else { return }
    publish(position.message(topics))
    guard settings.ownTracks else { return }
    publish(
      OwnTracks(topics).location(
        position, inside: confined.value.retained.regions.inside,
        now: position.time ?? SystemClock.now))
  }
}

/// The state of a board's clock.
enum Clock {
  /// Whether a time can be now: not before this program was written.
  ///
  /// A board without a battery for its clock starts in 1970, or where it was switched off.
  static func isPlausible(_ time: Timestamp) -> Bool { time >= written }

  // 2026-06-01T00:00:00Z
  private static let written = Timestamp(nanoseconds: 1_780_272_000_000_000_000)
}
