package import Base
package import Dispatch
internal import Geofence
import Glibc

/// A connection to the control socket that is made again whenever the controller returns.
///
/// It connects again by itself and receives all published lines. Everything happens on the queue
/// that it is created with, and nothing there waits.
package final class ControlFeed: Sendable {
  /// A report to the owner.
  package enum News: Sendable {
    /// There is a connection, and published lines will arrive.
    case connected
    /// The connection has ended, or still cannot be made, with the reason.
    case disconnected(String)
    /// A published line.
    case line(Reply)
  }

  private let path: String
  private let watchesFixes: Bool
  private let patience: Duration
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var receive: @Sendable (News) -> Void = { _ in }
    var socket: Socket?
    var reading: DescriptorWatch?
    var splitter = LineSplitter(limit: ControlFeed.longestLine)
    // Answers arrive in the order of the requests.
    var waiting: [(sent: Instant, completion: @Sendable (Reply?) -> Void)] = []
    // The reason in the last line: a controller that ends a connection gives it there.
    var lastRefusal: Refusal?
    var backoff: Backoff
    var isEnding = false

    /// Whether nothing is to be connected now.
    var isSettled: Bool { socket != nil || isEnding }

    /// Removes the request that the next answer is for, and returns whom to tell.
    mutating func nextWaiting() -> (@Sendable (Reply?) -> Void)? {
      waiting.isEmpty ? nil : waiting.removeFirst().completion
    }

    /// Begins a connection.
    mutating func open(_ socket: Socket, _ reading: DescriptorWatch) {
      (self.socket, self.reading) = (socket, reading)
      splitter = LineSplitter(limit: ControlFeed.longestLine)
      reading.resume()
    }

    /// Ends the connection, and returns whom to tell that no answer comes.
    mutating func close() -> [@Sendable (Reply?) -> Void] {
      reading?.cancel()
      defer { (reading, socket, waiting, lastRefusal) = (nil, nil, [], nil) }
      return waiting.map(\.completion)
    }
  }

  private let confined: Confined<State>

  /// Creates a feed that is not connected yet.
  ///
  /// - Parameters:
  ///   - path: The path of the control socket.
  ///   - watchesFixes: Whether fixes are watched, too.
  ///   - patience: The longest time for an answer; the controller needs some milliseconds.
  ///   - backoff: The times between two attempts to connect.
  package init(
    path: String, watchesFixes: Bool, on queue: DispatchQueue, patience: Duration = .seconds(10),
    backoff: Backoff = Backoff(from: .seconds(1), to: .seconds(10))
  ) {
    (self.path, self.watchesFixes) = (path, watchesFixes)
    (self.queue, self.patience) = (queue, patience)
    confined = Confined(State(backoff: backoff), on: queue)
  }

  /// Starts to connect.
  ///
  /// - Parameter receive: Called on the queue with all news.
  package func start(_ receive: @escaping @Sendable (News) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.receive = receive
    connect()
  }

  /// Ends the connection, which is not made again.
  package func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.isEnding = true
    confined.value.receive = { _ in }
    close()
  }

  /// Ends the connection if an answer is late: a controller that hangs keeps its connections.
  ///
  /// - Returns: Whether an answer is awaited.
  @discardableResult
  package func checkAnswers() -> Bool {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let first = confined.value.waiting.first else { return false }
    if first.sent.duration(to: MonotonicClock.now) >= patience {
      end("picket does not answer: it is busy, or hangs; see its log")
    }
    return true
  }

  /// Sends a request.
  ///
  /// - Parameter completion: Called once on the queue with the answer; with `nil` when the
  ///   connection ends before that.
  package func send(_ request: JSONLine, _ completion: @escaping @Sendable (Reply?) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    checkAnswers()
    guard let socket = confined.value.socket else { return completion(nil) }
    do {
      try socket.write("\(request.text)\n")
      confined.value.waiting.append((MonotonicClock.now, completion))
    } catch {
      completion(nil)
      end(Self.closed)
    }
  }

  private func connect() {
    guard !confined.value.isSettled else { return }
    do throws(SystemError) {
      let socket = try Socket.unix()
      try socket.connect(path)
      confined.value.open(
        socket, DescriptorWatch(reading: socket, on: queue) { [self] in read() })
    } catch {
      return end(ControlConnection.reason(error, path, "picket").text)
    }
    var request = JSONLine.request("watch")
    if watchesFixes { request.add("fixes", true) }
    send(request) { [self] reply in
      guard let reply else { return }
      if let refusal = reply.refusal { return end(refusal.reason) }
      confined.value.backoff.reset()
      confined.value.receive(.connected)
    }
  }

  private func read() {
    guard let socket = confined.value.socket else { return }
    var lines: [LineSplitter.Line] = []
    var hasEnded = false
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      switch socket.read(into: buffer) {
      case .nothingYet: break
      case .bytes(let bytes): lines = confined.value.splitter.split(bytes)
      case .closed, .failed: hasEnded = true
      }
    }
    for line in lines {
      // An answer may have ended the connection: the lines behind it are of the past.
      guard confined.value.socket === socket else { return }
      guard case .whole(let bytes) = line else {
        // Only an answer can be too long. It counts as none, so that the next one is not taken for it.
        if let completion = confined.value.nextWaiting() { completion(nil) }
        continue
      }
      guard let reply = Reply(String(decoding: bytes, as: UTF8.self)) else { continue }
      confined.value.lastRefusal = reply.refusal
      if !reply.isAnswer {
        confined.value.receive(.line(reply))
      } else if let completion = confined.value.nextWaiting() {
        completion(reply)
      } else if let refusal = reply.refusal {
        return end(refusal.reason)
      }
    }
    guard hasEnded, confined.value.socket === socket else { return }
    end(confined.value.lastRefusal?.reason ?? Self.closed)
  }

  private func close() {
    for completion in confined.value.close() { completion(nil) }
  }

  private func end(_ reason: String) {
    close()
    confined.value.receive(.disconnected(reason))
    queue.asyncAfter(deadline: .now() + confined.value.backoff.next().inSeconds) { [self] in
      connect()
    }
  }

  private static let closed = "picket has closed the connection"
  private static let longestLine = 1 << 20
}
