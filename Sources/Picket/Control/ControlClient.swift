import Dispatch
internal import Geofence
import Glibc
internal import Notation
internal import Outputs
internal import System

/// One client of the control socket: requests come in, answers and what it watches go out.
///
/// While a request is being answered no other is read, so answers come in the order of the
/// requests and what waits stays in the client's own socket. Everything happens on the queue
/// of the server.
final class ControlClient: Sendable {
  /// What a client wants to be told besides answers.
  struct Wishes: Hashable, Sendable {
    /// Whether it wants fixes with where the carrier stands.
    var fixes = false
  }

  /// What its server is told.
  enum Message: Sendable {
    /// A line came in; `answer` ends its turn.
    case line(LineSplitter.Line)
    /// It is told nothing more but this reason.
    case dropped(String)
    /// It is gone.
    case ended
  }

  /// The process, user and groups at the other end.
  let credentials: Credentials

  private let socket: Socket
  private let queue: DispatchQueue

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private(set) nonisolated(unsafe) var wishes: Wishes?
  private nonisolated(unsafe) var receive: @Sendable (Message) -> Void = { _ in }
  private nonisolated(unsafe) var splitter = LineSplitter(limit: ControlClient.mostOfALine)
  private nonisolated(unsafe) var lines: [LineSplitter.Line] = []
  private nonisolated(unsafe) var outbox = Outbox(limit: ControlClient.mostWaiting)
  private nonisolated(unsafe) var reading: DescriptorWatch?
  private nonisolated(unsafe) var writing: DescriptorWatch?
  private nonisolated(unsafe) var isBusy = false
  // When it asked last, was answered or read something of its answer.
  private nonisolated(unsafe) var lastTurn = MonotonicClock.now
  // Whether it has shut its side, or is to be read no more.
  private nonisolated(unsafe) var isRead = true
  // Whether it ends as soon as nothing waits any more.
  private nonisolated(unsafe) var isEnding = false
  private nonisolated(unsafe) var hasEnded = false
  private nonisolated(unsafe) var isLookedAfter = false

  /// How many bytes a request may have.
  static let mostOfALine = 1 << 18

  /// How often a client is read in one turn of the queue: as much as a request may have.
  private static let mostReads = 16

  /// How many bytes wait for a client that does not read; the kernel keeps some more.
  static let mostWaiting = 1 << 18

  /// How long a client that is dropped has to read why, in seconds.
  private static let patience = 30.0

  /// Creates a client that is not listened to yet.
  init(
    _ socket: Socket, _ credentials: Credentials, on queue: DispatchQueue
  ) {
    self.socket = socket
    self.credentials = credentials
    self.queue = queue
  }

  /// Starts to listen to it.
  ///
  /// - Parameter receive: Called on the queue with every message.
  func start(_ receive: @escaping @Sendable (Message) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.receive = receive
    reading = DescriptorWatch(reading: socket, on: queue) { [self] in takeNext() }
    writing = DescriptorWatch(writing: socket, on: queue) { [self] in write() }
    reading?.resume()
  }

  // MARK: Requests

  /// Reads until there is a request, nothing more or the end.
  ///
  /// libdispatch reports only once that a client has hung up: the end that is not read then is
  /// never read.
  private func read() {
    var turns = 0
    var isMore = true
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      while isMore, lines.isEmpty, turns < Self.mostReads {
        turns += 1
        switch socket.read(into: buffer) {
        case .nothingYet: isMore = false
        case .bytes(let bytes): lines += splitter.split(bytes)
        case .closed, .failed:
          // Who has nothing more to ask may still want to be told.
          lines += splitter.finish()
          isRead = false
          isMore = false
        }
      }
    }
    guard isMore, lines.isEmpty else { return }
    // Others have their turn before the rest of an endless line.
    queue.async { [self] in takeNext() }
  }

  /// Hands over the next request, if there is one and it is its turn.
  private func takeNext() {
    guard !isBusy, !hasEnded else { return }
    if lines.isEmpty, isRead, !isEnding { read() }
    if !lines.isEmpty {
      isBusy = true
      lastTurn = MonotonicClock.now
      receive(.line(lines.removeFirst()))
    }
    guard !hasEnded else { return }
    if isRead, !isBusy, !isEnding, lines.isEmpty { reading?.resume() } else { reading?.pause() }
    endIfDone()
  }

  /// Ends the turn of the request that came last.
  func answer(_ line: [UInt8]) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !hasEnded else { return }
    isBusy = false
    lastTurn = MonotonicClock.now
    send(line)
    // Not from within the loop that handed it over.
    queue.async { [self] in takeNext() }
  }

  /// Tells it from now on what happens.
  func watch(_ wishes: Wishes) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.wishes = wishes
  }

  /// Since when it has kept its place without use; `nil` while it waits for an answer or watches.
  var idleSince: Instant? {
    dispatchPrecondition(condition: .onQueue(queue))
    return isBusy || isEnding || wishes != nil ? nil : lastTurn
  }

  // MARK: Writing

  /// Sends a line with its end as soon as the client takes it; one that takes too little is dropped.
  func send(_ line: [UInt8]) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isEnding else { return }
    guard outbox.add(line) else {
      return drop("more than \(Self.mostWaiting >> 10) kB wait to be read here; read faster")
    }
    write()
  }

  /// Gives up what waits, says why, and ends it.
  func drop(_ reason: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isEnding else { return }
    isEnding = true
    wishes = nil
    lines = []
    outbox.giveUp(for: ControlServer.refusal(reason, id: nil))
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
      if wishes == nil { lastTurn = MonotonicClock.now }
    }
    writing?.pause()
    endIfDone()
  }

  // MARK: The end

  /// Ends when nothing is left to do for a client that has nothing more to ask.
  private func endIfDone() {
    guard !hasEnded, outbox.isEmpty, !isBusy, lines.isEmpty else { return }
    if isEnding { return end() }
    guard !isRead else { return }
    var state = pollfd(fd: socket.descriptor, events: 0, revents: 0)
    let isGone = poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP | POLLERR) != 0
    guard wishes != nil, !isGone else { return end() }
    // It has shut its own side only and watches on: nothing else will tell when it is gone.
    guard !isLookedAfter else { return }
    isLookedAfter = true
    queue.asyncAfter(deadline: .now() + 1) { [self] in
      isLookedAfter = false
      endIfDone()
    }
  }

  /// Ends it at once.
  func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !hasEnded else { return }
    hasEnded = true
    isEnding = true
    wishes = nil
    reading?.cancel()
    writing?.cancel()
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    let receive = receive
    // What it was to tell holds its server, which holds it.
    self.receive = { _ in }
    reading = nil
    writing = nil
    receive(.ended)
  }
}
