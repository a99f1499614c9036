internal import CProcess
import Glibc

/// A program with its arguments, to be started again and again.
package struct Program: Sendable {
  /// The program and its arguments, as they were given.
  package let words: [String]

  private let path: String

  /// Finds the program, by its path or among the folders of `PATH`.
  ///
  /// - Throws: `UnusableFile` when it is missing or cannot be executed.
  package init(_ words: [String]) throws(UnusableFile) {
    self.words = words
    let name = words.first ?? ""
    guard name.contains("/") else {
      let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
      let found = folders.split(separator: ":").lazy.map { "\($0)/\(name)" }
      guard let path = found.first(where: { Self.mistake(of: $0) == nil }) else {
        throw UnusableFile(
          description: "\(name): there is no such program; install it, or give its path",
          isMissingProgram: true)
      }
      self.path = path
      return
    }
    if let mistake = Self.mistake(of: name) {
      throw UnusableFile(description: "\(name): \(mistake)", isMissingProgram: true)
    }
    path = name
  }

  private static func mistake(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR
        ? "there is no such program; give the path of one" : SystemError("").reason
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return "not a program; give the path of one" }
    guard access(path, X_OK) == 0 else {
      return "may not be executed; allow that with chmod +x, or run this as another user"
    }
    return nil
  }

  /// Starts the program in a process group of its own.
  ///
  /// - Parameters:
  ///   - input: The descriptor that is its standard input.
  ///   - variables: The variables of its environment in addition to those of this process.
  /// - Throws: `SystemError`; the corresponding C function is `posix_spawn`.
  package func start(
    input: Int32, variables: KeyValuePairs<String, String>
  ) throws(SystemError) -> ProgramRun {
    // The orphans of a program become children of this process, and can be found.
    _ = picket_adopt_orphans()
    let others = ProgramRun.children()
    let child = try Self.spawn(path, words, [(input, STDIN_FILENO)], variables)
    return ProgramRun(process: child, others: others)
  }

  /// Starts the program with a limit on its memory, to read its output.
  ///
  /// The program has the lowest priority, and leaves no dump of its memory.
  ///
  /// - Parameters:
  ///   - memory: The most bytes of its data, its heap and its stacks.
  ///   - input: The bytes that it reads as its standard input.
  /// - Throws: `SystemError`; the corresponding C function is `posix_spawn`.
  package func start(memory: Int, input: [UInt8] = []) throws(SystemError) -> LimitedRun {
    let file = try Self.file(with: input)
    defer { close(file) }
    let (output, messages) = (try Self.pipe(), try Self.pipe())
    defer { [output, messages].forEach { close($0.write) } }
    let child: pid_t
    do throws(SystemError) {
      // A shell sets the limits before the program starts: set from here, they could be too late.
      let limits = "ulimit -c 0 && ulimit -d \(memory >> 10) && exec \"$0\" \"$@\""
      child = try Self.spawn(
        "/bin/sh", ["sh", "-c", limits, path] + words.dropFirst(),
        [
          (file, STDIN_FILENO), (output.write, STDOUT_FILENO),
          (messages.write, STDERR_FILENO),
        ], [:])
    } catch {
      [output, messages].forEach { close($0.read) }
      throw error
    }
    picket_give_way(child)
    return LimitedRun(process: child, output: output.read, messages: messages.read)
  }

  /// A file in memory with some bytes, to be read from its beginning.
  private static func file(with bytes: [UInt8]) throws(SystemError) -> Int32 {
    let file = picket_memory_file()
    guard file >= 0 else { throw SystemError("memfd_create") }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = SystemError("write")
        close(file)
        throw error
      }
      written += count
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func pipe() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard picket_pipe(&ends) == 0 else { throw SystemError("pipe") }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ path: String, _ words: [String], _ descriptors: [(Int32, Int32)],
    _ variables: KeyValuePairs<String, String>
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (own, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, its) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program would inherit signals that are held or ignored here.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags | Int32(POSIX_SPAWN_SETSIGDEF)))
    let arguments = words.map { strdup($0) } + [nil]
    let environment = environment(with: variables).map { strdup($0) } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var child = pid_t()
    let code = posix_spawn(&child, path, &actions, &attributes, arguments, environment)
    guard code == 0 else { throw SystemError(words[0], code: code) }
    return child
  }

  /// The variables of this process, with some of them replaced or added.
  private static func environment(with variables: KeyValuePairs<String, String>) -> [String] {
    var kept: [String] = []
    var index = 0
    while let entry = environ[index] {
      let text = String(cString: entry)
      if !variables.contains(where: { text.hasPrefix("\($0.key)=") }) { kept.append(text) }
      index += 1
    }
    return kept + variables.map { "\($0.key)=\($0.value)" }
  }
}
