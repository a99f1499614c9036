internal import Base
import Dispatch
internal import Geofence
internal import Records

/// The page, which sends the controller's reports to phones and their orders to the controller.
///
/// - Important: Must only be accessed on its queue.
final class PageServer: Sendable {
  private let queue: DispatchQueue
  private let state: String
  private let web: WebServer
  private let feed: ControlFeed
  private let desk: ControllerDesk
  private let exchange: ExchangeDesk
  private let outlines: OutlineDesk
  private let map: PageMap
  private let devices: DeviceFile
  private let language: Language?
  private let past: PastDesk
  /// What only the queue may reach.
  private struct State {
    var gatekeeper: Gatekeeper
    var deviceWatch: DeviceWatch
    var isTicking = false
    var bodies = BodyRoom()
    let broadcast: Broadcast
  }

  private let confined: Confined<State>
  private let watchdog: PageWatchdog?

  // In seconds: between two requests for the status while a phone watches.
  private static let statusInterval = 2.0

  init(
    _ configuration: PageConfiguration, socket: Socket, devices paired: PairedDevices,
    on queue: DispatchQueue
  ) {
    self.queue = queue
    self.state = configuration.state
    web = WebServer(socket, on: queue)
    feed = ControlFeed(
      path: configuration.socketPath, watchesFixes: true, on: queue,
      backoff: Backoff(from: .milliseconds(250), to: .seconds(5)))
    let requests = ControllerRequests(path: configuration.socketPath, on: queue)
    desk = ControllerDesk(requests)
    exchange = ExchangeDesk(requests, on: queue)
    outlines = OutlineDesk(requests, on: queue)
    map = PageMap(
      path: configuration.map, folder: configuration.directory)
    devices = DeviceFile(folder: configuration.directory)
    language = configuration.language
    past = PastDesk(state: configuration.state, requests: requests, on: queue)
    let rules = AccessRules(
      names: configuration.allNames, isSecure: configuration.certificate != nil,
      scopeOfUser: configuration.isLocalTrusted ? LocalUsers(configuration).scope(of:) : nil)
    watchdog = PageWatchdog(
      configuration.listening, isSecure: configuration.certificate != nil, on: queue)
    let state = State(
      gatekeeper: Gatekeeper(rules, devices: paired, language: configuration.language),
      deviceWatch: DeviceWatch(in: configuration.directory),
      broadcast: Broadcast())
    confined = Confined(state, on: queue)
  }

  /// Starts to serve.
  ///
  /// - Throws: `WebServer.Unusable`.
  func start(_ identity: WebServer.Identity?) throws(WebServer.Unusable) {
    try web.start(identity, self)
    if confined.value.deviceWatch.start(on: queue, { [weak self] in self?.readDevices() }) {
      // The file may have changed before it was watched.
      readDevices()
    }
    feed.start { [weak self] news in self?.receive(news) }
    watchdog?.start()
  }

  /// Ends all connections.
  func stop() {
    watchdog?.stop()
    feed.end()
    confined.value.broadcast.end()
    past.end()
    web.stop()
  }

  private func readDevices() {
    confined.value.gatekeeper.devices = confined.value.deviceWatch.read()
    confined.value.broadcast.keepOnly(confined.value.gatekeeper.devices)
    past.keepOnly(confined.value.gatekeeper.devices)
  }

  // MARK: The controller

  private func receive(_ news: ControlFeed.News) {
    switch news {
    case .connected:
      Log.write(.notice, "watching picket")
      confined.value.broadcast.connected()
      readJournal()
      requestStatus()
    case .disconnected(let reason):
      if confined.value.broadcast.lost(reason) { Log.write(.warning, reason) }
    case .line(let reply):
      if confined.value.broadcast.send(published: reply) { readJournal() }
      // What matters first may have changed.
      switch PublishedLine(reply) {
      case .event, .note: requestStatus()
      default: break
      }
    }
  }

  /// Reads the last lines of the journal on another queue, and sends each phone the missed ones.
  private func readJournal() {
    guard confined.value.broadcast.beginReading() else { return }
    DispatchQueue.global(qos: .utility).async { [self] in
      let lines = Result { try JournalTail.lines(directory: state, most: History.most) }
      queue.async { [self] in
        if confined.value.broadcast.adopt(lines) { readJournal() }
      }
    }
  }

  /// Requests the status while a phone watches, unless an answer is still awaited.
  private func requestStatus() {
    guard confined.value.broadcast.isWatched, !feed.checkAnswers() else { return }
    var request = JSONLine.request("status")
    request.add("id", "status")
    feed.send(request) { [weak self] reply in
      guard let self, let reply, reply.refusal == nil else { return }
      confined.value.broadcast.send(status: reply)
    }
  }

  // MARK: Phones

  /// Requests the status and sends heartbeats, for as long as a phone watches.
  private func tick() {
    guard !confined.value.isTicking, confined.value.broadcast.isWatched else { return }
    confined.value.isTicking = true
    queue.asyncAfter(deadline: .now() + Self.statusInterval) { [weak self] in
      guard let self else { return }
      confined.value.isTicking = false
      confined.value.broadcast.removeEnded()
      requestStatus()
      confined.value.broadcast.beat(at: MonotonicClock.now)
      tick()
    }
  }

  private func stream(for head: RequestHead, _ visitor: AccessRules.Visitor?) -> WebBeginning {
    confined.value.broadcast.removeEnded()
    guard head.method == "GET" else {
      return .answer(WebResponse(type: "text/event-stream", body: []))
    }
    let share = visitor?.share ?? ""
    guard confined.value.broadcast.makeRoom(for: share, isOfBoard: visitor?.device == nil) else {
      return .answer(
        WebResponse(.busy("\(Broadcast.mostStreams) devices watch already")))
    }
    let stream = WebStream(device: visitor?.device, share: share)
    // A browser names its last message when it connects again; a page that was hidden makes a new
    // connection, for which it can set no header.
    let last = head.values("last-event-id").first ?? head.arguments["last"]
    confined.value.broadcast.add(stream, after: last.flatMap(LineID.init))
    requestStatus()
    tick()
    return .stream(stream)
  }
}

// MARK: Requests

extension PageServer: WebHandler {
  func begin(_ head: RequestHead) -> WebBeginning {
    do throws(Denial) {
      let admission = try confined.value.gatekeeper.admit(head, at: MonotonicClock.now)
      return keepingRoom(for: head, admission) ?? .answer(WebResponse(.busy()))
    } catch {
      return .answer(confined.value.gatekeeper.response(to: head, error))
    }
  }

  /// The beginning of a request, for whose body there is room until it is answered; `nil` without room.
  private func keepingRoom(
    for head: RequestHead, _ admission: AccessRules.Admission
  ) -> WebBeginning? {
    let share = admission.visitor?.share ?? ""
    let size = head.values("content-length").first.flatMap(Int.init) ?? 0
    guard confined.value.bodies.enter(size, of: share) else { return nil }
    let beginning = begin(head, admission, share)
    guard case .read(let handle, let ended) = beginning else {
      confined.value.bodies.leave(size, of: share)
      return beginning
    }
    return .read(handle) { [self] isAnswered in
      ended(isAnswered)
      confined.value.bodies.leave(size, of: share)
    }
  }

  private func begin(
    _ head: RequestHead, _ admission: AccessRules.Admission, _ share: String
  ) -> WebBeginning {
    switch admission.route {
    case .page: return show(Asset.page, head)
    case .back: return show(Asset.backPage, head)
    case .past(let past):
      guard let visitor = admission.visitor else { return .answer(WebResponse(.notPaired)) }
      let errand = Errand()
      return .read { [self] _, reply in
        self.past.answer(past, head.arguments, visitor, errand, reply)
      } ended: {
        errand.end(isAnswered: $0)
      }
    case .asset(let asset): return .answer(WebResponse(asset, for: head))
    case .events: return stream(for: head, admission.visitor)
    case .question(let question):
      return .read { [self] _, reply in desk.answer(question, head, of: share, reply) }
    case .order(let order):
      return .read { [self] body, reply in
        // Other phones show the change soon, too.
        desk.carryOut(order, body, of: share, reply) { [self] in requestStatus() }
      }
    case .map: return .read { [self] _, reply in map.describe(on: queue, reply) }
    case .tile(let tile): return .read { [self] _, reply in map.draw(tile, on: queue, reply) }
    case .outlines: return .read { [self] _, reply in outlines.answer(of: share, reply) }
    case .facts:
      let id = head.arguments["region"] ?? ""
      return .read { [self] _, reply in outlines.tell(of: id, for: share, reply) }
    case .regionsFile:
      let errand = Errand()
      return .read { [self] _, reply in
        exchange.export(head.arguments, of: share, errand, reply)
      } ended: {
        errand.end(isAnswered: $0)
      }
    case .file(.regions):
      return exchange.beginReading(head.arguments, of: share)
        ?? .answer(WebResponse(.busy("denied.otherFile")))
    case .file(.map):
      return .read { [self] body, reply in map.add(body, head.arguments, on: queue, reply) }
    case .file(.recording):
      return .read { [self] body, reply in past.keep(body, head.arguments, of: share, reply) }
    case .name: return .read { [self] body, reply in rename(admission.visitor, body, reply) }
    case .pair: return .read { [self] body, reply in pair(head, body, reply) }
    }
  }

  private func show(_ page: [UInt8], _ head: RequestHead) -> WebBeginning {
    .answer(WebResponse(type: "text/html; charset=utf-8", body: head.page(page, in: language)))
  }

  /// Gives the device that asks the name in a body.
  private func rename(_ visitor: AccessRules.Visitor?, _ body: [UInt8], _ reply: WebReply) {
    do throws(Denial) {
      guard let device = visitor?.device else {
        throw Denial(409, "this is a program of the board, which has no name")
      }
      let name = try PairedDevice.name(in: body)
      // The file is read again by itself.
      DispatchQueue.global(qos: .utility).async { [self] in
        let response: WebResponse
        do {
          let isThere = try devices.change { $0.rename(device, to: name) }
          guard isThere else { throw Denial(409, Reason("denied.sameName")) }
          Log.write(.notice, "the device \(device.name.quoted) is called \(name.quoted) now")
          response = WebResponse(json: "{\"ok\":true}")
        } catch {
          response = WebResponse(error as? Denial ?? .notKept(error))
        }
        queue.async { reply.give(response) }
      }
    } catch {
      reply.give(WebResponse(error))
    }
  }

  private func pair(_ head: RequestHead, _ body: [UInt8], _ reply: WebReply) {
    do throws(Denial) {
      reply.give(try confined.value.gatekeeper.pair(head, body, at: MonotonicClock.now))
    } catch {
      reply.give(WebResponse(error))
    }
  }
}
