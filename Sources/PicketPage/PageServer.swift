import Dispatch
internal import Geofence
internal import Notation
internal import Records
internal import System

/// The page: moves what the controller publishes to phones, and their orders to the controller.
///
/// - Important: Must only be accessed on its queue.
final class PageServer: @unchecked Sendable {
  private let queue: DispatchQueue
  private let configuration: PageConfiguration
  private let rules: AccessRules
  private let web: WebServer
  private let feed: ControllerFeed
  private let requests: ControllerRequests
  private let map: PageMap
  private let past: PastDesk
  private let devicesFile: DeviceFile
  private let devicesFolder: FolderWatch?
  private var folderSource: (any DispatchSourceRead)?
  private var devices: PairedDevices
  private var guesses = Guesses()
  private var streams: [ObjectIdentifier: WebStream] = [:]
  private var history = History()
  private var track = Track()
  private var lastFix: [UInt8]?
  private var lastStatus: (message: [UInt8], at: Instant)?
  private var connection = PageServer.connectionMessage(nil, "not connected yet")
  private var isConnected = false
  private var isTicking = false
  private var nextHeartbeat = Instant(.zero)
  // Lines that were published while the journal is read; `nil` when it is not.
  private var held: [Reply]?
  // Whether the journal has to be read again: what is being read may be older.
  private var isReadDue = false

  /// The most phones that watch: each costs a connection, and a copy of each message.
  static let mostStreams = 24

  // How often the status is requested while a phone watches.
  private static let statusInterval = 2.0

  private static let heartbeatInterval = Duration.seconds(15)

  init(
    _ configuration: PageConfiguration, socket: Socket, devices: PairedDevices,
    on queue: DispatchQueue
  ) {
    self.configuration = configuration
    self.queue = queue
    self.devices = devices
    rules = AccessRules(
      names: configuration.allNames, isSecure: configuration.certificate != nil)
    web = WebServer(socket, on: queue)
    feed = ControllerFeed(path: configuration.socketPath, on: queue)
    requests = ControllerRequests(path: configuration.socketPath, on: queue)
    map = PageMap(path: configuration.map)
    past = PastDesk(state: configuration.state, requests: requests, on: queue)
    devicesFile = DeviceFile(folder: configuration.directory)
    devicesFolder = try? FolderWatch(configuration.directory)
  }

  /// Starts to serve.
  ///
  /// - Throws: `WebServer.Unusable`.
  func start(_ identity: WebServer.Identity?) throws(WebServer.Unusable) {
    try web.start(identity, self)
    watchDevices()
    feed.start { [weak self] report in self?.receive(report) }
  }

  /// Ends all connections.
  func stop() {
    feed.end()
    for stream in streams.values { stream.end() }
    past.end()
    web.stop()
  }

  // MARK: The controller

  private func receive(_ report: ControllerFeed.Report) {
    switch report {
    case .connected:
      isConnected = true
      Log.write(.notice, "watching picket")
      connection = Self.connectionMessage(true, nil)
      readJournal()
      sendAll(connection)
      if !streams.isEmpty { feed.requestStatus() }
    case .lost(let reason):
      lastStatus = nil
      lastFix = nil
      let message = Self.connectionMessage(false, reason)
      guard message != connection else { return }
      connection = message
      isConnected = false
      Log.write(.warning, reason)
      sendAll(connection)
    case .status(let reply):
      let message = StreamFrame.message(.status, reply.text)
      lastStatus = (message, MonotonicClock.now)
      sendAll(message)
    case .published(let reply): publish(reply)
    }
  }

  private func publish(_ reply: Reply) {
    if reply.text("output") != nil, reply.text("event") == nil {
      sendAll(StreamFrame.message(.output, reply.text))
    } else if reply.text("fix") != nil {
      track.add(reply)
      let message = StreamFrame.message(.fix, reply.text)
      lastFix = message
      for stream in streams.values where stream.count < WebStream.mostWithFixes {
        stream.send(message)
      }
    } else if reply.text("event") != nil {
      if held != nil { return held?.append(reply) ?? () }
      guard let entry = history.add(reply.text) else { return }
      let message = StreamFrame.message(.journal, id: entry.id, entry.json)
      for stream in streams.values {
        stream.sent = entry.id
        stream.send(message)
      }
    } else if reply.number("left_out") != nil {
      // The journal has what is missing.
      readJournal()
    }
  }

  /// Reads the last lines of the journal on another queue, and sends each phone what it has missed.
  private func readJournal() {
    guard held == nil else {
      isReadDue = true
      return
    }
    held = []
    let folder = configuration.state
    DispatchQueue.global(qos: .utility).async { [self] in
      let lines = Result { try JournalTail.lines(directory: folder, most: History.most) }
      queue.async { [self] in adopt(lines) }
    }
  }

  private func adopt(_ lines: Result<[String], any Error>) {
    switch lines {
    case .success(let lines): history.replace(with: lines)
    case .failure(let error):
      Log.write(
        .warning, "\(error); what phones have missed cannot be shown")
    }
    for stream in streams.values { sendRest(to: stream) }
    let late = held ?? []
    held = nil
    for reply in late { publish(reply) }
    guard isReadDue else { return }
    isReadDue = false
    readJournal()
  }

  private func sendRest(to stream: WebStream) {
    let rest = history.rest(after: stream.sent)
    if rest.isCut { stream.send(StreamFrame.message(.cut, "{}")) }
    for entry in rest.entries {
      stream.sent = entry.id
      stream.send(StreamFrame.message(.journal, id: entry.id, entry.json))
    }
  }

  private static func connectionMessage(_ isConnected: Bool?, _ reason: String?) -> [UInt8] {
    var line = JSONLine()
    line.add("connected", isConnected ?? false)
    line.add("reason", reason)
    return StreamFrame.message(.controller, line.text)
  }

  private static func visitorMessage(_ scope: Scope) -> [UInt8] {
    var line = JSONLine()
    line.add("scope", scope.rawValue)
    return StreamFrame.message(.visitor, line.text)
  }

  // MARK: Phones

  private func sendAll(_ message: [UInt8]) {
    for stream in streams.values { stream.send(message) }
  }

  /// Requests the status and sends heartbeats, for as long as a phone watches.
  private func tick() {
    guard !isTicking, !streams.isEmpty else { return }
    isTicking = true
    queue.asyncAfter(deadline: .now() + Self.statusInterval) { [weak self] in
      guard let self else { return }
      isTicking = false
      removeEndedStreams()
      feed.requestStatus()
      let now = MonotonicClock.now
      if now >= nextHeartbeat {
        nextHeartbeat = now.advanced(by: Self.heartbeatInterval)
        // Without it neither side would notice that the other has gone.
        sendAll(connection)
      }
      tick()
    }
  }

  private func removeEndedStreams() {
    streams = streams.filter { !$0.value.hasEnded }
  }

  private func stream(for head: RequestHead, _ visitor: AccessRules.Visitor?) -> WebBeginning {
    removeEndedStreams()
    guard head.method == "GET" else {
      return .answer(WebResponse(type: "text/event-stream", body: []))
    }
    guard streams.count < Self.mostStreams else {
      return .answer(
        WebResponse(
          Denial(
            503, "\(Self.mostStreams) devices watch already",
            field: Denial.Field(name: "Retry-After", value: "10"))))
    }
    let stream = WebStream(device: visitor?.device)
    stream.send(StreamFrame.beginning)
    stream.send(Self.visitorMessage(visitor?.scope ?? .view))
    stream.send(connection)
    stream.send(StreamFrame.message(.track, track.json))
    if let lastStatus { stream.send(lastStatus.message) }
    if let lastFix { stream.send(lastFix) }
    // A browser names its last message when it connects again; a page that was hidden makes a new
    // connection, for which it can set no header.
    let last = head.values("last-event-id").first ?? head.arguments["last"]
    stream.sent = last.flatMap(LineID.init)
    if held == nil { sendRest(to: stream) }
    streams[ObjectIdentifier(stream)] = stream
    feed.requestStatus()
    tick()
    return .stream(stream)
  }

  // MARK: Devices

  private func watchDevices() {
    guard let devicesFolder, devicesFolder.renew() else { return }
    folderSource = DispatchSource.makeReadSource(
      fileDescriptor: devicesFolder.descriptor, queue: queue)
    folderSource?.setEventHandler { [weak self] in
      _ = self?.devicesFolder?.renew()
      self?.readDevices()
    }
    folderSource?.resume()
    // It may have changed before it was watched.
    readDevices()
  }

  private func readDevices() {
    do throws(Problem) {
      devices = try devicesFile.read()
      if devices.damaged > 0 {
        Log.write(
          .warning,
          "\(devicesFile.path): \(devices.damaged.counted("line")) cannot be read; pair those "
            + "devices again")
      }
    } catch {
      // A device that was revoked must not stay because of a file that cannot be read.
      devices = PairedDevices()
      Log.write(.error, "\(error); no device is paired until then")
    }
    for stream in streams.values {
      if let device = stream.device, !devices.has(device) { stream.end() }
    }
    removeEndedStreams()
  }
}

// MARK: Requests

extension PageServer: WebHandler {
  func begin(_ head: RequestHead) -> WebBeginning {
    do throws(Denial) {
      let admission = try rules.admit(
        head, devices: devices, guesses: &guesses, at: MonotonicClock.now)
      return try begin(head, admission)
    } catch {
      // The page of a device that is not paired takes the token out of its link.
      if error.status == 401, ["/", "/back"].contains(head.path) {
        return .answer(
          WebResponse(
            status: 401, type: "text/html; charset=utf-8", body: Asset.pairing,
            fields: error.field.map { [$0] } ?? []))
      }
      return .answer(WebResponse(error))
    }
  }

  private func begin(
    _ head: RequestHead, _ admission: AccessRules.Admission
  ) throws(Denial) -> WebBeginning {
    switch admission.route {
    case .page:
      return .answer(WebResponse(type: "text/html; charset=utf-8", body: Asset.page))
    case .back:
      return .answer(WebResponse(type: "text/html; charset=utf-8", body: Asset.backPage))
    case .past(let past):
      let scope = admission.visitor?.scope ?? .view
      return .read { [self] _, reply in self.past.answer(past, head.arguments, scope, reply) }
    case .asset(let asset): return .answer(WebResponse(type: asset.type, body: asset.bytes))
    case .events: return stream(for: head, admission.visitor)
    case .question(let question):
      return .read { [self] _, reply in answer(question, head, reply) }
    case .order(let order):
      return .read { [self] body, reply in carryOut(order, body, reply) }
    case .map: return .read { [self] _, reply in map.describe(on: queue, reply) }
    case .tile(let tile): return .read { [self] _, reply in map.draw(tile, on: queue, reply) }
    case .pair: return .read { [self] body, reply in pair(head, body, reply) }
    }
  }

  private func carryOut(_ order: Route.Order, _ body: [UInt8], _ reply: WebReply) {
    do throws(Denial) {
      requests.send(try order.request(body)) { [self] result in
        reply.give(Self.response(result))
        // Other phones show the change soon, too.
        if !streams.isEmpty { feed.requestStatus() }
      }
    } catch {
      reply.give(WebResponse(error))
    }
  }

  private func answer(_ question: Route.Question, _ head: RequestHead, _ reply: WebReply) {
    requests.send(question.request(head.arguments)) { result in
      guard question == .regions, case .success(let answer) = result, let path = answer.text("file")
      else { return reply.give(Self.response(result)) }
      reply.give(Self.regions(path))
    }
  }

  /// The file of the watched regions, unchanged.
  private static func regions(_ path: String) -> WebResponse {
    do throws(Problem) {
      let bytes = try TextFile.bytes(
        path: path, limit: longestRegions, remedy: "see picket check",
        shorter: "the page draws at most \(longestRegions >> 20) MiB")
      // A change names the file on which it is based.
      let hash = Denial.Field(name: "ETag", value: "\"\(SHA256.hexadecimal(bytes))\"")
      return WebResponse(type: "application/geo+json", body: bytes, fields: [hash])
    } catch {
      return WebResponse(Denial(503, error.description))
    }
  }

  // A phone draws some thousand borders; the file of 10,000 polygons has 24 MB.
  private static let longestRegions = 1 << 20

  private static func response(_ result: Result<Reply, Denial>) -> WebResponse {
    switch result {
    case .success(let reply):
      let isDone = reply.refusal == nil && !reply.denies("applied")
      return WebResponse(status: isDone ? 200 : 409, json: reply.text)
    case .failure(let denial): return WebResponse(denial)
    }
  }

  private func pair(_ head: RequestHead, _ body: [UInt8], _ reply: WebReply) {
    do throws(Denial) {
      let text = String(decoding: body, as: UTF8.self)
      guard let token = (try? JSON.parse(text))?.object?["token"]?.string else {
        throw Denial(400, "send {\"token\":\"...\"}")
      }
      let device = try rules.device(
        with: token, from: head.peer, devices: devices, guesses: &guesses, at: MonotonicClock.now)
      // A year, or until the device is revoked.
      let cookie =
        "\(AccessRules.cookie)=\(token); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
        + (rules.isSecure ? "; Secure" : "")
      var line = JSONLine()
      line.add("ok", true)
      line.add("name", device.name)
      line.add("scope", device.scope.rawValue)
      reply.give(
        WebResponse(json: line.text, fields: [Denial.Field(name: "Set-Cookie", value: cookie)]))
    } catch {
      reply.give(WebResponse(error))
    }
  }
}
