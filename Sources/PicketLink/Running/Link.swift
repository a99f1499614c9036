import Dispatch
import Geofence
import Glibc
import Notation
import Records
import System

/// The running link: moves what the controller reports to the broker.
///
/// All values and handles belong to one serial queue. Threads of the broker's library only hand
/// messages over to it.
final class Link: Sendable {
  private let settings: LinkSettings
  private let topics: Topics
  private let queue: DispatchQueue
  private let broker: Broker
  private let feed: ControlFeed
  private let fleet: FleetInbox?
  private let orders: OrderInbox?
  private let startedAt = MonotonicClock.now

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) let cursorFile: CursorFile
  private nonisolated(unsafe) var events: EventQueue
  private nonisolated(unsafe) var keeper: CursorKeeper
  private nonisolated(unsafe) var journal: JournalWatch
  private nonisolated(unsafe) var retained: RetainedState
  private nonisolated(unsafe) var positions: PositionThinning?
  private nonisolated(unsafe) var health = LinkHealth()
  private nonisolated(unsafe) var timer: (any DispatchSourceTimer)?
  private nonisolated(unsafe) var armed: Instant?
  private nonisolated(unsafe) var isAsking = false
  private nonisolated(unsafe) var firstConnection: Timestamp?
  private nonisolated(unsafe) var controllerTime: ControllerTime?
  private nonisolated(unsafe) var isBrokerStarted = false

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
    topics = Topics(prefix: settings.prefix, board: settings.board)
    cursorFile = file
    events = EventQueue(from: cursor)
    keeper = CursorKeeper(written: cursor)
    journal = try JournalWatch(settings.controller.state, from: cursor)
    retained = RetainedState(settings, topics)
    positions = settings.position.map(PositionThinning.init)
    broker = Broker(
      settings.broker, client: "picket-\(settings.board)",
      will: Message(topics.online, "offline", isRetained: true), on: queue)
    fleet = settings.regions ? FleetInbox(settings, broker, on: queue) : nil
    orders = settings.orders.isEmpty ? nil : OrderInbox(settings, broker, on: queue)
    feed = ControlFeed(
      path: settings.controller.socketPath, watchesFixes: settings.position != nil, on: queue)
  }

  /// Starts the link.
  func start() {
    queue.async { [self] in
      for record in journal.history() { retained.regions.apply(record.fields) }
      Heap.giveBack()
      timer = DispatchSource.makeTimerSource(queue: queue)
      timer?.setEventHandler { [self] in
        armed = nil
        turn()
      }
      timer?.resume()
      journal.start(on: queue) { [self] in
        journal.change()
        turn()
      }
      feed.start { [self] news in handle(news) }
      askAgain()
      startBroker()
      turn()
    }
  }

  /// Says goodbye to the broker and writes the cursor, or gives up after a time.
  func finish(within seconds: Double) {
    queue.finish(within: seconds) { [self] in
      if settings.ownTracks, let firstConnection {
        broker.publish(OwnTracks(topics).gone(connected: firstConnection))
      }
      broker.end()
      if let cursor = keeper.rest { write(cursor) }
    }
    // Messages on their way to the broker leave on another thread.
    usleep(200_000)
  }

  /// The state for `picket-link status`; called on the queue.
  var report: LinkReport {
    LinkReport(
      settings: settings, topics: topics, health: health, events: events,
      controller: retained.status, uptime: startedAt.duration(to: MonotonicClock.now),
      now: MonotonicClock.now)
  }

  // MARK: Events

  /// Does all that is due.
  private func turn() {
    let now = MonotonicClock.now
    readJournal(now)
    while let sending = events.next(at: now) { send(sending) }
    keeper.keep(events.cursor)
    if let cursor = keeper.next(at: now) { write(cursor) }
    arm(now)
  }

  private func readJournal(_ now: Instant) {
    for notice in journal.read(into: &events, at: now) { Log.write(.warning, notice) }
    if let trouble = journal.takeTrouble() { Log.write(.error, trouble) }
  }

  private func send(_ sending: EventQueue.Sending) {
    if settings.ownTracks, let transition = OwnTracks(topics).transition(sending.event) {
      publish(transition)
    }
    broker.publish(sending.event.message(of: settings.board, in: topics)) { [self] publication in
      let now = MonotonicClock.now
      switch events.end(sending, publication, at: now) {
      case nil: break
      case .refused(let event, let reason)?:
        health.refused(reason, at: SystemClock.now)
        Log.write(.error, "\(event.words) is not published: \(reason); trying again")
      case .accepts?:
        Log.write(.notice, "the broker accepts events again")
      }
      // In a turn of its own: the broker may answer at once.
      queue.async { [self] in turn() }
    }
  }

  private func write(_ cursor: Cursor) {
    do throws(SystemError) {
      try cursorFile.write(cursor)
      keeper.wrote(cursor)
      if health.wroteCursor() { Log.write(.notice, "the cursor can be written again") }
    } catch {
      keeper.failed(at: MonotonicClock.now)
      if health.failedCursor("\(error)", at: SystemClock.now) {
        Log.write(
          .error,
          "\(error); make room; going on, and after a restart these events would come again")
      }
    }
  }

  private func arm(_ now: Instant) {
    let next = [events.deadline, keeper.deadline, journal.deadline]
      .reduce(nil) { Instant.earliest($0, $1) }
    guard let next, armed.map({ next < $0 }) ?? true else { return }
    armed = next
    timer?.schedule(
      deadline: .now() + max(.zero, now.duration(to: next)).inSeconds, leeway: .milliseconds(10))
  }

  // MARK: The broker

  /// Starts to connect, once the time is known by which its certificate is checked.
  private func startBroker() {
    guard !isBrokerStarted else { return }
    guard !settings.broker.isSecure || Clock.isPlausible(SystemClock.now) || controllerTime != nil
    else {
      if health.waitsForClock(at: SystemClock.now) {
        Log.write(
          .warning,
          "the clock of this board is at \(SystemClock.now.rfc3339), so the certificate of the "
            + "broker cannot be checked; waiting for the time of a fix")
      }
      queue.asyncAfter(deadline: .now() + 5) { [self] in
        ask()
        startBroker()
      }
      return
    }
    isBrokerStarted = true
    broker.start(time: { [self] in certificateTime }) { [self] news in handle(news) }
  }

  /// The time by which certificates are checked; `nil` for that of the system, if it is plausible.
  private var certificateTime: Timestamp? {
    guard !Clock.isPlausible(SystemClock.now), let controllerTime else { return nil }
    return controllerTime.time.advanced(by: controllerTime.at.duration(to: MonotonicClock.now))
  }

  private func handle(_ news: Broker.News) {
    switch news {
    case .connected:
      if firstConnection == nil { firstConnection = SystemClock.now }
      if health.connected(at: SystemClock.now) {
        Log.write(.notice, "connected to \(settings.broker.host)")
      }
      events.connect()
      publish(Message(topics.online, "online", isRetained: true))
      retained.forget()
      for topic in retained.keptTopics { broker.subscribe(topic) }
      fleet?.connected()
      orders?.connected()
      if settings.ownTracks { publish(OwnTracks(topics).card) }
      publishRetained()
      turn()
    case .disconnected(let trouble, let wait):
      events.disconnect()
      if health.disconnected(trouble.description, at: SystemClock.now) {
        Log.write(
          .warning, "\(trouble); trying again in \(wait.inSeconds.secondsText(decimals: 0))")
      }
    case .unsubscribed(let topic, let reason):
      Log.write(.warning, "\(topic) cannot be subscribed to: \(reason); correct the broker's ACL")
    case .message(let message): handle(message)
    }
  }

  private func handle(_ message: ReceivedMessage) {
    if fleet?.receive(message) ?? false || orders?.receive(message) ?? false { return }
    if retained.note(message) { publishRetained() }
  }

  private func publish(_ message: Message) {
    broker.publish(message) { [self] publication in
      guard case .refused(let reason) = publication else { return }
      if health.refusedOther(message.topic, reason, at: SystemClock.now) {
        Log.write(.warning, "\(message.topic) is not published: \(reason)")
      }
    }
  }

  private func publishRetained() {
    guard health.isConnected else { return }
    for message in retained.messages() { publish(message) }
  }

  // MARK: The controller

  private func handle(_ news: ControlFeed.News) {
    switch news {
    case .connected:
      if health.controllerAnswers() { Log.write(.notice, "picket answers") }
      ask()
    case .disconnected(let reason):
      if health.controllerIsSilent(reason) { Log.write(.warning, reason) }
      retained.apply(BoardStatus.silent("no picket answers"))
      publishRetained()
    case .line(let line): handle(line)
    }
  }

  private func handle(_ line: Reply) {
    if let position = Position(line) {
      publish(position)
    } else if line.fields["seq"] != nil {
      retained.regions.apply(line.fields)
      positions?.noteEvent()
      publishRetained()
    } else if line.text("event") != nil || line.fields["left_out"] != nil {
      // A note: something around the monitor has changed. Several come at a time.
      askSoon()
    }
  }

  private func publish(_ position: Position) {
    let now = MonotonicClock.now
    guard health.isConnected, positions?.publishes(position.coordinate, at: now) == true else {
      return
    }
    publish(position.message(topics))
    guard settings.ownTracks else { return }
    publish(
      OwnTracks(topics).location(
        position, inside: retained.regions.inside, now: position.time ?? SystemClock.now))
  }

  /// Requests both once in a minute: not every change has a note.
  private func askAgain() {
    queue.asyncAfter(deadline: .now() + 60, qos: .utility) { [self] in
      ask()
      askAgain()
    }
  }

  private func askSoon() {
    guard !isAsking else { return }
    isAsking = true
    queue.asyncAfter(deadline: .now() + 0.3) { [self] in
      isAsking = false
      ask()
    }
  }

  /// Requests the state and the regions.
  private func ask() {
    feed.ask(.request("status")) { [self] reply in
      guard let reply, reply.refusal == nil else { return }
      if let time = reply.fields["time"]?.timestamp {
        controllerTime = ControllerTime(time: time, at: MonotonicClock.now)
        startBroker()
      }
      let hash = FileHash.short(of: settings.controller.configuration)
      retained.apply(BoardStatus(reply, configuration: hash))
      publishRetained()
    }
    var request = JSONLine.request("regions")
    request.add("all", true)
    feed.ask(request) { [self] reply in
      guard let reply, reply.refusal == nil else { return }
      retained.regions.apply(reply)
      publishRetained()
    }
  }
}
