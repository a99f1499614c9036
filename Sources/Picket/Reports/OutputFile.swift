import Glibc

/// Writes what a command makes: whole, or not at all.
package enum OutputFile {
  /// Writes a text to a file, or to standard output when the path is `-`.
  ///
  /// A file that is there is replaced when all of the new one is on the disk,
  /// and stays as it is when that fails. What is no file, such as a pipe, is
  /// written to as it is.
  ///
  /// - Throws: `SystemError` when it cannot be written.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    if path == "-" { return try put(bytes, on: STDOUT_FILENO, "standard output") }
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw SystemError("open \(path)") }
      defer { close(file) }
      return try put(bytes, on: file, path)
    }
    // Through a link the file itself is replaced, not the link.
    let target = isThere ? resolved(path) : path
    let temporary = "\(target).picket-\(getpid())"
    do throws(SystemError) {
      // What is left of an earlier process of this number, or a link that somebody laid here.
      unlink(temporary)
      let file = try OpenFile(
        temporary, O_WRONLY | O_CREAT | O_EXCL, mode: isThere ? status.st_mode & 0o777 : 0o644)
      try file.write(bytes, at: 0)
      try file.sync()
      guard rename(temporary, target) == 0 else { throw SystemError("rename \(temporary)") }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func put(
    _ bytes: [UInt8], on file: Int32, _ name: String
  ) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write \(name)") }
      rest = rest.dropFirst(count)
    }
  }
}
