import Glibc

/// A pipe that a shell gives in place of a file, as `<(...)` and `/dev/stdin` do; it is read once.
///
/// A pipe anywhere else is refused: whoever opens it would wait until another program writes to it.
struct PipeFile {
  private let file: OpenFile
  private let isPipe: Bool

  /// The longest wait for the writer, in milliseconds.
  private static let patience: Int32 = 60_000

  /// Whether a path names a descriptor of this process, or no file on purpose.
  static func isNamed(by path: String) -> Bool {
    ["/dev/fd/", "/proc/self/fd/", "/dev/stdin", "/dev/null"].contains { path.hasPrefix($0) }
  }

  /// Opens a pipe or a terminal; `nil` for a file.
  init?(_ path: String) throws(SystemError) {
    let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
    let kind = try file.status().st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFCHR else { return nil }
    self.file = file
    isPipe = kind == S_IFIFO
  }

  /// Everything that the pipe contains until its writer closes it.
  ///
  /// - Throws: `SystemError`, with `EFBIG` for too much, `ENODATA` for nothing, and `ETIMEDOUT`
  ///   when the writer pauses for too long.
  func contents(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file.descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Only now: poll does not report that the last writer has gone before this was opened.
        try wait()
        continue
      }
      guard count >= 0 else { throw SystemError("read") }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw SystemError("read", code: EFBIG) }
    }
    guard !bytes.isEmpty || !isPipe else { throw SystemError("read", code: ENODATA) }
    return bytes
  }

  /// Waits for the writer.
  private func wait() throws(SystemError) {
    var state = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, Self.patience) != 0 else { throw SystemError("read", code: ETIMEDOUT) }
  }
}
