import Dispatch
internal import Geofence
import Glibc
internal import Notation
internal import Outputs
internal import System

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

  /// The subjects that the client watches; `nil` when it watches nothing.
  ///
  /// - Important: Must only be accessed on `queue`, like all properties below.
  private(set) nonisolated(unsafe) var subscription: Subscription?
  private nonisolated(unsafe) var receive: @Sendable (Message) -> Void = { _ in }
  private nonisolated(unsafe) var input = RequestInput()
  private nonisolated(unsafe) var outbox = Outbox(limit: ControlClient.mostWaiting)
  private nonisolated(unsafe) var reading: DescriptorWatch?
  private nonisolated(unsafe) var writing: DescriptorWatch?
  private nonisolated(unsafe) var isBusy = false
  // The time at which the client last sent a request, was answered or read some of an answer.
  private nonisolated(unsafe) var lastTurn = MonotonicClock.now
  // Whether the client ends as soon as no line waits for it.
  private nonisolated(unsafe) var isEnding = false
  private nonisolated(unsafe) var hasEnded = false
  private nonisolated(unsafe) var isHangUpCheckDue = false

  /// The most bytes that wait for a client that does not read; the kernel keeps some more.
  static let mostWaiting = 1 << 18

  /// The time that a dropped client has to read the reason, in seconds.
  private static let patience = 30.0

  /// Creates a client from which nothing is read until `start`.
  init(_ socket: Socket, _ credentials: Credentials, on queue: DispatchQueue) {
    self.socket = socket
    self.credentials = credentials
    self.queue = queue
  }

  /// Starts to read.
  ///
  /// - Parameter receive: Called on the queue with every message.
  func start(_ receive: @escaping @Sendable (Message) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.receive = receive
    reading = DescriptorWatch(reading: socket, on: queue) { [self] in deliverNext() }
    writing = DescriptorWatch(writing: socket, on: queue) { [self] in write() }
    reading?.resume()
  }

  // MARK: Requests

  /// Delivers the next request, if there is one and the last one is answered.
  private func deliverNext() {
    guard !isBusy, !hasEnded else { return }
    if input.isEmpty, input.isOpen, !isEnding, input.read(socket) {
      // Other clients have their turn before the rest of an endless line.
      queue.async { [self] in deliverNext() }
    }
    if let line = input.next() {
      isBusy = true
      lastTurn = MonotonicClock.now
      receive(.line(line))
    }
    guard !hasEnded else { return }
    if input.isOpen, !isBusy, !isEnding, input.isEmpty {
      reading?.resume()
    } else {
      reading?.pause()
    }
    endIfDone()
  }

  /// Answers the last request, which ends its turn.
  func answer(_ line: [UInt8]) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !hasEnded else { return }
    isBusy = false
    lastTurn = MonotonicClock.now
    send(line)
    // In a later turn of the queue: `deliverNext` may be the caller.
    queue.async { [self] in deliverNext() }
  }

  /// Starts to send the lines of a subscription.
  func watch(_ subscription: Subscription) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.subscription = subscription
  }

  /// The time since which the client has not used its place; `nil` while it waits or watches.
  var idleSince: Instant? {
    dispatchPrecondition(condition: .onQueue(queue))
    return isBusy || isEnding || subscription != nil ? nil : lastTurn
  }

  // MARK: Writing

  /// Sends a line with its newline; a client for which too much waits is dropped.
  func send(_ line: [UInt8]) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isEnding else { return }
    guard outbox.add(line) else {
      return drop("more than \(Self.mostWaiting >> 10) kB wait to be read here; read faster")
    }
    write()
  }

  /// Discards the waiting lines, sends the reason, and ends the connection.
  func drop(_ reason: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isEnding else { return }
    outbox.replaceWaiting(with: ControlServer.refusal(reason, id: nil))
    endWhenSent(reason)
  }

  /// Sends the reason behind the waiting lines, and ends the connection.
  func finish(_ reason: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isEnding else { return }
    outbox.addLast(ControlServer.refusal(reason, id: nil))
    // A request that is not answered yet is never answered.
    isBusy = false
    endWhenSent(reason)
  }

  private func endWhenSent(_ reason: String) {
    isEnding = true
    subscription = nil
    input.discard()
    reading?.pause()
    queue.asyncAfter(deadline: .now() + Self.patience) { [self] in end() }
    receive(.dropped(reason))
    write()
  }

  private func write() {
    while !outbox.isEmpty, !hasEnded {
      let count = outbox.next.withUnsafeBytes {
        Glibc.send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        writing?.resume()
        return
      }
      guard count >= 0 else { return end() }
      outbox.send(count)
      if subscription == nil { lastTurn = MonotonicClock.now }
    }
    writing?.pause()
    endIfDone()
  }

  // MARK: The end

  /// Ends a client that can send nothing more, when nothing waits for it.
  private func endIfDone() {
    guard !hasEnded, outbox.isEmpty, !isBusy, input.isEmpty else { return }
    if isEnding { return end() }
    guard !input.isOpen else { return }
    var state = pollfd(fd: socket.descriptor, events: 0, revents: 0)
    let isGone = poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP | POLLERR) != 0
    guard subscription != nil, !isGone else { return end() }
    // The client has shut its sending side but still watches: no other event reports its hang-up.
    guard !isHangUpCheckDue else { return }
    isHangUpCheckDue = true
    queue.asyncAfter(deadline: .now() + 1) { [self] in
      isHangUpCheckDue = false
      endIfDone()
    }
  }

  /// Ends the connection at once.
  func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !hasEnded else { return }
    hasEnded = true
    isEnding = true
    subscription = nil
    reading?.cancel()
    writing?.cancel()
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    let receive = receive
    // The closure holds the server, which holds this client.
    self.receive = { _ in }
    reading = nil
    writing = nil
    receive(.ended)
  }
}
