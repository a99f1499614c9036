import Foundation
import Geofence
import Glibc
import Records
import Testing

/// A client of the control socket that sends any bytes and reads only when asked.
final class ControlTalk {
  private let descriptor = socket(AF_UNIX, SocketKind.stream, 0)
  private var rest: [UInt8] = []

  /// Connects as soon as a process listens there.
  init(_ path: String) async {
    var isConnected = false
    await eventually("a process listens on \(path)") {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      return isConnected
    }
  }

  /// Several clients of a run.
  static func clients(_ count: Int, of picket: PicketProcess) async -> [ControlTalk] {
    var talks: [ControlTalk] = []
    for _ in 0..<count { talks.append(await ControlTalk(picket)) }
    return talks
  }

  /// Connects to the socket of a run.
  convenience init(_ picket: PicketProcess) async {
    await self.init(picket.file("state/control.sock").path)
  }

  deinit {
    close(descriptor)
  }

  /// Sends a line.
  func sendLine(_ line: String) { send(Array("\(line)\n".utf8)) }

  /// Sends bytes unchanged.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes the sending side of the connection.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next line; `nil` when the connection has ended, or after a time.
  func next(within seconds: Double = 240) -> String? {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while true {
      if let newline = rest.firstIndex(of: 0x0a) {
        let line = String(decoding: rest[..<newline], as: UTF8.self)
        rest.removeSubrange(...newline)
        return line
      }
      guard ContinuousClock.now < end, read(within: end) else { return nil }
    }
  }

  /// All lines that can be read without waiting.
  func linesSoFar() -> [String] {
    var lines: [String] = []
    while let line = next(within: 0.001) { lines.append(line) }
    return lines
  }

  /// Sends a request and returns its answer; lines before it are skipped.
  func ask(_ request: String) throws -> Reply {
    sendLine(request)
    while true {
      let reply = try reply()
      if reply.isAnswer { return reply }
    }
  }

  /// The next line; a missing line is an error.
  func reply() throws -> Reply {
    let line = try #require(next())
    return try #require(Reply(line), "\(line)")
  }

  private func read(within end: ContinuousClock.Instant) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let left = max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1))
    guard poll(&wanted, 1, Int32(left)) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    rest += buffer[..<count]
    return true
  }
}
