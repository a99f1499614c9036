import Glibc
import Synchronization

/// A program that runs with limits, and its output.
///
/// One thread reads the output; any thread may end the program.
package final class LimitedRun: Sendable {
  private let process: pid_t
  private let output: Int32
  private let messages: Int32
  // The number of a reaped process may be given to another process.
  private let isOver = Mutex(false)
  // The last messages, and whether more may follow.
  private let text = Mutex((bytes: [UInt8](), isOpen: true))

  /// The end of a run.
  package struct Ending: Hashable, Sendable {
    /// The status or the signal with which the program ended.
    package let ending: ProgramRun.Ending
    /// The last line that it wrote to standard error; empty when there is none.
    package let message: String
  }

  init(process: pid_t, output: Int32, messages: Int32) {
    self.process = process
    self.output = output
    self.messages = messages
  }

  deinit {
    end()
    if !isOver.withLock({ $0 }) { _ = finish() }
  }

  /// Waits for the next bytes of the output; none at its end.
  ///
  /// Messages are read, too: a program whose messages fill their pipe would wait until its end.
  package func read(upTo count: Int) -> [UInt8] {
    while true {
      var pipes = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasMessages ? messages : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&pipes, nfds_t(pipes.count), -1) > 0 || errno == EINTR else { return [] }
      if pipes[1].revents != 0 { readMessages() }
      if pipes[0].revents != 0 { return Self.read(output, upTo: count) }
    }
  }

  /// Whether the end of the messages is not read yet.
  private var hasMessages: Bool { text.withLock { $0.isOpen } }

  /// Waits for the next messages and keeps the last of them.
  private func readMessages() {
    let bytes = Self.read(messages, upTo: Self.mostMessages)
    text.withLock { text in
      text.isOpen = !bytes.isEmpty
      text.bytes = Array((text.bytes + bytes).suffix(Self.mostMessages))
    }
  }

  private static func read(_ descriptor: Int32, upTo count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      var length: Int
      repeat {
        length = Glibc.read(descriptor, buffer.baseAddress, count)
      } while length < 0 && errno == EINTR
      size = max(0, length)
    }
  }

  /// Ends the program at once, with its process group.
  package func end() {
    isOver.withLock { isOver in
      if !isOver { kill(-process, SIGKILL) }
    }
  }

  /// Waits until the program has ended; called once, after the end of its output.
  package func wait() -> Ending {
    while hasMessages {
      var pipe = pollfd(fd: messages, events: Int16(POLLIN), revents: 0)
      // A process that the program started may keep the pipe open.
      if poll(&pipe, 1, 50) > 0 { readMessages() } else if hasExited(WNOHANG) { break }
    }
    let text = String(decoding: text.withLock { $0.bytes }, as: UTF8.self)
    while !hasExited() {}
    let status = isOver.withLock { isOver in
      isOver = true
      return finish()
    }
    let signal = status & 0x7f
    return Ending(
      ending: signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal),
      message: text.split(separator: "\n").last.map(String.init) ?? "")
  }

  /// Waits until the program has ended, unless an option forbids it; it remains to be reaped.
  private func hasExited(_ option: Int32 = 0) -> Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(process), &information, Int32(WEXITED | WNOWAIT) | option)
    return status == 0 ? information.si_signo != 0 : errno != EINTR
  }

  // The number of bytes that are kept: only the last line is of interest.
  private static let mostMessages = 65_536

  /// Reaps the process and closes its pipes.
  private func finish() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(output)
    close(messages)
    return status
  }
}
