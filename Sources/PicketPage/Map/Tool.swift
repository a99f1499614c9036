import Glibc
internal import Notation
internal import System

/// Runs a program from another project, and waits for its end.
enum Tool {
  /// The reason for which a program failed.
  enum Failure: Error, Hashable {
    case isMissing
    /// The terminal ended the program, as by Ctrl-C.
    case interrupted(by: Int32)
    case failed(String)
  }

  // The signals that a terminal sends to all programs that it runs: here they are ignored until the
  // tool has ended, so that its files can be removed. `system` of POSIX does the same.
  private static let signals = [SIGINT, SIGQUIT, SIGHUP]

  /// Runs a program to its end; its output goes to standard error.
  ///
  /// The program stays in this process group, so that Ctrl-C ends both. The corresponding C
  /// function is `posix_spawnp`.
  static func run(_ words: [String]) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var ignored = sigset_t()
    sigemptyset(&ignored)
    let handlers = signals.map { number in
      sigaddset(&ignored, number)
      return (number, signal(number, SIG_IGN))
    }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    // Signals that are blocked here would be blocked in the program, too.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)))
    let arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child = pid_t()
    let code = posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ)
    guard code == 0 else {
      if code == ENOENT { throw .isMissing }
      throw .failed(SystemError(words[0], code: code).description)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw .failed(SystemError("waitpid").description) }
    }
    guard status != 0 else { return }
    let number = status & 0x7f
    guard !signals.contains(number) else { throw .interrupted(by: number) }
    throw .failed(
      number == 0
        ? "\(words[0]) ended with status \(status >> 8 & 0xff), see above"
        : "\(words[0]) was ended by signal \(number)")
  }
}
