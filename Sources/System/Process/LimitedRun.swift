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
  package func read(upTo count: Int) -> [UInt8] { Self.read(output, upTo: count) }

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
    // A pipe holds this many bytes: any further messages are not read.
    let text = String(decoding: Self.read(messages, upTo: Self.mostMessages), as: UTF8.self)
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, Int32(WEXITED | WNOWAIT)) != 0, errno == EINTR
    {}
    let status = isOver.withLock { isOver in
      isOver = true
      return finish()
    }
    let signal = status & 0x7f
    return Ending(
      ending: signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal),
      message: text.split(separator: "\n").last.map(String.init) ?? "")
  }

  // The capacity of a pipe, in bytes.
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
