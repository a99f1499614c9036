internal import Base
import Dispatch
internal import Geofence
import Glibc

/// Answers the requests of a server, on its queue.
protocol WebHandler: AnyObject {
  /// Decides on a request, before its body is read.
  func begin(_ head: RequestHead) -> WebBeginning
}

/// The next step for a request.
enum WebBeginning {
  /// The request is answered at once; a body is not read.
  case answer(WebResponse)
  /// The body is read, and then the request is answered; `ended` is called once, with the answer or
  /// when the connection has ended before it.
  case read(
    _ handle: (_ body: [UInt8], _ reply: WebReply) -> Void,
    ended: (_ isAnswered: Bool) -> Void = { _ in })
  /// Messages are sent until one side ends the stream.
  case stream(WebStream)
}

/// Serves HTTP on a socket.
///
/// The library has no thread here: it works on the queue whenever a socket is ready, so that
/// the whole page runs on one queue.
///
/// - Important: Must only be accessed on its queue.
final class WebServer: Sendable {
  private let queue: DispatchQueue
  private let socket: Socket
  /// What only the queue may reach.
  private struct State {
    weak var handler: (any WebHandler)?
    var daemon: WebDaemon?
    var source: (any DispatchSourceRead)?
    var timer: (any DispatchSourceTimer)?
    var visits = WebVisits()
    // Those that wait for this program.
    var waiting: [WebDaemon.Connection: WebExchange] = [:]
    var isRunDue = false
    var isCheckDue = false
  }

  private let confined: Confined<State>

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
    confined = Confined(State(), on: queue)
  }

  /// Starts to serve.
  ///
  /// - Throws: `Unusable` if the certificate or the key cannot be used.
  func start(_ identity: Identity?, _ handler: any WebHandler) throws(Unusable) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.handler = handler
    guard let daemon = WebDaemon(socket, identity, calls) else { throw Unusable() }
    confined.value.daemon = daemon
    confined.value.source = DispatchSource.makeReadSource(
      fileDescriptor: daemon.descriptor, queue: queue)
    confined.value.source?.setEventHandler { [weak self] in self?.run() }
    confined.value.timer = DispatchSource.makeTimerSource(queue: queue)
    confined.value.timer?.setEventHandler { [weak self] in self?.run() }
    confined.value.timer?.resume()
    confined.value.source?.resume()
    run()
  }

  /// Ends all connections.
  func stop() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.source?.cancel()
    confined.value.timer?.cancel()
    confined.value.daemon?.stop()
  }

  // MARK: The library's turn

  private var calls: WebDaemon.Calls {
    WebDaemon.Calls(
      opened: { [weak self] connection, descriptor in
        self?.open(connection, descriptor)
      },
      closed: { [weak self] connection in self?.confined.value.visits.end(connection) },
      began: { [weak self] connection, exchange, head in
        self?.begin(connection, exchange, head) ?? .hangUp
      },
      wentOn: { [weak self] connection, exchange, part in
        self?.resume(connection, exchange, part) ?? .hangUp
      },
      ended: { [weak self] connection in
        self?.confined.value.waiting[connection] = nil
        self?.enter(.waiting, connection)
      })
  }

  private func run() {
    switch confined.value.daemon?.run() {
    case .whenReady?: confined.value.timer?.schedule(deadline: .distantFuture)
    case .within(let delay)?:
      confined.value.timer?.schedule(deadline: .now() + .milliseconds(delay))
    case .soon?: runSoon()
    case nil: break
    }
  }

  /// Runs after the present turn of the queue, which may be the library's own.
  private func runSoon() {
    guard !confined.value.isRunDue else { return }
    confined.value.isRunDue = true
    queue.async { [weak self] in
      self?.confined.value.isRunDue = false
      self?.run()
    }
  }

  private func resume(_ connection: WebDaemon.Connection) {
    if confined.value.daemon?.resume(connection) ?? false { runSoon() }
  }

  // MARK: Connections

  /// Adds a connection; another one has to leave when there are too many.
  ///
  /// The library would refuse the new one: devices that send nothing would keep all others out.
  private func open(_ connection: WebDaemon.Connection, _ descriptor: Int32) {
    let leaving = confined.value.visits.begin(
      connection, descriptor: descriptor, from: IPAddress { getpeername(descriptor, $0, $1) },
      at: MonotonicClock.now, suspended: confined.value.daemon?.suspended ?? [])
    if let leaving { shutdown(leaving, Int32(SHUT_RDWR)) }
    checkSoon()
  }

  private func enter(_ phase: WebVisits.Phase, _ connection: WebDaemon.Connection) {
    confined.value.visits.enter(phase, connection, at: MonotonicClock.now)
    checkSoon()
  }

  /// Ends connections that take too long, and checks again while there are some.
  ///
  /// The library ends connections that send nothing, but not those that send a byte now and then.
  private func checkSoon() {
    guard !confined.value.isCheckDue, confined.value.visits.areLimited else { return }
    confined.value.isCheckDue = true
    queue.asyncAfter(deadline: .now() + 5) { [weak self] in
      guard let self else { return }
      confined.value.isCheckDue = false
      let late = confined.value.visits.late(
        at: MonotonicClock.now, except: confined.value.daemon?.suspended ?? [])
      for descriptor in late { shutdown(descriptor, Int32(SHUT_RDWR)) }
      endWorkOfThoseGone()
      checkSoon()
    }
  }

  /// Ends the work for connections that have hung up: the library does not look at those that wait.
  private func endWorkOfThoseGone() {
    for (connection, exchange) in confined.value.waiting {
      guard let descriptor = confined.value.visits.descriptor(of: connection) else { continue }
      var state = pollfd(fd: descriptor, events: Self.hangUp, revents: 0)
      guard poll(&state, 1, 0) == 1 else { continue }
      confined.value.waiting[connection] = nil
      exchange.abandon()
      resume(connection)
    }
  }

  // POLLRDHUP, which Swift's module of glibc leaves out.
  private static let hangUp: Int16 = 0x2000

  // MARK: Requests

  private func begin(
    _ connection: WebDaemon.Connection, _ exchange: WebExchange, _ head: RequestHead
  ) -> WebDaemon.Continuation {
    confined.value.visits.request(connection, at: MonotonicClock.now)
    checkSoon()
    switch confined.value.handler?.begin(head) {
    case .answer(let response)?:
      enter(.answering, connection)
      return step(response, connection)
    case .read(let handle, let ended)?:
      exchange.read(handle, ended: ended)
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
  ) -> WebDaemon.Continuation {
    if let response = exchange.response { return step(response, connection) }
    // The length was checked before; a body that is longer than it claims ends the connection.
    guard part.isEmpty else { return exchange.add(part) ? .read : .hangUp }
    guard !exchange.isHandled else { return .read }
    enter(.answering, connection)
    exchange.answer(on: queue) { [weak self] in
      self?.confined.value.waiting[connection] = nil
      self?.resume(connection)
    }
    if let response = exchange.response { return step(response, connection) }
    confined.value.waiting[connection] = exchange
    return .wait
  }

  private func step(
    _ response: WebResponse, _ connection: WebDaemon.Connection
  ) -> WebDaemon.Continuation {
    guard let source = response.source else { return .answer(response) }
    return stream(source, response, connection)
  }

  private func stream(
    _ source: any WebSource, _ response: WebResponse, _ connection: WebDaemon.Connection
  ) -> WebDaemon.Continuation {
    source.wake = { [weak self] in self?.resume(connection) }
    enter(.streaming, connection)
    return .stream(source, response)
  }
}
