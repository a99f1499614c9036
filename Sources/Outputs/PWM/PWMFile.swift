import Glibc
internal import Notation
internal import System

/// A file of sysfs, kept open: a number written to its start is a command.
final class PWMFile {
  let path: String
  let descriptor: Int32

  init(_ path: String) throws(SystemError) {
    descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// Writes a number; the corresponding C function is `pwrite`.
  func write(_ number: Int) throws(SystemError) {
    var text = "\(number)\n"
    let count = text.withUTF8 { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == text.utf8.count else { throw SystemError("write \(path)") }
  }
}
