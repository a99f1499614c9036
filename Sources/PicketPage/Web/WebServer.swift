import Dispatch
internal import Geofence
import Glibc
internal import System

/// Serves HTTP on a socket.
///
/// The library has no thread here: it works on the queue whenever a socket is ready, so that
/// the whole page runs on one queue.
///
/// - Important: Must only be accessed on its queue.
final class WebServer: @unchecked Sendable {
  private let queue: DispatchQueue
  private let socket: Socket
  private weak var handler: (any WebHandler)?
  private var daemon: WebDaemon?
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?
  private var visits = WebVisits()
  private var isRunDue = false
  private var isCheckDue = false

  /// The key and the certificate of encrypted connections, as PEM.
  struct Identity: Sendable {
    let certificate: String
    let key: String
  }

  /// The server could not be started.
  struct Unusable: Error {}

  init(_ socket: Socket, on queue: DispatchQueue) {
    self.socket = socket
    self.queue = queue
  }

  /// Starts to serve.
  ///
  /// - Throws: `Unusable` if the certificate or the key cannot be used.
  func start(_ identity: Identity?, _ handler: any WebHandler) throws(Unusable) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.handler = handler
    guard let daemon = WebDaemon(socket, identity, calls) else { throw Unusable() }
    self.daemon = daemon
    source = DispatchSource.makeReadSource(fileDescriptor: daemon.descriptor, queue: queue)
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
    source?.cancel()
    timer?.cancel()
    daemon?.stop()
  }

  // MARK: The library's turn

  private var calls: WebDaemon.Calls {
    WebDaemon.Calls(
      opened: { [weak self] connection, descriptor in
        self?.open(connection, descriptor)
      },
      closed: { [weak self] connection in self?.visits.end(connection) },
      began: { [weak self] connection, exchange, head in
        self?.begin(connection, exchange, head) ?? .hangUp
      },
      wentOn: { [weak self] connection, exchange, part in
        self?.resume(connection, exchange, part) ?? .hangUp
      },
      ended: { [weak self] connection in self?.enter(.waiting, connection) })
  }

  private func run() {
    switch daemon?.run() {
    case .whenReady?: timer?.schedule(deadline: .distantFuture)
    case .within(let delay)?: timer?.schedule(deadline: .now() + .milliseconds(delay))
    case .soon?: runSoon()
    case nil: break
    }
  }

  /// Runs after the present turn of the queue, which may be the library's own.
  private func runSoon() {
    guard !isRunDue else { return }
    isRunDue = true
    queue.async { [weak self] in
      self?.isRunDue = false
      self?.run()
    }
  }

  private func resume(_ connection: WebDaemon.Connection) {
    if daemon?.resume(connection) ?? false { runSoon() }
  }

  // MARK: Connections

  /// Adds a connection; another one has to leave when there are too many.
  ///
  /// The library would refuse the new one: devices that send nothing would keep all others out.
  private func open(_ connection: WebDaemon.Connection, _ descriptor: Int32) {
    let leaving = visits.begin(
      connection, descriptor: descriptor, from: IPAddress { getpeername(descriptor, $0, $1) },
      at: MonotonicClock.now, suspended: daemon?.suspended ?? [])
    if let leaving { shutdown(leaving, Int32(SHUT_RDWR)) }
    checkSoon()
  }

  private func enter(_ phase: WebVisits.Phase, _ connection: WebDaemon.Connection) {
    visits.enter(phase, connection, at: MonotonicClock.now)
    checkSoon()
  }

  /// Ends connections that take too long, and checks again while there are some.
  ///
  /// The library ends connections that send nothing, but not those that send a byte now and then.
  private func checkSoon() {
    guard !isCheckDue, visits.areLimited else { return }
    isCheckDue = true
    queue.asyncAfter(deadline: .now() + 5) { [weak self] in
      guard let self else { return }
      isCheckDue = false
      let late = visits.late(at: MonotonicClock.now, except: daemon?.suspended ?? [])
      for descriptor in late { shutdown(descriptor, Int32(SHUT_RDWR)) }
      checkSoon()
    }
  }

  // MARK: Requests

  private func begin(
    _ connection: WebDaemon.Connection, _ exchange: WebExchange, _ head: RequestHead
  ) -> WebDaemon.Step {
    visits.request(connection, at: MonotonicClock.now)
    checkSoon()
    switch handler?.begin(head) {
    case .answer(let response)?:
      enter(.answering, connection)
      return step(response, connection)
    case .read(let handle)?:
      exchange.read(handle)
      return .read
    case .stream(let stream)?:
      exchange.stream(stream)
      // A proxy could wait for more bytes, and deliver late.
      let fields = [Denial.Field(name: "X-Accel-Buffering", value: "no")]
      return self.stream(
        stream, WebResponse(type: "text/event-stream", body: [], fields: fields), connection)
    case nil: return .hangUp
    }
  }

  private func resume(
    _ connection: WebDaemon.Connection, _ exchange: WebExchange, _ part: UnsafeRawBufferPointer
  ) -> WebDaemon.Step {
    if let response = exchange.response { return step(response, connection) }
    // The length was checked before; a body that is longer than it claims ends the connection.
    guard part.isEmpty else { return exchange.add(part) ? .read : .hangUp }
    guard !exchange.isHandled else { return .read }
    enter(.answering, connection)
    exchange.answer { [weak self] in self?.resume(connection) }
    return exchange.response.map { step($0, connection) } ?? .wait
  }

  private func step(
    _ response: WebResponse, _ connection: WebDaemon.Connection
  ) -> WebDaemon.Step {
    guard let source = response.source else { return .answer(response) }
    return stream(source, response, connection)
  }

  private func stream(
    _ source: any WebSource, _ response: WebResponse, _ connection: WebDaemon.Connection
  ) -> WebDaemon.Step {
    source.wake = { [weak self] in self?.resume(connection) }
    enter(.streaming, connection)
    return .stream(source, response)
  }
}
