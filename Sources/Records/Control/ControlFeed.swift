package import Dispatch
internal import Geofence
import Glibc
package import Notation
internal import System

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
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var receive: @Sendable (News) -> Void = { _ in }
    var socket: Socket?
    var reading: DescriptorWatch?
    var splitter = LineSplitter(limit: ControlFeed.longestLine)
    // Answers arrive in the order of the requests.
    var waiting: [@Sendable (Reply?) -> Void] = []
    var backoff = Backoff(from: .seconds(1), to: .seconds(10))
  }

  private let confined: Confined<State>

  /// Creates a feed that is not connected yet.
  ///
  /// - Parameters:
  ///   - path: The path of the control socket.
  ///   - watchesFixes: Whether fixes are watched, too.
  package init(path: String, watchesFixes: Bool, on queue: DispatchQueue) {
    self.path = path
    self.watchesFixes = watchesFixes
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Starts to connect.
  ///
  /// - Parameter receive: Called on the queue with all news.
  package func start(_ receive: @escaping @Sendable (News) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.receive = receive
    connect()
  }

  /// Sends a request.
  ///
  /// - Parameter completion: Called once on the queue with the answer; with `nil` when the
  ///   connection ends before that.
  package func send(_ request: JSONLine, _ completion: @escaping @Sendable (Reply?) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let socket = confined.value.socket else { return completion(nil) }
    do {
      try socket.write("\(request.text)\n")
      confined.value.waiting.append(completion)
    } catch {
      completion(nil)
      end(Self.closed)
    }
  }

  private func connect() {
    guard confined.value.socket == nil else { return }
    do throws(SystemError) {
      let socket = try Socket.unix()
      try socket.connect(path)
      confined.value.socket = socket
      confined.value.splitter = LineSplitter(limit: Self.longestLine)
      confined.value.reading = DescriptorWatch(reading: socket, on: queue) { [self] in read() }
      confined.value.reading?.resume()
    } catch {
      return end(ControlConnection.words(error, path, "picket"))
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
    for case .whole(let bytes) in lines {
      // An answer may have ended the connection: the lines behind it are of the past.
      guard confined.value.socket === socket else { return }
      guard let reply = Reply(String(decoding: bytes, as: UTF8.self)) else { continue }
      if !reply.isAnswer {
        confined.value.receive(.line(reply))
      } else if !confined.value.waiting.isEmpty {
        confined.value.waiting.removeFirst()(reply)
      } else if let refusal = reply.refusal {
        return end(refusal.reason)
      }
    }
    if hasEnded, confined.value.socket === socket { end(Self.closed) }
  }

  private func end(_ reason: String) {
    confined.value.reading?.cancel()
    confined.value.reading = nil
    confined.value.socket = nil
    let unanswered = confined.value.waiting
    confined.value.waiting = []
    for completion in unanswered { completion(nil) }
    confined.value.receive(.disconnected(reason))
    queue.asyncAfter(deadline: .now() + confined.value.backoff.next().inSeconds) { [self] in
      connect()
    }
  }

  private static let closed = "picket has closed the connection"
  private static let longestLine = 1 << 20
}
