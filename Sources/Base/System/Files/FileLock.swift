import Glibc

/// A lock on a folder or a file until the end of this object's life; it stops only processes that
/// also lock.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Waits for the lock of a folder, for this many seconds.
  ///
  /// - Throws: `SystemError`, with `EWOULDBLOCK` when another process still holds the lock.
  package convenience init(folder path: String, within seconds: Double) throws(SystemError) {
    try self.init(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), of: path, within: seconds)
  }

  /// Locks a file, which is made if it is missing; waits for the lock for this many seconds.
  ///
  /// - Throws: `SystemError`, with `EWOULDBLOCK` when another process still holds the lock.
  package convenience init(file path: String, within seconds: Double) throws(SystemError) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    try self.init(open(path, flags, 0o640), of: path, within: seconds)
  }

  /// Locks a descriptor, right after the call of `open`: its failure leaves its error in `errno`.
  private init(
    _ descriptor: Int32, of path: String, within seconds: Double
  ) throws(SystemError) {
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    do throws(SystemError) {
      try Self.acquire(descriptor, of: path, within: seconds)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Locks an open file or folder until its descriptor is closed; the C function is `flock`.
  ///
  /// - Throws: `SystemError`, with `EWOULDBLOCK` when another process holds the lock after this
  ///   many seconds.
  package static func acquire(
    _ descriptor: Int32, of path: String, within seconds: Double = 0
  ) throws(SystemError) {
    let end = MonotonicClock.now.advanced(by: .seconds(seconds))
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError("flock \(path)")
      guard error.code == EWOULDBLOCK || error.code == EINTR, MonotonicClock.now < end else {
        throw error
      }
      usleep(20_000)
    }
  }
}
