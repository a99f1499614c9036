package import Glibc

/// An open file or folder; it is closed at the end of this object's life.
package final class OpenFile {
  /// The descriptor, valid as long as the object.
  package let descriptor: Int32

  /// The path with which it was opened.
  package let path: String

  /// Opens a file; the corresponding C function is `open`.
  ///
  /// A file is never opened for writing through a link: another user who may write to the folder
  /// could have put the link there to change some other file.
  package init(_ path: String, _ flags: Int32, mode: mode_t = 0o640) throws(SystemError) {
    let links = flags & O_ACCMODE == O_RDONLY ? 0 : O_NOFOLLOW
    var descriptor = open(path, flags | links | O_CLOEXEC, mode)
    while descriptor < 0, errno == EINTR {
      descriptor = open(path, flags | links | O_CLOEXEC, mode)
    }
    // Checked before `self` is complete: `deinit` would close an invalid descriptor and change
    // `errno`, which an optimised build reads after that.
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens a file, or fails when something else is in its place: it does not wait for a pipe.
  ///
  /// - Throws: `SystemError`, also for anything that is not a file.
  package convenience init(file path: String, _ flags: Int32, mode: mode_t = 0o640)
    throws(SystemError)
  {
    try self.init(path, flags | O_NONBLOCK, mode: mode)
    let status = try self.status()
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw SystemError("open \(path)", code: isFolder ? EISDIR : Self.notAFile)
    }
  }

  deinit {
    close(descriptor)
  }

  /// The code of the error for something that is not a file; no call on a file returns it.
  package static let notAFile = EMEDIUMTYPE

  /// The number of files that may be opened besides the present ones, counted up to a number.
  package static func free(upTo most: Int) -> Int {
    var opened: [Int32] = []
    defer { for file in opened { close(file) } }
    while opened.count < most {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { break }
      opened.append(file)
    }
    return opened.count
  }

  /// The kernel's record of the file; the corresponding C function is `fstat`.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat \(path)") }
    return status
  }

  /// The bytes of the file from a place on, at most this many.
  package func contents(from start: Int = 0, upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: count)
    while bytes.count < count {
      let length = try read(into: &buffer, at: start + bytes.count)
      if length == 0 { break }
      bytes += buffer[..<length]
    }
    return Array(bytes.prefix(count))
  }

  /// Everything in the file from a place on, unless it is more than this many bytes.
  ///
  /// - Throws: `SystemError`, with `EFBIG` for a longer file.
  package func contents(from start: Int = 0, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Growing would copy a long file several times.
    bytes.reserveCapacity(max(0, min(limit, Int(try status().st_size) - start)))
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try read(into: &buffer, at: start + bytes.count)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw SystemError("read \(path)", code: EFBIG) }
    }
  }

  /// Everything in the file that the disk returns, with zeros for the rest, and the disk's error.
  ///
  /// - Throws: `SystemError` when nothing can be read.
  package func readableContents(limit: Int) throws(SystemError) -> (
    bytes: [UInt8], failure: SystemError?
  ) {
    let status = try self.status()
    var bytes: [UInt8] = []
    var failure: SystemError?
    var isSecond = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try read(into: &buffer, at: bytes.count)
      } catch {
        guard error.code == EIO else { throw error }
        // Data that a card returns at the second attempt is good.
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

  /// Reads at most a buffer's worth; 0 is the end.
  ///
  /// The corresponding C functions are `pread` and `read`.
  func read(into buffer: inout [UInt8], at offset: Int) throws(SystemError) -> Int {
    while true {
      var count = pread(descriptor, &buffer, buffer.count, off_t(offset))
      // A pipe or a terminal has no offsets and is read in order.
      if count < 0, errno == ESPIPE { count = Glibc.read(descriptor, &buffer, buffer.count) }
      if count >= 0 { return count }
      let error = SystemError("read \(path)")
      guard error.code == EINTR else { throw error }
    }
  }

  // In bytes: a disk returns or loses blocks of this size or less.
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

  /// Cuts the file to a size; the corresponding C function is `ftruncate`.
  package func truncate(to size: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw SystemError("truncate \(path)") }
  }

  /// Sets the owner, group and mode of another file; the corresponding C functions are `fchown`
  /// and `fchmod`.
  package func copyOwnerAndMode(from other: stat) throws(SystemError) {
    let status = try self.status()
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

  /// Waits until its contents are on the disk, which another process may have written just now; a
  /// read-only file system has nothing to wait for.
  package func syncIfWritable() throws(SystemError) {
    do throws(SystemError) {
      try sync()
    } catch {
      guard error.code == EROFS || error.code == EINVAL else { throw error }
    }
  }

  /// Whether a path still leads to this file; one that was removed or moved away has no readers.
  package func isAt(_ path: String) -> Bool {
    var own = Glibc.stat()
    var there = Glibc.stat()
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }
}
