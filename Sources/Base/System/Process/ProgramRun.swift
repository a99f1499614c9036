import Glibc

/// A program that was started, with all programs that it has started itself.
///
/// It is for a process that starts one program at a time and has no other children: other children
/// would be ended and reaped, too.
package struct ProgramRun {
  private let process: pid_t
  // The processes that earlier runs have left behind.
  private let others: Set<pid_t>

  /// The status or the signal with which a program ended.
  package enum Ending: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with this status.
    case status(Int32)
    /// By this signal.
    case signal(Int32)

    /// The ending in words.
    package var description: String {
      switch self {
      case .status(let status): "ended with status \(status)"
      case .signal(let number):
        "was ended by signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  init(process: pid_t, others: Set<pid_t>) {
    self.process = process
    self.others = others
  }

  /// Returns the ending of the program; `nil` while it runs.
  ///
  /// Orphans that have ended are reaped, too. The corresponding C function is `waitpid`.
  package func ending() -> Ending? {
    var own: Ending?
    var status: Int32 = 0
    while case let ended = waitpid(-1, &status, WNOHANG), ended > 0 {
      guard ended == process else { continue }
      let signal = status & 0x7f
      own = signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
    }
    return own
  }

  /// Ends the program and all that it has started: with SIGTERM, and with SIGKILL after this long.
  package func end(within patience: Duration) {
    kill(-process, SIGTERM)
    let end = MonotonicClock.now.advanced(by: patience)
    while !hasEnded, MonotonicClock.now < end { usleep(5000) }
    // Until the process is reaped no other group has its number.
    kill(-process, SIGKILL)
    reap(process)
    // Processes that have left the group are children of this one once their parents are gone.
    while case let orphans = Self.children().subtracting(others), !orphans.isEmpty {
      for orphan in orphans { kill(orphan, SIGKILL) }
      for orphan in orphans { reap(orphan) }
    }
  }

  private var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(
      P_PID, id_t(process), &information, Int32(WEXITED | WNOHANG | WNOWAIT))
    return result != 0 || information.si_signo != 0
  }

  private func reap(_ child: pid_t) {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  /// The processes whose parent is this one, as proc(5) shows them.
  static func children() -> Set<pid_t> {
    var information = siginfo_t()
    // Most often there is no child, and nothing to look for.
    guard waitid(P_ALL, 0, &information, Int32(WEXITED | WNOHANG | WNOWAIT)) == 0 else { return [] }
    let own = getpid()
    let names = (try? Directory.names(in: "/proc")) ?? []
    return Set(names.compactMap { pid_t($0) }.filter { parent(of: $0) == own })
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let file = try? OpenFile("/proc/\(process)/stat", O_RDONLY),
      let bytes = try? file.contents(limit: 4096),
      // The name of the program, in brackets, may hold anything.
      let bracket = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(bracket + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
  }
}
