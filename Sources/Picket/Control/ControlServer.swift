internal import Base
internal import Board
import Dispatch
internal import Geofence
import Glibc
package import Records

/// Serves the clients of the control socket, on a queue of its own.
///
/// However many clients there are and however slowly they read, no caller waits: lines are handed
/// over by value, and left out when too many wait.
package final class ControlServer: Sendable {

  private let queue = DispatchQueue(label: "picket.control")
  private let path: String
  private let pause: Duration
  private let patience: Duration
  private let subscribers = Subscribers()
  // Looked up for each client: the link may be installed while this runs.
  private var rights: ControlRights { ControlRights(owner: geteuid(), ordering: getegid()) }

  /// What only the queue may reach.
  private struct State {
    var listener: ControlSocket?
    var isClosed = false
    var respond: @Sendable (Request, AnswerPromise) -> Void = { _, _ in }
    var accepting: DescriptorWatch?
    var clients: ClientList
    var logBudget: WriteBudget
    var isIdleCheckDue = false
    // Signalled when the last client has its last line.
    var allEnded: DispatchSemaphore?
  }

  private let confined: Confined<State>

  /// Creates a server that does not answer yet.
  ///
  /// - Parameters:
  ///   - listener: The socket that clients connect to; `nil` if it could not be made, which is tried
  ///     again.
  ///   - path: The path of the socket.
  ///   - clients: The most clients at a time.
  ///   - pause: The time between two attempts to make the socket.
  ///   - patience: The time for which a client that sends no requests and watches nothing keeps its
  ///     place.
  package init(
    _ listener: ControlSocket?, path: String, clients: Int, pause: Duration = .seconds(10),
    patience: Duration = .seconds(60)
  ) {
    self.path = path
    self.pause = pause
    self.patience = patience
    confined = Confined(
      State(
        listener: listener, clients: ClientList(limit: clients, patience: patience),
        logBudget: WriteBudget(perHour: 60, at: MonotonicClock.now)), on: queue)
  }

  /// Starts to serve clients.
  ///
  /// - Parameter respond: Called on the server's queue with each request but `watch`; it must
  ///   not wait for anything.
  package func start(_ respond: @escaping @Sendable (Request, AnswerPromise) -> Void) {
    queue.async { [self] in
      confined.value.respond = respond
      if let listener = confined.value.listener { serve(listener) } else { listenLater() }
    }
  }

  private func serve(_ listener: ControlSocket) {
    confined.value.accepting = DescriptorWatch(reading: listener.socket, on: queue) { [self] in
      accept(from: listener)
    }
    confined.value.accepting?.resume()
  }

  /// Tries again to make the socket: its folder may be made, or writable, later.
  private func listenLater() {
    queue.asyncAfter(deadline: .now() + pause.inSeconds) { [self] in
      guard !confined.value.isClosed else { return }
      // The reason was logged at the start.
      guard let made = try? ControlSocket(path: path) else { return listenLater() }
      confined.value.listener = made
      Log.write(.notice, "clients can connect now: the control socket is \(path)")
      do throws(SystemError) {
        try Readers.admit(toSocket: path)
      } catch {
        Log.write(.notice, "\(error); only root and the group of picket can connect")
      }
      serve(made)
    }
  }

  /// Removes the socket: new clients are not served.
  package func close() {
    queue.async { [self] in
      confined.value.isClosed = true
      confined.value.listener?.remove()
      confined.value.accepting?.cancel()
    }
  }

  /// Sends all clients the last published lines and a notice of the end, or gives up after a time.
  package func finish(within seconds: Double) {
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      // Of a copy: a client that reads fast leaves the list at once.
      let present = confined.value.clients
      present.finishAll(Self.ending)
      if confined.value.clients.isEmpty { done.signal() } else { confined.value.allEnded = done }
    }
    _ = done.wait(timeout: .now() + seconds)
  }

  // MARK: Watching

  /// Whether a client watches.
  var isWatched: Bool { subscribers.areThere }

  /// Whether a client watches fixes.
  var areFixesWatched: Bool { subscribers.watchFixes }

  /// Publishes a line to all clients that watch its topic.
  ///
  /// - Parameter line: Makes a line of JSON without its newline, on the server's queue.
  package func publish(_ topic: Topic, _ line: @escaping @Sendable () -> String) {
    guard subscribers.reserve(topic) else { return }
    queue.async { [self] in
      let count = subscribers.release()
      if count > 0 {
        var line = JSONLine()
        line.add("left_out", count)
        send(line.text, to: .event)
      }
      send(line(), to: topic)
    }
  }

  private func send(_ line: String, to topic: Topic) {
    // To a copy: a client that is dropped may leave the list at once.
    let present = confined.value.clients
    present.send(Array("\(line)\n".utf8), to: topic)
  }

  // MARK: Clients

  private func accept(from listener: ControlSocket) {
    dispatchPrecondition(condition: .onQueue(queue))
    do throws(SystemError) {
      admit(try listener.socket.accept())
    } catch {
      // Other errors mean that the client has hung up. Without descriptors the socket would stay
      // readable, and this would be called without end.
      guard error.isShortage else { return }
      log("no client can be served: \(error); trying again")
      confined.value.accepting?.pause()
      queue.asyncAfter(deadline: .now() + 1) { [self] in confined.value.accepting?.resume() }
    }
  }

  private func admit(_ socket: Socket) {
    let credentials: Credentials
    do throws(SystemError) {
      credentials = try Credentials(of: socket)
    } catch {
      return log("a client was refused: \(error)")
    }
    guard rights.right(of: credentials) != nil else {
      let refusal = rights.refusal(of: credentials.user)
      log("a client was refused: \(refusal.reason)")
      return refuse(socket, refusal)
    }
    if let refusal = confined.value.clients.refusal(for: credentials) {
      return refuse(socket, refusal)
    }
    let client = ControlClient(socket, credentials, on: queue)
    confined.value.clients.add(client)
    client.start { [self, unowned client] message in receive(message, from: client) }
    dropIdleClients()
  }

  /// Sends the reason, if that is possible without waiting.
  private func refuse(_ socket: Socket, _ refusal: Refusal) {
    try? socket.write(String(decoding: Self.refusal(refusal, id: nil), as: UTF8.self))
  }

  /// Drops clients that keep a place without use, and checks again while a client may become idle.
  private func dropIdleClients() {
    guard !confined.value.isIdleCheckDue else { return }
    // Of a copy: a client that is dropped may leave the list at once.
    let present = confined.value.clients
    present.dropIdle(at: MonotonicClock.now)
    guard confined.value.clients.canBeIdle else { return }
    confined.value.isIdleCheckDue = true
    // A place may be kept for a quarter longer, so that checks seldom wake the processor.
    queue.asyncAfter(deadline: .now() + patience.inSeconds / 4) { [self] in
      confined.value.isIdleCheckDue = false
      dropIdleClients()
    }
  }

  private func receive(_ message: ControlClient.Message, from client: ControlClient) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch message {
    case .line(let line): handle(line, of: client)
    case .ended:
      confined.value.clients.remove(client)
      subscribers.count(confined.value.clients.subscriptions)
      if confined.value.clients.isEmpty { confined.value.allEnded?.signal() }
    case .dropped(let reason):
      subscribers.count(confined.value.clients.subscriptions)
      guard reason != Self.ending else { return }
      log("process \(client.credentials.process) was cut off the control socket: \(reason)")
    }
  }

  // MARK: Requests

  private func handle(_ line: LineSplitter.Line, of client: ControlClient) {
    switch line {
    case .tooLong:
      let limit = RequestInput.longestLine >> 10
      client.answer(Self.refusal(Refusal("a request has at most \(limit) kB"), id: nil))
    case .whole(let bytes):
      do throws(Request.LineMistake) {
        handle(try Request(bytes, from: client.credentials.user), of: client)
      } catch {
        client.answer(Self.refusal(error.refusal, id: error.id))
      }
    }
  }

  private func handle(_ request: Request, of client: ControlClient) {
    let right = rights.right(of: client.credentials)
    guard let right, right >= request.right else {
      let refusal = rights.refusal(of: request, from: client.credentials.user)
      return client.answer(Self.refusal(refusal, id: request.id))
    }
    guard request.name != "watch" else { return watch(request, client) }
    confined.value.respond(request, AnswerPromise(to: request, of: client, on: queue))
  }

  private func watch(_ request: Request, _ client: ControlClient) {
    do throws(Refusal) {
      let subscription = Subscription(fixes: try request.flag("fixes"))
      // Nothing is missed after the answer: lines are published in later turns of the queue.
      client.watch(subscription)
      subscribers.count(confined.value.clients.subscriptions)
      client.answer(Self.answer(JSONLine(), id: request.id))
    } catch {
      client.answer(Self.refusal(error, id: request.id))
    }
  }

  /// Logs a problem with a client, within a budget.
  private func log(_ text: String) {
    guard confined.value.logBudget.spend(at: MonotonicClock.now) == nil else { return }
    Log.write(.notice, text)
  }

  private static let ending = "picket ends"
}
