import Glibc

/// Reports that something has changed in a folder, such as a file that has grown.
package final class FolderWatch {
  /// A descriptor that can be read when something has changed.
  package let descriptor: Int32

  private let path: String

  /// Creates a watch of a folder, which need not exist yet.
  ///
  /// - Throws: `SystemError`; the corresponding C function is `inotify_init1`.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError("inotify_init1") }
  }

  deinit {
    close(descriptor)
  }

  /// Watches the folder that has the path now, and discards earlier reports.
  ///
  /// - Returns: Whether there is such a folder; the C function is `inotify_add_watch`.
  package func renew() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    return inotify_add_watch(descriptor, path, Self.changes) >= 0
  }

  private static let changes = UInt32(
    IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
}
