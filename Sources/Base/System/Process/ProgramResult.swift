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
    guard let null = try? OpenFile("/dev/null", O_RDONLY),
      let (child, output) = try? Subprocess.start(words, null.descriptor, remedy: "")
    else { return nil }
    defer { close(output) }
    let bytes = Self.read(output, until: end)
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

/// Programs that Picket runs: their input is a file, their output a pipe.
package enum Subprocess {
  /// The ends of a pipe, the one for reading first.
  package static func pipe() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      throw UnusableFile(description: SystemError("pipe").description)
    }
    // Only the copy that `start` makes is for the other program.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// Starts a program with a file as its input; its output is read from a pipe, which the caller
  /// closes.
  package static func start(
    _ words: [String], _ input: Int32, remedy: String
  ) throws -> (child: Int32, output: Int32) {
    let ends = try pipe()
    defer { close(ends[1]) }
    do {
      return (try start(words, input, ends[1], remedy: remedy), ends[0])
    } catch {
      close(ends[0])
      throw error
    }
  }

  /// Starts a program with files as its input and its output.
  package static func start(
    _ words: [String], _ input: Int32, _ output: Int32, remedy: String
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    // gpsdecode prints an error for every sentence of a kind unknown to it.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child = pid_t()
    let result = posix_spawnp(&child, words[0], &actions, nil, arguments, environ)
    guard result == 0 else {
      throw UnusableFile(
        description: "\(SystemError(words[0], code: result)); \(remedy)", isMissingProgram: true)
    }
    return child
  }
}
