import Foundation
import Glibc
import Testing

/// A server in the place of gpsd that sends the lines of a test.
final class FakeGPSD {
  static let device = #"{"class":"DEVICE","path":"/dev/gps","activated":"2026-06-03T09:00:00Z"}"#
  let port: Int
  private let listener = socket(AF_INET, SocketKind.stream, 0)
  private(set) var client: Int32 = -1

  init() {
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    port = Port.bind(listener, to: 0)
    listen(listener, 8)
  }

  deinit {
    hangUp()
    close(listener)
  }

  /// Waits for a client, answers it as gpsd does, and sends to it from now on.
  ///
  /// - Parameter hasEnded: Whether no client comes any more.
  func accept(
    silently isSilent: Bool = false, devices: String = device,
    unless hasEnded: () -> Bool = { false }
  ) async {
    repeat {
      client = -1
      await eventually("a client comes to gpsd") { hasClient(within: 0) || hasEnded() }
      guard hasClient(within: 0) else { return }
    } while !answer(silently: isSilent, devices: devices)
  }

  /// Accepts a client that waits, and answers it as gpsd does; `false` if it has gone.
  @discardableResult
  func answer(silently isSilent: Bool = false, devices: String = device) -> Bool {
    client = Glibc.accept(listener, nil, nil)
    // One that was not accepted in time has gone, and comes again: POLLRDHUP, which the module of
    // glibc leaves out.
    var state = pollfd(fd: client, events: 0x2000, revents: 0)
    guard Glibc.poll(&state, 1, 0) != 1 else {
      close(client)
      return false
    }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard !isSilent else { return true }
    sendLine(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
    sendLine(#"{"class":"DEVICES","devices":[\#(devices)]}"#)
    sendLine(#"{"class":"WATCH","enable":true,"json":true}"#)
    return true
  }

  /// Waits until this process connects, and accepts it; the process may also end.
  func accept(from picket: PicketProcess) async throws {
    await accept(unless: { !picket.isRunning })
    try #require(client >= 0, "it ended: \(picket.log)")
  }

  /// Resets the connection: unread bytes are lost.
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(client, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close(client)
    client = -1
  }

  /// Whether a client waits to be accepted.
  func hasClient(within seconds: Double) -> Bool {
    var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Int32(seconds * 1000)) == 1
  }

  /// Ends the connection; the client receives all that was sent before.
  func hangUp() {
    guard client >= 0 else { return }
    shutdown(client, Int32(SHUT_WR))
    // Closing with bytes of the client unread would reset the connection.
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var bytes = [UInt8](repeating: 0, count: 4096)
    while recv(client, &bytes, bytes.count, 0) > 0 {}
    close(client)
    client = -1
  }

  /// Sends one line.
  func sendLine(_ line: String) {
    send(Array("\(line)\n".utf8))
  }

  /// Sends bytes unchanged.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends an epoch as a TPV of gpsd.
  func report(_ epoch: Epoch, device: String = "/dev/gps") {
    sendLine(epoch.report(device: device))
  }
}
