internal import Geofence
import Glibc

/// The status and the output of a program that was run for a short time.
package struct ProgramResult: Hashable, Sendable {
  /// The status with which it ended; `nil` when a signal ended it.
  package let status: Int32?

  /// The start of its standard output.
  package let text: String

  /// Creates the result of a program.
  package init(status: Int32?, text: String) {
    self.status = status
    self.text = text
  }

  /// Runs a program, without input; `nil` when it is missing or does not end in time.
  package init?(of words: [String], within limit: Duration) {
    let end = MonotonicClock.now.advanced(by: limit)
    guard let null = try? OpenFile("/dev/null", O_RDONLY), let ends = try? Subprocess.pipe() else {
      return nil
    }
    defer { close(ends[0]) }
    let child = try? Subprocess.start(words, null.descriptor, ends[1], remedy: "")
    close(ends[1])
    guard let child else { return nil }
    let bytes = Self.read(ends[0], until: end)
    guard bytes != nil, let ending = Self.wait(for: child, until: end) else {
      kill(child, SIGKILL)
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      return nil
    }
    self.init(
      status: ending & 0x7f == 0 ? ending >> 8 & 0xff : nil,
      text: String(decoding: bytes ?? [], as: UTF8.self))
  }

  /// The output up to its end, cut at the limit; `nil` when it does not end in time.
  private static func read(_ descriptor: Int32, until end: Instant) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = MonotonicClock.now.duration(to: end)
      guard left > .zero else { return nil }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(left / .milliseconds(1)) + 1) > 0 else { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      if bytes.count < most { bytes += buffer[..<count] }
    }
  }

  private static let most = 65_536

  private static func wait(for child: pid_t, until end: Instant) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { return status }
      guard ended == 0 || errno == EINTR, MonotonicClock.now < end else { return nil }
      usleep(5000)
    }
  }
}
