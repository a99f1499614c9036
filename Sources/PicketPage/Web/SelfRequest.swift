import Dispatch
internal import Geofence
import Glibc
internal import System

/// A request of the page to itself, which shows whether it still accepts and answers.
///
/// - Important: Must only be accessed on its queue.
final class SelfRequest: @unchecked Sendable {
  /// The result of a request.
  enum PageAnswer: Hashable, Sendable {
    /// The page has answered.
    case answered
    /// The page has not answered in time, or not as it should.
    case silent
    /// The address is not there: a board that makes its own network may not have it yet.
    case unreachable
  }

  private let socket: Socket
  private let listening: Listening
  private let isSecure: Bool
  private let finish: (PageAnswer) -> Void
  private var reading: DescriptorWatch?
  private var writing: DescriptorWatch?
  private var isOver = false

  /// Starts a request on a queue.
  ///
  /// - Parameters:
  ///   - isSecure: Whether the page has TLS. Then the end of the connection is an answer, too: the
  ///     request is not encrypted, since a handshake costs a small board 20 ms.
  ///   - seconds: The time after which the page counts as silent.
  ///   - finish: Called once, not before this has returned.
  init(
    to listening: Listening, isSecure: Bool, within seconds: Double, on queue: DispatchQueue,
    _ finish: @escaping (PageAnswer) -> Void
  ) throws {
    self.listening = listening.own
    self.isSecure = isSecure
    self.finish = finish
    guard
      let address = try Socket.addresses(of: self.listening.address, port: listening.port).first
    else { throw SystemError("getaddrinfo", code: EADDRNOTAVAIL) }
    socket = try Socket(connectingTo: address, mostWaiting: 1 << 14)
    reading = DescriptorWatch(reading: socket, on: queue) { [self] in read() }
    writing = DescriptorWatch(writing: socket, on: queue) { [self] in send() }
    writing?.resume()
    queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.end(.silent) }
  }

  private func send() {
    guard !isOver else { return }
    guard socket.connectError == nil else { return end(.unreachable) }
    writing?.pause()
    do {
      try socket.write(
        "HEAD /\(Asset.style.rawValue) HTTP/1.1\r\nHost: \(listening.text)\r\n"
          + "Connection: close\r\n\r\n")
    } catch {
      return end(.silent)
    }
    reading?.resume()
  }

  private func read() {
    guard !isOver else { return }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      switch socket.read(into: buffer) {
      case .nothingYet: break
      case .bytes(let bytes):
        end(isSecure || bytes.starts(with: Array("HTTP/1.1 200 ".utf8)) ? .answered : .silent)
      case .closed, .failed: end(isSecure ? .answered : .silent)
      }
    }
  }

  private func end(_ outcome: PageAnswer) {
    guard !isOver else { return }
    isOver = true
    reading?.cancel()
    writing?.cancel()
    finish(outcome)
  }
}
