import Glibc

/// Writes the result of a command completely, or not at all.
package enum OutputFile {
  /// Writes a text to a file, or to standard output when the path is `-`.
  ///
  /// An existing file is replaced when the whole new one is on the disk, and
  /// stays unchanged when that fails. Other things than files, such as a pipe,
  /// are written to directly.
  ///
  /// - Throws: `SystemError` when it cannot be written.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    if path == "-" { return try put(bytes, on: STDOUT_FILENO, "standard output") }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw SystemError("open \(path)") }
      defer { close(file) }
      return try put(bytes, on: file, path)
    }
    try FileReplacement(path).replace(with: bytes)
  }

  private static func put(
    _ bytes: [UInt8], on file: Int32, _ name: String
  ) throws(SystemError) {
    let (_, code) = bytes.withUnsafeBytes { Writing.write($0, to: file) }
    // EPIPE: the reader has closed the pipe, so nothing needs the rest.
    guard code == 0 || code == EPIPE else { throw SystemError("write \(name)", code: code) }
  }
}
