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

  /// - Important: Must only be accessed on `queue`, like all properties below.
  private nonisolated(unsafe) var receive: @Sendable (News) -> Void = { _ in }
  private nonisolated(unsafe) var socket: Socket?
  private nonisolated(unsafe) var reading: DescriptorWatch?
  private nonisolated(unsafe) var splitter = LineSplitter(limit: ControlFeed.longestLine)
  // Answers arrive in the order of the requests.
  private nonisolated(unsafe) var waiting: [@Sendable (Reply?) -> Void] = []
  private nonisolated(unsafe) var backoff = Backoff(from: .seconds(1), to: .seconds(10))

  /// Creates a feed that is not connected yet.
  ///
  /// - Parameters:
  ///   - path: The path of the control socket.
  ///   - watchesFixes: Whether fixes are watched, too.
  package init(path: String, watchesFixes: Bool, on queue: DispatchQueue) {
    self.path = path
    self.watchesFixes = watchesFixes
    self.queue = queue
  }

  /// Starts to connect.
  ///
  /// - Parameter receive: Called on the queue with all news.
  package func start(_ receive: @escaping @Sendable (News) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.receive = receive
    connect()
  }

  /// Sends a request.
  ///
  /// - Parameter completion: Called once on the queue with the answer; with `nil` when the
  ///   connection ends before that.
  package func send(_ request: JSONLine, _ completion: @escaping @Sendable (Reply?) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let socket else { return completion(nil) }
    do {
      try socket.write("\(request.text)\n")
      waiting.append(completion)
    } catch {
      completion(nil)
      end(Self.closed)
    }
  }

  private func connect() {
    guard socket == nil else { return }
    do throws(SystemError) {
      let socket = try Socket.unix()
      try socket.connect(path)
      self.socket = socket
      splitter = LineSplitter(limit: Self.longestLine)
      reading = DescriptorWatch(reading: socket, on: queue) { [self] in read() }
      reading?.resume()
    } catch {
      return end(ControlConnection.words(error, path, "picket"))
    }
    var request = JSONLine.request("watch")
    if watchesFixes { request.add("fixes", true) }
    send(request) { [self] reply in
      guard let reply else { return }
      if let refusal = reply.refusal { return end(refusal) }
      backoff.reset()
      receive(.connected)
    }
  }

  private func read() {
    guard let socket else { return }
    var lines: [LineSplitter.Line] = []
    var hasEnded = false
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      switch socket.read(into: buffer) {
      case .nothingYet: break
      case .bytes(let bytes): lines = splitter.split(bytes)
      case .closed, .failed: hasEnded = true
      }
    }
    for case .whole(let bytes) in lines {
      // An answer may have ended the connection: the lines behind it are of the past.
      guard self.socket === socket else { return }
      guard let reply = Reply(String(decoding: bytes, as: UTF8.self)) else { continue }
      if !reply.isAnswer {
        receive(.line(reply))
      } else if !waiting.isEmpty {
        waiting.removeFirst()(reply)
      } else if let refusal = reply.refusal {
        return end(refusal)
      }
    }
    if hasEnded, self.socket === socket { end(Self.closed) }
  }

  private func end(_ reason: String) {
    reading?.cancel()
    reading = nil
    socket = nil
    let unanswered = waiting
    waiting = []
    for completion in unanswered { completion(nil) }
    receive(.disconnected(reason))
    queue.asyncAfter(deadline: .now() + backoff.next().inSeconds) { [self] in connect() }
  }

  private static let closed = "picket has closed the connection"
  private static let longestLine = 1 << 20
}
