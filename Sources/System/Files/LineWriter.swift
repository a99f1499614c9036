import Glibc
internal import Notation

/// A descriptor to which lines are written: half a line is taken back, or ended before the next.
struct LineWriter {
  /// What is written to, for a person.
  let name: String

  /// Whether whoever read it has gone: nothing is written any more, and nothing is reported.
  private(set) var isAbandoned = false

  private let descriptor: Int32
  private let isTerminal: Bool
  // Whether half a line stands at the end.
  private var isTorn = false

  /// Creates a writer to a descriptor that stays open for its life.
  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isTerminal = isatty(descriptor) == 1
  }

  /// Writes a text, which ends its last line.
  ///
  /// - Throws: `SystemError`; the text is then not written, or half a line of it is.
  mutating func write(_ text: String) throws(SystemError) {
    guard !isAbandoned else { return }
    var text = isTorn ? "\n\(text)" : text
    let (count, code) = text.withUTF8 { bytes in
      Writing.write(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
    switch code {
    case 0: isTorn = false
    case EPIPE: isAbandoned = true
    // A terminal that was closed.
    case EIO where isTerminal: isAbandoned = true
    default:
      if count > 0, !takeBack(count) { isTorn = true }
      throw SystemError("write \(name)", code: code)
    }
  }

  /// Takes back the last bytes that were written, where that harms nobody else's.
  private func takeBack(_ count: Int) -> Bool {
    var file = stat()
    var log = stat()
    guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return false }
    // With `2>&1` the log may have written behind it meanwhile.
    if fstat(STDERR_FILENO, &log) == 0, log.st_dev == file.st_dev, log.st_ino == file.st_ino {
      return false
    }
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard end == file.st_size, end >= count, ftruncate(descriptor, end - count) == 0 else {
      return false
    }
    return lseek(descriptor, end - count, SEEK_SET) == end - count
  }
}
