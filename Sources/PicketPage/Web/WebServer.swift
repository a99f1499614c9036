internal import CMicrohttpd
import Dispatch
internal import Geofence
import Glibc
internal import System

/// Speaks HTTP on a socket; a handle on libmicrohttpd.
///
/// The library has no thread here: it works on the queue whenever one of its sockets is ready, so
/// that everything of the page happens on one queue.
///
/// - Important: Must only be accessed on its queue.
final class WebServer: @unchecked Sendable {
  /// A connection, from its beginning to its end.
  private struct Visit {
    let descriptor: Int32
    /// When it was made, or its last request was answered, or its present one began.
    var since: Instant
    var phase = Phase.waiting
  }

  private enum Phase {
    /// It has to send a request.
    case waiting
    /// Its request is being answered.
    case answering
    /// It gets messages, for as long as it likes.
    case streaming
  }

  private let queue: DispatchQueue
  private let socket: Socket
  private weak var handler: (any WebHandler)?
  private var daemon: OpaquePointer?
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?
  private var visits: [OpaquePointer: Visit] = [:]
  private var suspended: Set<OpaquePointer> = []
  private var isRunDue = false
  private var isCheckDue = false

  /// The key and the certificate of encrypted connections, as PEM.
  struct Identity: Sendable {
    let certificate: String
    let key: String
  }

  /// The server could not be started.
  struct Unusable: Error {}

  // The limits: ten phones need thirty connections. A request has at most as many bytes as the
  // memory; browsers send less than 1 kB.
  private static let limits = picket_http_limits(
    connections: 64, connections_per_address: 32, timeout: 30, memory: 16_384)

  // How long a connection may take to send a whole request, however slowly it sends.
  private static let patience = Duration.seconds(20)

  // How long it may take to read an answer; the longest has 1 MB.
  private static let longestAnswer = Duration.seconds(120)

  // In seconds; a heartbeat comes more often.
  private static let streamTimeout: UInt32 = 60

  init(_ socket: Socket, on queue: DispatchQueue) {
    self.socket = socket
    self.queue = queue
  }

  /// Starts to serve.
  ///
  /// - Throws: `Unusable`, with a certificate or key that fit nothing.
  func start(_ identity: Identity?, _ handler: any WebHandler) throws(Unusable) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.handler = handler
    let context = Unmanaged.passUnretained(self).toOpaque()
    // The library keeps the copies of certificate and key for as long as it runs.
    daemon = picket_http_start(
      socket.descriptor, Self.limits, identity.map { UnsafePointer(strdup($0.certificate)) } ?? nil,
      identity.map { UnsafePointer(strdup($0.key)) } ?? nil,
      { context, connection, path, method, _, bytes, count, request in
        guard let context, let connection, let path, let method, let count, let request else {
          return picket_http_no
        }
        return Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue().access(
          connection, String(cString: path), String(cString: method),
          UnsafeRawBufferPointer(start: bytes, count: count.pointee), count, request)
      },
      { context, connection, request, _ in
        guard let context, let connection, let request else { return }
        Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue().complete(connection, request)
      },
      { context, connection, _, change in
        guard let context, let connection else { return }
        Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue().note(connection, change)
      }, context)
    guard let daemon else { throw Unusable() }
    source = DispatchSource.makeReadSource(
      fileDescriptor: picket_http_epoll(daemon), queue: queue)
    source?.setEventHandler { [weak self] in self?.run() }
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer?.setEventHandler { [weak self] in self?.run() }
    timer?.resume()
    source?.resume()
    run()
  }

  /// Ends all connections.
  func stop() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let daemon else { return }
    // The library cannot end connections that are suspended.
    for connection in suspended { MHD_resume_connection(connection) }
    suspended = []
    source?.cancel()
    timer?.cancel()
    self.daemon = nil
    // It would close the socket, which is another's.
    MHD_quiesce_daemon(daemon)
    MHD_stop_daemon(daemon)
  }

  // MARK: The library's turn

  private func run() {
    guard let daemon else { return }
    // It reports a socket once, and keeps a list of those with which it has not finished.
    for _ in 0..<Self.mostTurns {
      MHD_run(daemon)
      let delay = picket_http_delay(daemon)
      guard delay == 0 else {
        timer?.schedule(deadline: delay < 0 ? .distantFuture : .now() + .milliseconds(Int(delay)))
        return
      }
    }
    runSoon()
  }

  // Then others on the queue have their turn.
  private static let mostTurns = 100

  /// Runs after the present turn of the queue, which may be the library's own.
  private func runSoon() {
    guard !isRunDue else { return }
    isRunDue = true
    queue.async { [weak self] in
      self?.isRunDue = false
      self?.run()
    }
  }

  private func suspend(_ connection: OpaquePointer) {
    suspended.insert(connection)
    MHD_suspend_connection(connection)
  }

  private func resume(_ connection: OpaquePointer) {
    guard suspended.remove(connection) != nil else { return }
    MHD_resume_connection(connection)
    runSoon()
  }

  // MARK: Connections

  private func note(_ connection: OpaquePointer, _ change: MHD_ConnectionNotificationCode) {
    guard change == picket_http_started else {
      visits[connection] = nil
      return
    }
    visits[connection] = Visit(
      descriptor: picket_http_descriptor(connection), since: MonotonicClock.now)
    checkSoon()
  }

  private func enter(_ phase: Phase, _ connection: OpaquePointer) {
    visits[connection]?.phase = phase
    visits[connection]?.since = MonotonicClock.now
    checkSoon()
  }

  /// Ends connections that take too long, and checks again while there are some.
  ///
  /// The library ends those that send nothing; those that send a byte now and then it keeps.
  private func checkSoon() {
    guard !isCheckDue, visits.values.contains(where: { $0.phase != .streaming }) else { return }
    isCheckDue = true
    queue.asyncAfter(deadline: .now() + 5) { [weak self] in
      guard let self else { return }
      isCheckDue = false
      let now = MonotonicClock.now
      for (connection, visit) in visits where !suspended.contains(connection) {
        let passed = visit.since.duration(to: now)
        let limit = visit.phase == .waiting ? Self.patience : Self.longestAnswer
        guard visit.phase != .streaming, passed >= limit else { continue }
        shutdown(visit.descriptor, Int32(SHUT_RDWR))
      }
      checkSoon()
    }
  }

  // MARK: Requests

  /// A request from its head to the end of its answer.
  private final class Exchange {
    var handle: ((_ body: [UInt8], _ reply: WebReply) -> Void)?
    var body: [UInt8] = []
    var response: WebResponse?
    var source: (any WebSource)?
    var isHandled = false
    var isOver = false
  }

  private func access(
    _ connection: OpaquePointer, _ path: String, _ method: String, _ bytes: UnsafeRawBufferPointer,
    _ count: UnsafeMutablePointer<Int>, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = request.pointee else {
      let exchange = Exchange()
      request.pointee = Unmanaged.passRetained(exchange).toOpaque()
      // Its body has as long as its head had.
      enter(.waiting, connection)
      return begin(exchange, connection, head(of: connection, path, method))
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if let response = exchange.response { return send(response, connection) }
    if count.pointee > 0 {
      // The length was checked before; a body that is longer than it claims ends the connection.
      guard exchange.body.count + count.pointee <= Route.greatestBody else {
        return picket_http_no
      }
      exchange.body += bytes
      count.pointee = 0
      return picket_http_yes
    }
    guard !exchange.isHandled else { return picket_http_yes }
    exchange.isHandled = true
    enter(.answering, connection)
    exchange.handle?(
      exchange.body,
      WebReply { [weak self] response in
        exchange.source = response.source
        guard !exchange.isOver else { return response.source?.end() ?? () }
        exchange.response = response
        self?.resume(connection)
      })
    exchange.handle = nil
    if let response = exchange.response { return send(response, connection) }
    suspend(connection)
    return picket_http_yes
  }

  private func begin(
    _ exchange: Exchange, _ connection: OpaquePointer, _ head: RequestHead
  ) -> MHD_Result {
    switch handler?.begin(head) {
    case .answer(let response)?:
      enter(.answering, connection)
      return send(response, connection)
    case .read(let handle)?:
      exchange.handle = handle
      return picket_http_yes
    case .stream(let stream)?:
      exchange.source = stream
      // Something in between could wait for more, and deliver late.
      let fields = [Denial.Field(name: "X-Accel-Buffering", value: "no")]
      return send(
        stream, WebResponse(type: "text/event-stream", body: [], fields: fields), connection)
    case nil: return picket_http_no
    }
  }

  private func complete(
    _ connection: OpaquePointer, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) {
    suspended.remove(connection)
    guard let known = request.pointee else { return }
    request.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    exchange.isOver = true
    exchange.handle = nil
    exchange.source?.wake = {}
    exchange.source?.end()
    enter(.waiting, connection)
  }

  /// The parts of a request before its body.
  private func head(
    of connection: OpaquePointer, _ path: String, _ method: String
  ) -> RequestHead {
    let arguments = Self.values(of: connection, picket_http_arguments)
    let descriptor = visits[connection]?.descriptor ?? -1
    return RequestHead(
      method: method, path: path,
      arguments: Dictionary(arguments.map { ($0.name, $0.value) }) { first, _ in first },
      fields: Self.values(of: connection, picket_http_headers),
      peer: Self.address { getpeername(descriptor, $0, $1) },
      local: Self.address { getsockname(descriptor, $0, $1) })
  }

  private static func values(
    of connection: OpaquePointer, _ kind: MHD_ValueKind
  ) -> [RequestHead.Field] {
    var fields: [RequestHead.Field] = []
    withUnsafeMutablePointer(to: &fields) { pointer in
      _ = MHD_get_connection_values(
        connection, kind,
        { fields, _, name, value in
          guard let fields, let name else { return picket_http_yes }
          fields.assumingMemoryBound(to: [RequestHead.Field].self).pointee.append(
            RequestHead.Field(String(cString: name), value.map { String(cString: $0) } ?? ""))
          return picket_http_yes
        }, UnsafeMutableRawPointer(pointer))
    }
    return fields
  }

  private static func address(
    _ read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> IPAddress? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        read(address, &size) == 0 ? IPAddress(address) : nil
      }
    }
  }

  // MARK: Answers

  private func send(_ response: WebResponse, _ connection: OpaquePointer) -> MHD_Result {
    if let source = response.source { return send(source, response, connection) }
    let made = response.body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), picket_http_copied)
    }
    guard let made else { return picket_http_no }
    defer { MHD_destroy_response(made) }
    MHD_add_response_header(made, "Content-Type", response.type)
    for field in response.allFields { MHD_add_response_header(made, field.name, field.value) }
    return MHD_queue_response(connection, UInt32(response.status), made)
  }

  /// A source as its response reads it.
  private final class Reading {
    weak var server: WebServer?
    let source: any WebSource
    let connection: OpaquePointer

    init(_ server: WebServer, _ source: any WebSource, _ connection: OpaquePointer) {
      self.server = server
      self.source = source
      self.connection = connection
    }

    func next(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      switch source.next(into: buffer) {
      case .bytes(let count): return count
      case .nothingYet:
        server?.suspend(connection)
        return 0
      case .end: return -1
      case .broken: return -2
      }
    }
  }

  private func send(
    _ source: any WebSource, _ response: WebResponse, _ connection: OpaquePointer
  ) -> MHD_Result {
    let reading = Unmanaged.passRetained(Reading(self, source, connection))
    let made = MHD_create_response_from_callback(
      response.size.map(UInt64.init) ?? UInt64.max, Self.block,
      { reading, _, buffer, size in
        guard let reading else { return -1 }
        return Unmanaged<Reading>.fromOpaque(reading).takeUnretainedValue().next(
          UnsafeMutableRawBufferPointer(start: buffer, count: size))
      }, reading.toOpaque(),
      { reading in
        if let reading { Unmanaged<Reading>.fromOpaque(reading).release() }
      })
    guard let made else {
      reading.release()
      return picket_http_no
    }
    defer { MHD_destroy_response(made) }
    source.wake = { [weak self] in self?.resume(connection) }
    enter(.streaming, connection)
    picket_http_set_timeout(connection, Self.streamTimeout)
    MHD_add_response_header(made, "Content-Type", response.type)
    for field in response.allFields { MHD_add_response_header(made, field.name, field.value) }
    return MHD_queue_response(connection, UInt32(response.status), made)
  }

  // In bytes: a message of a fix has 300 to 2000.
  private static let block = 4096
}
