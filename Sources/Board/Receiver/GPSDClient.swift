package import Base
package import Dispatch
package import Geofence

/// A connection to gpsd that is made again whenever it is lost, until it is stopped.
///
/// The socket, its time limits and the splitting into lines are Picket's own:
/// libgps connects and reads in ways that block, spin and hang.
///
/// Everything happens on the queue that it was created with, and it lives at
/// least until it is stopped. It sets no timer: the owner of the queue calls
/// `deadlineReached(at:)` at the `deadline`.
package final class GPSDClient: Sendable {
  /// A change of the connection.
  package enum Message: Sendable {
    /// The connection was made, and reports were requested from gpsd.
    case connected
    /// A line of a report, and the instant of its arrival.
    case line(LineSplitter.Line, at: Instant)
    /// Connecting failed or the connection ended; the next attempt follows by itself.
    case lost(String)
    /// Nothing arrived for too long, so the connection is made again.
    case silent
  }

  /// The state of the connection.
  private enum Phase {
    case idle
    case connecting
    case connected(Socket, ReadWatch)
    case waiting
  }

  private let queue: DispatchQueue
  private let host: String
  private let port: Int
  private let receive: @Sendable (Message) -> Void

  /// What only the queue may reach.
  private struct State: ~Copyable {
    var phase = Phase.idle
    var splitter = LineSplitter()
    var backoff = Backoff()
    var attempt = 0
    // The time without any line from gpsd after which the connection is made again.
    var silenceLimit = GPSDClient.shortestSilence
    // Small, because all lines of one piece are handled before others have the queue.
    let room = Room()
    var interval: Duration? {
      didSet {
        // It is set with each line, and multiplying durations is slow.
        guard interval != oldValue else { return }
        silenceLimit = max(GPSDClient.shortestSilence, (interval ?? .zero) * 3)
      }
    }
    var deadline: Instant?
    var turnEnd: Instant?

    /// The next line in the rest of a piece; any line shows that gpsd is there.
    mutating func nextLine(
      from rest: inout UnsafeBufferPointer<UInt8>, isFirst: Bool, at now: Instant
    ) -> LineSplitter.Line? {
      guard let line = splitter.next(from: &rest) else { return nil }
      if isFirst { deadline = now.advanced(by: silenceLimit) }
      if case .whole = line { backoff.reset() }
      return line
    }

    /// Sets what a plan has, and returns the deadline.
    mutating func plan(interval: Duration?, turnEnd: Instant?) -> Instant? {
      self.interval = interval
      self.turnEnd = turnEnd
      return deadline
    }
  }

  /// The memory for a piece of reports.
  private final class Room {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    /// The room for the next piece, smaller shortly before others need the queue.
    func piece(before turnEnd: Instant?) -> UnsafeMutableRawBufferPointer {
      guard let turnEnd, MonotonicClock.now.advanced(by: GPSDClient.turn) > turnEnd else {
        return bytes
      }
      return UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(bytes.count / 8))
    }

    deinit { bytes.deallocate() }
  }

  private let confined: Confined<State>

  /// Plans the next turn of reading.
  ///
  /// - Parameters:
  ///   - interval: The interval at which the receiver reports, if it is known: the longer it is,
  ///     the longer a silence may last.
  ///   - turnEnd: The instant at which others need the queue, so that reading ends for them.
  /// - Returns: The deadline.
  package func plan(interval: Duration?, turnEnd: Instant?) -> Instant? {
    confined.value.plan(interval: interval, turnEnd: turnEnd)
  }

  /// The instant at which others need the queue, so that reading ends for them; `nil` for none.
  package var turnEnd: Instant? {
    get { confined.value.turnEnd }
    set { confined.value.turnEnd = newValue }
  }

  /// The instant at which `deadlineReached(at:)` is to be called; `nil` when nothing is due.
  package var deadline: Instant? { confined.value.deadline }

  /// Creates a client that does nothing until it is started.
  ///
  /// - Parameters:
  ///   - queue: The queue on which everything happens.
  ///   - host: A name or address.
  ///   - port: The TCP port; gpsd's own is 2947.
  ///   - receive: Called on the queue with every message.
  package init(
    queue: DispatchQueue, host: String, port: Int, receive: @escaping @Sendable (Message) -> Void
  ) {
    self.queue = queue
    confined = Confined(State(), on: queue)
    self.host = host
    self.port = port
    self.receive = receive
  }

  // MARK: For the owner of the queue

  /// Starts connecting.
  package func start() {
    dispatchPrecondition(condition: .onQueue(queue))
    connect()
  }

  /// Ends the connection and makes no other.
  package func stop() {
    dispatchPrecondition(condition: .onQueue(queue))
    close()
    confined.value.phase = .idle
    confined.value.deadline = nil
  }

  /// Handles a deadline: gives up an attempt, starts the next, or connects again after a silence.
  package func deadlineReached(at now: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let deadline = confined.value.deadline, deadline <= now else { return }
    switch confined.value.phase {
    case .idle: confined.value.deadline = nil
    case .connecting: lose("\(host):\(port): no answer in a minute")
    case .connected:
      // gpsd 3.22 can lose a receiver without a report and finds it again for a new client.
      receive(.silent)
      close()
      connect()
    case .waiting: connect()
    }
  }

  /// Reads what has arrived by now, before the watch reports it.
  package func drain() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard case .connected(let socket, _) = confined.value.phase else { return }
    read(socket)
  }

  // MARK: Connecting

  private func connect() {
    confined.value.phase = .connecting
    confined.value.attempt += 1
    confined.value.deadline = MonotonicClock.now.advanced(by: Self.dialLimit)
    DispatchQueue.global().async { [self, attempt = confined.value.attempt] in
      let result = Result {
        try Socket.dial(host, port: port, within: Self.connectLimit) {
          try Socket(connectingTo: $0, mostWaiting: Self.mostWaiting)
        }
      }
      queue.async { self.dialled(result, attempt) }
    }
  }

  private func dialled(_ result: Result<Socket, any Error>, _ attempt: Int) {
    guard case .connecting = confined.value.phase, attempt == confined.value.attempt else { return }
    switch result {
    case .success(let socket): connected(by: socket)
    case .failure(let error): lose("\(error)")
    }
  }

  private func connected(by socket: Socket) {
    confined.value.splitter = LineSplitter()
    do {
      try socket.write(#"?WATCH={"enable":true,"json":true};"# + "\n")
      confined.value.phase = .connected(
        socket, try ReadWatch(socket, on: queue) { [self] in read(socket) })
    } catch {
      return lose("\(error)")
    }
    confined.value.deadline = MonotonicClock.now.advanced(by: confined.value.silenceLimit)
    receive(.connected)
  }

  // MARK: Reading

  /// Reads until nothing is left, or until others must have the queue.
  private func read(_ socket: Socket) {
    var end: Instant?
    while true {
      // A message may have led to the end of this connection.
      guard case .connected(let current, _) = confined.value.phase, current === socket else {
        return
      }
      let piece = confined.value.room.piece(before: confined.value.turnEnd)
      switch socket.read(into: piece) {
      case .nothingYet: return
      case .closed: return lose("gpsd closed the connection")
      case .failed(let error): return lose(error.description)
      case .bytes(let bytes):
        // Read once for each piece: some kernels answer with a system call, which is slow.
        let now = MonotonicClock.now
        var rest = UnsafeRawBufferPointer(bytes).bindMemory(to: UInt8.self)
        var isFirst = true
        while let line = confined.value.nextLine(from: &rest, isFirst: isFirst, at: now) {
          isFirst = false
          receive(.line(line, at: now))
        }
        // The watch reports further bytes: reading again would cost a system call.
        guard bytes.count == piece.count else { return }
        let last = end ?? now.advanced(by: Self.turn)
        guard now < confined.value.turnEnd ?? last, now < last else { return }
        end = last
      }
    }
  }

  // MARK: Ending

  private func lose(_ reason: String) {
    close()
    confined.value.phase = .waiting
    confined.value.deadline = MonotonicClock.now.advanced(by: confined.value.backoff.next())
    receive(.lost(reason))
  }

  private func close() {
    if case .connected(_, let watch) = confined.value.phase { watch.cancel() }
  }

  // MARK: Limits

  /// The longest time of reading before others have the queue: a beep must end in time, and
  /// signals of the system must be handled.
  private static let turn = Duration.milliseconds(50)

  /// The most bytes that wait unread.
  ///
  /// The kernel's own megabytes would be minutes of the past for a controller that cannot keep up
  /// with a flood.
  private static let mostWaiting: Int32 = 65_536

  /// The seconds that an address has to answer.
  private static let connectLimit = 5

  /// The time that the name server and all addresses together have: libc alone may wait forever.
  private static let dialLimit = Duration.seconds(60)

  /// The shortest time without any line from gpsd after which the connection is made again.
  ///
  /// After its start, gpsd searches for its receiver's baud rate for up to 6.4 s
  /// before it answers, so this must be longer.
  private static let shortestSilence = Duration.seconds(12)
}
