package import Glibc
internal import Notation

/// A file or folder that is open; closed with the end of its life.
package final class OpenFile {
  private let descriptor: Int32
  private let path: String

  /// Opens a file; the corresponding C function is `open`.
  ///
  /// One that is written is never reached through a link: whoever may write to the folder could
  /// have laid it there, and have another file changed.
  package init(_ path: String, _ flags: Int32, mode: mode_t = 0o640) throws(SystemError) {
    let links = flags & O_ACCMODE == O_RDONLY ? 0 : O_NOFOLLOW
    let descriptor = open(path, flags | links | O_CLOEXEC, mode)
    // Before `self` is whole: its end would close what is not open, and change `errno`, which an
    // optimised build reads after that.
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens a file whose place something else may have taken: a pipe is not waited for.
  ///
  /// - Throws: `SystemError`, also for what is not a file.
  package convenience init(file path: String, _ flags: Int32, mode: mode_t = 0o640)
    throws(SystemError)
  {
    try self.init(path, flags | O_NONBLOCK, mode: mode)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat \(path)") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw SystemError("open \(path)", code: isFolder ? EISDIR : Self.notAFile)
    }
  }

  deinit {
    close(descriptor)
  }

  /// The code of the error that something is not a file; no call on a file gives it.
  package static let notAFile = EMEDIUMTYPE

  /// Everything that is in the file, unless that is more than so many bytes.
  package func contents(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read \(path)") }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw SystemError("read \(path)", code: EFBIG) }
    }
  }

  /// Everything in the file that the disk gives, zeroes in place of what it does not, and why not.
  ///
  /// - Throws: `SystemError` when nothing can be read.
  package func readableContents(limit: Int) throws(SystemError) -> (
    bytes: [UInt8], failure: SystemError?
  ) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat \(path)") }
    var bytes: [UInt8] = []
    var failure: SystemError?
    var isSecond = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      if count < 0 {
        let error = SystemError("read \(path)")
        guard error.code == EIO else { throw error }
        // What a card gives at the second attempt is good.
        if isSecond {
          failure = error
          let next = (bytes.count / Self.page + 1) * Self.page
          guard next < Int(status.st_size) else { break }
          bytes += [UInt8](repeating: 0, count: next - bytes.count)
        }
        isSecond.toggle()
        continue
      }
      isSecond = false
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw SystemError("read \(path)", code: EFBIG) }
    }
    let rest = failure == nil ? 0 : Int(status.st_size) - bytes.count
    return (bytes + [UInt8](repeating: 0, count: max(0, rest)), failure)
  }

  // In bytes: what a disk gives or does not is in blocks of that or less.
  private static let page = 4096

  /// Writes all of the bytes at a place in the file.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write \(path)") }
      written += count
    }
  }

  /// Cuts the file off at a size; the corresponding C function is `ftruncate`.
  package func truncate(to size: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw SystemError("truncate \(path)") }
  }

  /// Gives it to the owner and group of another file, with its mode; the corresponding C
  /// functions are `fchown` and `fchmod`.
  package func take(ownerAndModeOf other: stat) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat \(path)") }
    if status.st_uid != other.st_uid || status.st_gid != other.st_gid {
      guard fchown(descriptor, other.st_uid, other.st_gid) == 0 else {
        throw SystemError("chown \(path)")
      }
    }
    guard fchmod(descriptor, other.st_mode & 0o7777) == 0 else {
      throw SystemError("chmod \(path)")
    }
  }

  /// Waits until what was written is on the disk; the corresponding C function is `fsync`.
  package func sync() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError("fsync \(path)") }
  }

  /// Makes sure that the file has not been removed: what is written to it then is lost.
  package func checkThatItIsThere() throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat \(path)") }
    guard status.st_nlink > 0 else { throw SystemError("write \(path)", code: ENOENT) }
  }

  /// Waits until the names in a folder are on the disk.
  package static func syncFolder(_ path: String) throws(SystemError) {
    try OpenFile(path, O_RDONLY | O_DIRECTORY).sync()
  }

  /// Waits until the name of a folder is on the disk: who made it may not have waited.
  package static func syncName(ofFolder path: String) throws(SystemError) {
    do throws(SystemError) {
      try syncFolder("\(path)/..")
    } catch {
      // Who may not read the folder above could not have made this one: it was there before.
      guard error.code == EACCES else { throw error }
    }
  }

  /// Makes a folder that only its user and group look into, unless it is there.
  package static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o750) == 0 || errno == EEXIST else { throw SystemError("mkdir \(path)") }
  }
}
