import Glibc

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

  /// Starts a program with a file as its input.
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
