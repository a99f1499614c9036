import Dispatch
import Geofence
import Glibc
import Notation
import Records
import System

/// The running link, which publishes the reports of the controller at the broker.
///
/// All values and handles belong to one serial queue. Threads of the broker's library only hand
/// messages over to it.
final class Link: Sendable {
  private let settings: LinkSettings
  private let topics: Topics
  private let queue: DispatchQueue
  private let broker: Broker
  private let feed: ControlFeed
  private let pump: EventPump
  private let log: LinkLog
  private let fleet: FleetInbox?
  private let orders: OrderInbox?
  private let startedAt = MonotonicClock.now

  /// What only the queue may reach.
  private struct State {
    var retained: RetainedState
    var positions: PositionThinning?
    var isRequestPlanned = false
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
  ///   - cursor: The place behind the last event that the broker has.
  ///   - file: The file of that cursor.
  ///   - queue: The queue on which everything happens.
  init(
    _ settings: LinkSettings, from cursor: Cursor, in file: CursorFile, on queue: DispatchQueue
  ) throws(SystemError) {
    self.settings = settings
    self.queue = queue
    log = LinkLog(on: queue)
    topics = Topics(prefix: settings.prefix, board: settings.board)
    broker = Broker(
      settings.broker, client: "picket-\(settings.board)",
      will: Message(topics.online, "offline", isRetained: true), on: queue)
    pump = try EventPump(settings, from: cursor, in: file, to: broker, log, on: queue)
    fleet = settings.regions ? FleetInbox(settings, broker, on: queue) : nil
    orders = settings.orders.isEmpty ? nil : OrderInbox(settings, broker, on: queue)
    feed = ControlFeed(
      path: settings.controller.socketPath, watchesFixes: settings.position != nil, on: queue)
    let state = State(
      retained: RetainedState(settings, topics),
      positions: settings.position.map(PositionThinning.init))
    confined = Confined(state, on: queue)
  }

  /// Starts the link.
  func start() {
    queue.async { [self] in
      pump.readHistory { confined.value.retained.regions.apply($0.fields) }
      Heap.giveBack()
      pump.start()
      feed.start { [self] news in handle(news) }
      requestEveryMinute()
      startBroker()
      pump.turn()
    }
  }

  /// Ends the connection to the broker and writes the cursor, or gives up after a time.
  func finish(within seconds: Double) {
    queue.finish(within: seconds) { [self] in
      if settings.ownTracks, let firstConnection = confined.value.firstConnection {
        broker.publish(OwnTracks(topics).gone(connected: firstConnection))
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
      settings: settings, topics: topics, health: log.health, events: pump.events,
      controller: confined.value.retained.status,
      uptime: startedAt.duration(to: MonotonicClock.now),
      now: MonotonicClock.now)
  }

  // MARK: The broker

  /// Starts to connect, once the time for checking the broker's certificate is known.
  private func startBroker() {
    guard !confined.value.isBrokerStarted else { return }
    guard
      !settings.broker.isSecure || Clock.isPlausible(SystemClock.now)
        || confined.value.controllerTime != nil
    else {
      log.waitsForClock()
      queue.asyncAfter(deadline: .now() + 5) { [self] in
        requestState()
        startBroker()
      }
      return
    }
    confined.value.isBrokerStarted = true
    broker.start(time: { [self] in certificateTime }) { [self] news in handle(news) }
  }

  /// The time by which certificates are checked; `nil` for that of the system, if it is plausible.
  private var certificateTime: Timestamp? {
    guard !Clock.isPlausible(SystemClock.now), let controllerTime = confined.value.controllerTime
    else { return nil }
    return controllerTime.time.advanced(by: controllerTime.at.duration(to: MonotonicClock.now))
  }

  private func handle(_ news: Broker.News) {
    switch news {
    case .connected:
      if confined.value.firstConnection == nil { confined.value.firstConnection = SystemClock.now }
      log.connected(to: settings.broker.host)
      pump.connect()
      publish(Message(topics.online, "online", isRetained: true))
      confined.value.namesake.connected(at: MonotonicClock.now)
      broker.subscribe(topics.session)
      // An access list of an earlier release has no such topic.
      broker.publish(confined.value.namesake.message(topics))
      confined.value.retained.forget()
      for topic in confined.value.retained.keptTopics { broker.subscribe(topic) }
      fleet?.connected()
      orders?.connected()
      if settings.ownTracks { publish(OwnTracks(topics).card) }
      publishRetained()
      pump.turn()
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
    broker.publish(message) { [log] in log.ended($0, of: message.topic) }
  }

  private func publishRetained() {
    guard log.health.isConnected else { return }
    for message in confined.value.retained.messages() { publish(message) }
  }

  // MARK: The controller

  private func handle(_ news: ControlFeed.News) {
    switch news {
    case .connected:
      log.controllerAnswers()
      requestState()
    case .disconnected(let reason):
      log.controllerIsSilent(reason)
      confined.value.retained.apply(BoardStatus.silent("no picket answers"))
      publishRetained()
    case .line(let line): handle(line)
    }
  }

  private func handle(_ line: Reply) {
    if let position = Position(line) {
      publish(position)
    } else if line.fields["seq"] != nil {
      confined.value.retained.regions.apply(line.fields)
      confined.value.positions?.noteEvent()
      publishRetained()
    } else if line.text("event") != nil || line.fields["left_out"] != nil {
      // A note: something around the monitor has changed. Several arrive at a time.
      requestSoon()
    }
  }

  private func publish(_ position: Position) {
    let now = MonotonicClock.now
    guard log.health.isConnected,
      confined.value.positions?.publishes(position.coordinate, at: now) == true
    else {
      return
    }
    publish(position.message(topics))
    guard settings.ownTracks else { return }
    publish(
      OwnTracks(topics).location(
        position, inside: confined.value.retained.regions.inside,
        now: position.time ?? SystemClock.now))
  }

  /// Requests the state and the regions once a minute, since not every change has a note.
  private func requestEveryMinute() {
    queue.asyncAfter(deadline: .now() + 60, qos: .utility) { [self] in
      requestState()
      requestEveryMinute()
    }
  }

  private func requestSoon() {
    guard !confined.value.isRequestPlanned else { return }
    confined.value.isRequestPlanned = true
    queue.asyncAfter(deadline: .now() + 0.3) { [self] in
      confined.value.isRequestPlanned = false
      requestState()
    }
  }

  /// Requests the state and the regions.
  private func requestState() {
    feed.send(.request("status")) { [self] reply in
      guard let reply, reply.refusal == nil else { return }
      if let time = reply.fields["time"]?.timestamp {
        confined.value.controllerTime = ControllerTime(time: time, at: MonotonicClock.now)
        startBroker()
      }
      let hash = FileHash.short(of: settings.controller.configuration)
      confined.value.retained.apply(BoardStatus(reply, configuration: hash))
      publishRetained()
    }
    var request = JSONLine.request("regions")
    request.add("all", true)
    feed.send(request) { [self] reply in
      guard let reply, reply.refusal == nil else { return }
      confined.value.retained.regions.apply(reply)
      publishRetained()
    }
  }
}
