import Glibc

/// Writes lines to a descriptor: half a line is removed again, or ended before the next line.
struct LineWriter {
  /// The name of the file or stream, for a person.
  let name: String

  /// Whether the reader has gone: nothing is written any more, and nothing is reported.
  private(set) var isAbandoned = false

  private let descriptor: Int32
  private let path: String?
  private let isTerminal: Bool
  // Whether the last line is incomplete.
  private var isTorn: Bool

  /// Creates a writer to a descriptor that stays open for its life.
  ///
  /// - Parameters:
  ///   - path: The path of the file; if another file gets this path, later lines go there.
  ///   - isTorn: Whether the last line that is there lacks its end.
  init(_ descriptor: Int32, name: String, path: String? = nil, isTorn: Bool = false) {
    self.isTorn = isTorn
    self.descriptor = descriptor
    self.name = name
    self.path = path
    isTerminal = isatty(descriptor) == 1
  }

  /// Writes a text, which ends with a line end.
  ///
  /// - Throws: `SystemError`; then nothing of the text was written, or half a line.
  mutating func write(_ text: String) throws(SystemError) {
    guard !isAbandoned else { return }
    if let path { try follow(path) }
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
      if count > 0, !removeLast(count) { isTorn = true }
      throw SystemError("write \(name)", code: code)
    }
  }

  /// Switches to the file that is now at a path, as after a rotation of logs; a removed file is
  /// created again.
  private mutating func follow(_ path: String) throws(SystemError) {
    var (own, other) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG else { return }
    let exists = stat(path, &other) == 0
    if exists, other.st_dev == own.st_dev, other.st_ino == own.st_ino { return }
    let (file, isTorn) = try EventsFile.open(path, isEmptied: false)
    defer { close(file) }
    guard dup2(file, descriptor) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw SystemError("open \(path)")
    }
    self.isTorn = isTorn
    let what = exists ? "another file has this path now" : "it was removed and is created again"
    Log.write(.notice, "\(path): \(what); later lines go there")
  }

  /// Removes the last bytes that were written, unless another writer may have added to them.
  private func removeLast(_ count: Int) -> Bool {
    var file = stat()
    var log = stat()
    guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return false }
    // With `2>&1` the log may have written after them meanwhile.
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
