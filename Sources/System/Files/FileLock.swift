import Glibc

/// A lock on a folder among processes that ask for it, until the end of this object's life.
package final class FileLock {
  private let descriptor: Int32

  /// Waits for the lock of a folder, for this many seconds.
  ///
  /// - Throws: `SystemError`, with `EWOULDBLOCK` when another process still holds the lock.
  package init(folder path: String, within seconds: Double) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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

  /// Locks what is open, until its descriptor is closed; the corresponding C function is `flock`.
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
