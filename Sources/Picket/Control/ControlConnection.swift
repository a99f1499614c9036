import Glibc
package import Notation
internal import Outputs
internal import System

/// A conversation with a Picket that runs, over its control socket; everything waits.
package final class ControlConnection {
  private let socket: Socket
  private var splitter = LineSplitter(limit: 1 << 24)
  private var lines: [LineSplitter.Line] = []
  private var hasEnded = false

  /// Why there is no conversation.
  package struct Unavailable: Error, CustomStringConvertible {
    /// What is wrong and what to do about it.
    package let description: String

    /// Creates a reason.
    package init(description: String) {
      self.description = description
    }
  }

  /// Connects to the Picket that listens on a path.
  ///
  /// - Throws: `Unavailable`.
  package init(path: String) throws(Unavailable) {
    do throws(SystemError) {
      socket = try Socket.unix()
      try socket.connect(path)
    } catch {
      throw Unavailable(description: Self.words(error, path))
    }
  }

  private static func words(_ error: SystemError, _ path: String) -> String {
    switch error.code {
    case ENOENT, ECONNREFUSED:
      "nothing listens on \(path); does picket run, and with this configuration?"
    case EACCES, EPERM:
      "\(path) may not be used by this user; be root, or a member of the group of picket"
    default: "\(error)"
    }
  }

  /// Its descriptor, to wait for more.
  package var descriptor: Int32 { socket.descriptor }

  /// Sends a request.
  ///
  /// - Throws: `Unavailable`.
  package func send(_ request: JSONLine) throws(Unavailable) {
    var rest = Array("\(request.text)\n".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        wait(for: POLLOUT, milliseconds: -1)
      } else if errno != EINTR {
        // Who was turned away finds the reason among what there is to read.
        return
      }
    }
  }

  /// The next line; `nil` when none comes in time.
  ///
  /// - Throws: `Unavailable` when there are no more.
  package func next(within seconds: Double) throws(Unavailable) -> String? {
    let end = MonotonicClock.now.advanced(by: .milliseconds(Int(seconds * 1000)))
    while lines.isEmpty {
      if hasEnded { throw Unavailable(description: "picket has ended the conversation") }
      read()
      guard lines.isEmpty, !hasEnded else { continue }
      let left = MonotonicClock.now.duration(to: end)
      guard left > .zero else { return nil }
      wait(for: POLLIN, milliseconds: Int32(left / .milliseconds(1)) + 1)
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

  private func wait(for events: Int32, milliseconds: Int32) {
    var wanted = pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
    _ = poll(&wanted, 1, milliseconds)
  }
}
