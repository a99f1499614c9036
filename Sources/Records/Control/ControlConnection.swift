package import Base
import Glibc

/// A connection to the control socket of a running Picket, for commands; its calls block.
package final class ControlConnection {
  private let socket: Socket
  private var splitter = LineSplitter(limit: 1 << 24)
  private var lines: [LineSplitter.Line] = []
  private var hasEnded = false

  /// The reason why there is no connection.
  package struct Unavailable: Error, CustomStringConvertible {
    /// The problem and its remedy.
    package let said: Reason

    /// Whether this user lacks the right to connect; the program may run all the same.
    package let isDenied: Bool

    /// Whether there is a connection, and the answer has not arrived in time.
    package let isLate: Bool

    /// The same in English.
    package var description: String { said.text }

    /// Creates a reason.
    package init(_ said: Reason, isDenied: Bool = false, isLate: Bool = false) {
      (self.said, self.isDenied, self.isLate) = (said, isDenied, isLate)
    }

    /// Creates a reason that only a log tells.
    package init(description: String) { self.init(Reason(verbatim: description)) }
  }

  /// Connects to the program that listens on a path.
  ///
  /// - Parameter program: Its name.
  /// - Throws: `Unavailable`.
  package init(path: String, of program: String = "picket") throws(Unavailable) {
    do throws(SystemError) {
      socket = try Socket.unix()
      try socket.connect(path)
    } catch {
      throw Unavailable(
        Self.reason(error, path, program), isDenied: error.code == EACCES || error.code == EPERM)
    }
  }

  /// The reason why there is no connection, and the remedy.
  static func reason(_ error: SystemError, _ path: String, _ program: String) -> Reason {
    switch error.code {
    case ENOENT, ECONNREFUSED:
      Reason("unavailable.absent", ["path": .text(path), "program": .text(program)])
    case EACCES, EPERM: Reason("unavailable.denied", ["path": .text(path)])
    default: Reason(verbatim: "\(error)")
    }
  }

  /// The descriptor of the connection, to wait for data.
  package var descriptor: Int32 { socket.descriptor }

  /// Sends a request.
  ///
  /// - Throws: `Unavailable`.
  package func send(_ request: JSONLine) throws(Unavailable) {
    var rest = Array("\(request.text)\n".utf8)[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        let count = try socket.write(firstOf: rest)
        rest = rest.dropFirst(count)
        if count == 0 { _ = try socket.wait(for: POLLOUT, until: nil) }
      } catch {
        // The reason of a refusal is among the lines to read.
        return
      }
    }
  }

  /// The next line; `nil` when no line arrives in time.
  ///
  /// - Throws: `Unavailable` when the connection has ended.
  package func next(within seconds: Double) throws(Unavailable) -> String? {
    let end = MonotonicClock.now.advanced(by: .milliseconds(Int(seconds * 1000)))
    while lines.isEmpty {
      if hasEnded { throw Unavailable(Reason("unavailable.closed")) }
      read()
      guard lines.isEmpty, !hasEnded else { continue }
      guard (try? socket.wait(for: POLLIN, until: end)) == true else { return nil }
    }
    guard case .whole(let bytes) = lines.removeFirst() else {
      throw Unavailable(description: "picket sent a line of more than 16 MB")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      switch socket.read(into: buffer) {
      case .nothingYet: break
      case .bytes(let bytes): lines += splitter.split(bytes)
      case .closed, .failed: hasEnded = true
      }
    }
  }
}

extension ControlConnection {
  /// Sends a request and returns the answer, without the lines that arrive before it.
  ///
  /// - Parameter seconds: The time that the answer may take: a disk may be slow.
  /// - Throws: `Unavailable` when the connection has ended, or no answer arrives.
  package func reply(
    to request: JSONLine, within seconds: Double = 40
  ) throws(Unavailable) -> Reply {
    try send(request)
    while let line = try next(within: seconds) {
      if let reply = Reply(line), reply.isAnswer { return reply }
    }
    throw Unavailable(Reason("unavailable.late"), isLate: true)
  }
}

extension JSONLine {
  /// A request of this name.
  package static func request(_ name: String) -> JSONLine {
    var line = JSONLine()
    line.add("do", name)
    return line
  }
}
