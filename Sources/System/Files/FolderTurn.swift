import Glibc

/// A turn at a folder among all who ask like this, until the end of this object's life.
package final class FolderTurn {
  private let lock: Int32

  /// Waits for the folder's lock, for so many seconds; the corresponding C function is `flock`.
  package init(_ folder: String, within seconds: Double) throws(SystemError) {
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw SystemError("open \(folder)") }
    self.lock = lock
    let end = MonotonicClock.now.advanced(by: .seconds(seconds))
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError("flock \(folder)")
      guard error.code == EWOULDBLOCK || error.code == EINTR, MonotonicClock.now < end else {
        throw error
      }
      usleep(20_000)
    }
  }

  deinit {
    close(lock)
  }
}
