import Glibc

/// The file of `--events`, opened without waiting for anything.
enum EventsFile {
  /// Opens a file to add lines to it, or to replace them.
  ///
  /// Not readable by every user: events contain the carrier's positions. A pipe is written to only
  /// where a shell gives it in place of a file, as `>(...)` does: to open another one is to wait
  /// for its reader.
  ///
  /// - Returns: Its descriptor, and whether its last line lacks its end.
  static func open(
    _ path: String, isEmptied: Bool
  ) throws(SystemError) -> (descriptor: Int32, isTorn: Bool) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | (isEmptied ? O_TRUNC : 0)
    let file = Glibc.open(path, flags, 0o640)
    guard file >= 0 else {
      // Nobody reads the pipe.
      throw SystemError("open \(path)", code: errno == ENXIO ? OpenFile.notAFile : errno)
    }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      defer { close(file) }
      throw SystemError("fstat \(path)")
    }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFIFO || PipeFile.isNamed(by: path) else {
      close(file)
      throw SystemError("open \(path)", code: OpenFile.notAFile)
    }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    return (file, kind == S_IFREG && isTorn(path, size: status.st_size))
  }

  /// Whether a run that was killed has left half a line.
  private static func isTorn(_ path: String, size: off_t) -> Bool {
    guard size > 0, let file = try? OpenFile(file: path, O_RDONLY) else { return false }
    return (try? file.contents(from: Int(size) - 1, upTo: 1)) != [UInt8(ascii: "\n")]
  }
}
