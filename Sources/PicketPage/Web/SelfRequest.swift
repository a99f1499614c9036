internal import Base
internal import Geofence
import Glibc

/// A request of the page to itself, which shows whether it still accepts and answers.
struct SelfRequest: Sendable {
  /// The result of a request.
  enum PageAnswer: Hashable, Sendable {
    /// The page has answered.
    case answered
    /// The page has not answered in time, or not as it should.
    case silent
    /// The address is not there: a board that makes its own network may not have it yet.
    case unreachable
  }

  private let listening: Listening
  private let isSecure: Bool

  /// Creates a request that is not sent yet.
  ///
  /// - Parameter isSecure: Whether the page has TLS. Then the end of the connection is an answer, too:
  ///   the request is not encrypted, since a handshake costs a small board 20 ms.
  init(to listening: Listening, isSecure: Bool) {
    (self.listening, self.isSecure) = (listening.own, isSecure)
  }

  /// Asks, and waits for the answer until the page counts as silent.
  func answer(until end: Instant) -> PageAnswer {
    do {
      guard
        let address = try Socket.addresses(of: listening.address, port: listening.port).first
      else { return .unreachable }
      let socket = try Socket(connectingTo: address, mostWaiting: 1 << 14)
      guard try socket.wait(for: POLLOUT, until: end) else { return .silent }
      guard socket.error(of: "connect") == nil else { return .unreachable }
      return answer(by: socket, until: end)
    } catch {
      return .unreachable
    }
  }

  private func answer(by socket: Socket, until end: Instant) -> PageAnswer {
    do {
      try socket.write(
        "HEAD /\(Asset.style.name) HTTP/1.1\r\nHost: \(listening.text)\r\n"
          + "Connection: close\r\n\r\n")
      guard try socket.wait(for: POLLIN, until: end) else { return .silent }
    } catch {
      return .silent
    }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      if isSecure { return .answered }
      guard case .bytes(let bytes) = socket.read(into: buffer) else { return .silent }
      return bytes.starts(with: Array("HTTP/1.1 200 ".utf8)) ? .answered : .silent
    }
  }
}
