internal import Base
import Dispatch
internal import Geofence
import Glibc

/// A request of the page to itself, which shows whether it still accepts and answers.
///
/// - Important: Must only be accessed on its queue.
final class SelfRequest: Sendable {
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

  /// What only the queue may reach.
  private struct State {
    let finish: (PageAnswer) -> Void
    var reading: DescriptorWatch?
    var writing: DescriptorWatch?
    var isOver = false
  }

  private let confined: Confined<State>

  /// Starts a request; called on its queue.
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
    confined = Confined(State(finish: finish), alreadyOn: queue)
    guard
      let address = try Socket.addresses(of: self.listening.address, port: listening.port).first
    else { throw SystemError("getaddrinfo", code: EADDRNOTAVAIL) }
    socket = try Socket(connectingTo: address, mostWaiting: 1 << 14)
    let writing = DescriptorWatch(writing: socket, on: queue) { [self] in send() }
    confined.value.reading = DescriptorWatch(reading: socket, on: queue) { [self] in read() }
    confined.value.writing = writing
    writing.resume()
    queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.end(.silent) }
  }

  private func send() {
    guard !confined.value.isOver else { return }
    guard socket.error(of: "connect") == nil else { return end(.unreachable) }
    confined.value.writing?.pause()
    do {
      try socket.write(
        "HEAD /\(Asset.style.name) HTTP/1.1\r\nHost: \(listening.text)\r\n"
          + "Connection: close\r\n\r\n")
    } catch {
      return end(.silent)
    }
    confined.value.reading?.resume()
  }

  private func read() {
    guard !confined.value.isOver else { return }
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
    guard !confined.value.isOver else { return }
    confined.value.isOver = true
    confined.value.reading?.cancel()
    confined.value.writing?.cancel()
    confined.value.finish(outcome)
  }
}
