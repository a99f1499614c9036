internal import Base
internal import Board
import Dispatch
internal import Geofence
import Glibc
internal import Records

/// One client of the control socket: it sends requests, and receives answers and watched lines.
///
/// The next request is read only after the last one is answered. So answers have the order of the
/// requests, and further requests wait in the client's own socket. Everything happens on the queue
/// of the server.
final class ControlClient: Sendable {
  /// A report to the server.
  enum Message: Sendable {
    /// A line came in; `answer` ends its turn.
    case line(LineSplitter.Line)
    /// The client is dropped, and receives only this reason.
    case dropped(String)
    /// The connection has ended.
    case ended
  }

  /// The process, user and groups at the other end.
  let credentials: Credentials

  private let socket: Socket
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var subscription: Subscription?
    var receive: @Sendable (Message) -> Void = { _ in }
    var input = RequestInput()
    var outbox = Outbox(limit: ControlClient.mostWaiting)
    var reading: DescriptorWatch?
    var writing: DescriptorWatch?
    var isBusy = false
    // The time at which the client last sent a request, was answered or read some of an answer.
    var lastTurn = MonotonicClock.now
    // Whether the client ends as soon as no line waits for it.
    var isEnding = false
    var hasEnded = false
    var isHangUpCheckDue = false

    /// Whether a request is to be read: the last one is answered, and none waits.
    private var isReading: Bool {
      !isBusy && !isEnding && !hasEnded && input.isOpen && input.isEmpty
    }

    /// Whether nothing waits any more of a client that can send nothing more.
    var isDone: Bool {
      !hasEnded && outbox.isEmpty && !isBusy && input.isEmpty && (isEnding || !input.isOpen)
    }

    /// The time since which the client has not used its place; `nil` while it waits or watches.
    var idleSince: Instant? {
      isBusy || isEnding || subscription != nil ? nil : lastTurn
    }

    /// Reads, if a request is to be read, and returns whether there is more to read.
    mutating func read(_ socket: Socket) -> Bool { isReading && input.read(socket) }

    /// Removes and returns the next request, whose turn begins; `nil` in the turn of another.
    mutating func nextRequest() -> LineSplitter.Line? {
      guard !isBusy, !hasEnded, let line = input.next() else { return nil }
      (isBusy, lastTurn) = (true, MonotonicClock.now)
      return line
    }

    /// Ends the turn of a request, and returns whether its answer can be sent.
    mutating func endTurn() -> Bool {
      guard !hasEnded else { return false }
      (isBusy, lastTurn) = (false, MonotonicClock.now)
      return true
    }

    /// Reports the client's next bytes only where a request is to be read.
    func watchInput() {
      if isReading { reading?.resume() } else { reading?.pause() }
    }

    /// Sends what waits, as far as there is room, and returns whether the connection holds.
    mutating func write(to socket: Socket) -> Bool {
      while !outbox.isEmpty, !hasEnded {
        guard let count = try? socket.write(firstOf: outbox.next) else { return false }
        guard count > 0 else {
          writing?.resume()
          return true
        }
        outbox.send(count)
        if subscription == nil { lastTurn = MonotonicClock.now }
      }
      writing?.pause()
      return true
    }

    /// Ends the turns of the client: only what waits for it is sent.
    mutating func endTurns() {
      (isEnding, subscription) = (true, nil)
      input.discard()
      reading?.pause()
    }

    /// Ends everything and returns whom to tell; `nil` after the first time.
    mutating func end() -> (@Sendable (Message) -> Void)? {
      guard !hasEnded else { return nil }
      (hasEnded, isEnding, subscription) = (true, true, nil)
      for watch in [reading, writing] { watch?.cancel() }
      (reading, writing) = (nil, nil)
      // The closure holds the server, which holds this client.
      defer { receive = { _ in } }
      return receive
    }
  }

  private let confined: Confined<State>

  /// The subjects that the client watches; `nil` when it watches nothing.
  var subscription: Subscription? { confined.value.subscription }

  /// The most bytes that wait for a client that does not read; the kernel keeps some more.
  static let mostWaiting = 1 << 18

  /// The time that a dropped client has to read the reason, in seconds.
  private static let patience = 30.0

  /// Creates a client from which nothing is read until `start`.
  init(_ socket: Socket, _ credentials: Credentials, on queue: DispatchQueue) {
    self.socket = socket
    self.credentials = credentials
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Starts to read.
  ///
  /// - Parameter receive: Called on the queue with every message.
  func start(_ receive: @escaping @Sendable (Message) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.receive = receive
    confined.value.reading = DescriptorWatch(reading: socket, on: queue) { [self] in deliverNext() }
    confined.value.writing = DescriptorWatch(writing: socket, on: queue) { [self] in write() }
    confined.value.reading?.resume()
  }

  // MARK: Requests

  /// Delivers the next request, if there is one and the last one is answered.
  private func deliverNext() {
    if confined.value.read(socket) {
      // Other clients have their turn before the rest of an endless line.
      queue.async { [self] in deliverNext() }
    }
    if let line = confined.value.nextRequest() { confined.value.receive(.line(line)) }
    confined.value.watchInput()
    endIfDone()
  }

  /// Answers the last request, which ends its turn.
  func answer(_ line: [UInt8]) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard confined.value.endTurn() else { return }
    send(line)
    // In a later turn of the queue: `deliverNext` may be the caller.
    queue.async { [self] in deliverNext() }
  }

  /// Starts to send the lines of a subscription.
  func watch(_ subscription: Subscription) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.subscription = subscription
  }

  /// The time since which the client has not used its place; `nil` while it waits or watches.
  var idleSince: Instant? { confined.value.idleSince }

  // MARK: Writing

  /// Sends a line with its newline; a client for which too much waits is dropped.
  func send(_ line: [UInt8]) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.isEnding else { return }
    guard confined.value.outbox.add(line) else {
      return drop("more than \(Self.mostWaiting >> 10) kB wait to be read here; read faster")
    }
    write()
  }

  /// Discards the waiting lines, sends the reason, and ends the connection.
  func drop(_ reason: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.isEnding else { return }
    confined.value.outbox.replaceWaiting(with: ControlServer.refusal(Refusal(reason), id: nil))
    endWhenSent(reason)
  }

  /// Sends the reason behind the waiting lines, and ends the connection.
  func finish(_ reason: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !confined.value.isEnding else { return }
    confined.value.outbox.addLast(ControlServer.refusal(Refusal(reason), id: nil))
    // A request that is not answered yet is never answered.
    confined.value.isBusy = false
    endWhenSent(reason)
  }

  private func endWhenSent(_ reason: String) {
    confined.value.endTurns()
    queue.asyncAfter(deadline: .now() + Self.patience) { [self] in end() }
    confined.value.receive(.dropped(reason))
    write()
  }

  private func write() {
    guard confined.value.write(to: socket) else { return end() }
    endIfDone()
  }

  // MARK: The end

  /// Ends a client that can send nothing more, when nothing waits for it.
  private func endIfDone() {
    guard confined.value.isDone else { return }
    var state = pollfd(fd: socket.descriptor, events: 0, revents: 0)
    let isGone = poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP | POLLERR) != 0
    guard confined.value.subscription != nil, !isGone else { return end() }
    // The client has shut its sending side but still watches: no other event reports its hang-up.
    guard !confined.value.isHangUpCheckDue else { return }
    confined.value.isHangUpCheckDue = true
    queue.asyncAfter(deadline: .now() + 1) { [self] in
      confined.value.isHangUpCheckDue = false
      endIfDone()
    }
  }

  /// Ends the connection at once.
  func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let receive = confined.value.end() else { return }
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    receive(.ended)
  }
}
