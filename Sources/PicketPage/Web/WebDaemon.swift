internal import Base
internal import CMicrohttpd
import Glibc

/// A handle on libmicrohttpd, which has no thread here: it works only during `run()`.
final class WebDaemon {
  /// The library's own handle on a connection.
  typealias Connection = OpaquePointer

  /// The next step with a request, after its head or a part of its body.
  enum Continuation {
    /// More of the request is read.
    case read
    /// The connection waits until it is resumed.
    case wait
    /// The request is answered.
    case answer(WebResponse)
    /// The request is answered by a source, for as long as that has bytes.
    case stream(any WebSource, WebResponse)
    /// The connection is ended.
    case hangUp
  }

  /// The functions of the owner, which are called during `run()`.
  struct Calls {
    /// A connection was made.
    let opened: (Connection, _ descriptor: Int32) -> Void
    /// A connection has ended.
    let closed: (Connection) -> Void
    /// The head of a request has arrived.
    let began: (Connection, WebExchange, RequestHead) -> Continuation
    /// A part of a body has arrived, empty at the end of the body, or the connection was resumed.
    let wentOn: (Connection, WebExchange, _ part: UnsafeRawBufferPointer) -> Continuation
    /// The answer of a request was sent, or its connection has ended.
    let ended: (Connection) -> Void
  }

  /// The time at which `run()` is due again.
  enum Turn: Hashable {
    /// When a socket is ready.
    case whenReady
    /// When a socket is ready, or after this time.
    case within(milliseconds: Int)
    /// After other work on the queue: there is more to do.
    case soon
  }

  private let calls: Calls
  private var daemon: OpaquePointer?

  /// The connections that wait until they are resumed.
  private(set) var suspended: Set<Connection> = []

  // Whether a connection has ended in the present run.
  private var hasClosed = false

  // The owner ends connections from `WebVisits.most` on; the others are those that the library has
  // not ended yet. `memory` limits the bytes of a request; browsers send less than 1 kB.
  private static let limits = picket_http_limits(
    connections: UInt32(WebVisits.most) + 16, timeout: 30, memory: 16_384)

  // In seconds; heartbeats are sent more often.
  private static let streamTimeout: UInt32 = 60

  // In bytes: a message with a fix has 300 to 2000.
  private static let block = 4096

  // After this many runs, other work on the queue has its turn.
  private static let mostTurns = 100

  /// Starts to serve a listening socket; `nil` if the certificate or the key cannot be used.
  init?(_ socket: Socket, _ identity: WebServer.Identity?, _ calls: Calls) {
    self.calls = calls
    // The library keeps the copies of certificate and key for as long as it runs.
    daemon = picket_http_start(
      socket.descriptor, Self.limits, identity.map { UnsafePointer(strdup($0.certificate)) } ?? nil,
      identity.map { UnsafePointer(strdup($0.key)) } ?? nil,
      { me, connection, path, method, _, bytes, count, request in
        guard let connection, let path, let method, let count, let request else {
          return picket_http_no
        }
        return WebDaemon.of(me)?.access(
          connection, String(cString: path), String(cString: method),
          UnsafeRawBufferPointer(start: bytes, count: count.pointee), count, request)
          ?? picket_http_no
      },
      { me, connection, request, _ in
        guard let connection, let request else { return }
        WebDaemon.of(me)?.complete(connection, request)
      },
      { me, connection, _, change in
        guard let connection else { return }
        WebDaemon.of(me)?.note(connection, change)
      }, Unmanaged.passUnretained(self).toOpaque())
    guard daemon != nil else { return nil }
  }

  private static func of(_ me: UnsafeMutableRawPointer?) -> WebDaemon? {
    me.map { Unmanaged<WebDaemon>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Ends all connections.
  func stop() {
    guard let daemon else { return }
    // The library cannot end connections that are suspended.
    for connection in suspended { MHD_resume_connection(connection) }
    suspended = []
    self.daemon = nil
    // Otherwise the library would close the socket, which has another owner.
    MHD_quiesce_daemon(daemon)
    MHD_stop_daemon(daemon)
  }

  // MARK: Turns

  /// The descriptor that can be read when a socket is ready.
  var descriptor: Int32 { daemon.map { picket_http_epoll($0) } ?? -1 }

  /// Does all that is due; `nil` after it was stopped.
  func run() -> Turn? {
    guard let daemon else { return nil }
    // The descriptor reports a socket once; the library lists the sockets with unfinished work.
    for _ in 0..<Self.mostTurns {
      hasClosed = false
      MHD_run(daemon)
      // At its limit the library takes the listener out of its epoll set, and puts it back only in
      // a run after connections have ended, which nothing else would cause.
      if hasClosed { continue }
      let delay = picket_http_delay(daemon)
      if delay != 0 { return delay < 0 ? .whenReady : .within(milliseconds: Int(delay)) }
    }
    return .soon
  }

  private func suspend(_ connection: Connection) {
    suspended.insert(connection)
    MHD_suspend_connection(connection)
  }

  /// Resumes a connection at the next `run()`; returns whether it was suspended.
  func resume(_ connection: Connection) -> Bool {
    guard suspended.remove(connection) != nil else { return false }
    MHD_resume_connection(connection)
    return true
  }

  // MARK: Requests

  private func note(_ connection: Connection, _ change: MHD_ConnectionNotificationCode) {
    guard change == picket_http_started else {
      hasClosed = true
      return calls.closed(connection)
    }
    calls.opened(connection, picket_http_descriptor(connection))
  }

  private func access(
    _ connection: Connection, _ path: String, _ method: String, _ part: UnsafeRawBufferPointer,
    _ count: UnsafeMutablePointer<Int>, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = request.pointee else {
      let exchange = WebExchange()
      request.pointee = Unmanaged.passRetained(exchange).toOpaque()
      return go(calls.began(connection, exchange, head(of: connection, path, method)), connection)
    }
    let exchange = Unmanaged<WebExchange>.fromOpaque(known).takeUnretainedValue()
    let step = calls.wentOn(connection, exchange, part)
    if case .read = step { count.pointee = 0 }
    return go(step, connection)
  }

  private func complete(
    _ connection: Connection, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) {
    suspended.remove(connection)
    guard let known = request.pointee else { return }
    request.pointee = nil
    Unmanaged<WebExchange>.fromOpaque(known).takeRetainedValue().end()
    calls.ended(connection)
  }

  /// The parts of a request before its body.
  private func head(of connection: Connection, _ path: String, _ method: String) -> RequestHead {
    let arguments = Self.fields(of: connection, picket_http_arguments)
    let descriptor = picket_http_descriptor(connection)
    let peer = IPAddress { getpeername(descriptor, $0, $1) }
    return RequestHead(
      method: method, path: path,
      arguments: Dictionary(arguments.map { ($0.name, $0.value) }) { first, _ in first },
      fields: Self.fields(of: connection, picket_http_headers), peer: peer,
      local: IPAddress { getsockname(descriptor, $0, $1) },
      user: peer?.isLoopback == true ? TCPOwner.user(atOtherEndOf: descriptor) : nil)
  }

  /// The headers or the arguments, in their order, as the library has read them.
  private static func fields(
    of connection: Connection, _ kind: MHD_ValueKind
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

  // MARK: Answers

  private func go(_ step: Continuation, _ connection: Connection) -> MHD_Result {
    switch step {
    case .read: break
    case .wait: suspend(connection)
    case .answer(let answer):
      let made = answer.body.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), picket_http_copied)
      }
      return send(made, answer, connection)
    case .stream(let source, let answer):
      picket_http_set_timeout(connection, Self.streamTimeout)
      return send(response(from: source, size: answer.size, connection), answer, connection)
    case .hangUp: return picket_http_no
    }
    return picket_http_yes
  }

  private func send(
    _ response: OpaquePointer?, _ answer: WebResponse, _ connection: Connection
  ) -> MHD_Result {
    guard let response else { return picket_http_no }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, "Content-Type", answer.type)
    for field in answer.allFields { MHD_add_response_header(response, field.name, field.value) }
    return MHD_queue_response(connection, UInt32(answer.status), response)
  }

  private func response(
    from source: any WebSource, size: Int?, _ connection: Connection
  ) -> OpaquePointer? {
    let reading = Unmanaged.passRetained(
      SourceReading(source) { [weak self] in self?.suspend(connection) })
    let made = MHD_create_response_from_callback(
      size.map(UInt64.init) ?? UInt64.max, Self.block,
      { reading, _, buffer, size in
        guard let reading else { return -1 }
        return Unmanaged<SourceReading>.fromOpaque(reading).takeUnretainedValue().next(
          UnsafeMutableRawBufferPointer(start: buffer, count: size))
      }, reading.toOpaque(),
      { reading in
        if let reading { Unmanaged<SourceReading>.fromOpaque(reading).release() }
      })
    if made == nil { reading.release() }
    return made
  }
}
