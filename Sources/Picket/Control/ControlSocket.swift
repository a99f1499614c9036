import Glibc
internal import Notation
package import System

/// A Unix socket on which clients are listened for; its file is removed by `remove`.
package final class ControlSocket: Sendable {
  /// The path of its file.
  package let path: String

  package let socket: Socket
  private let inode: ino_t

  /// Why a path cannot be listened on although the system would allow it.
  package struct Held: Error, CustomStringConvertible {
    /// What is there, and what to do about it.
    package let description: String
  }

  /// Listens on a path, for the user and the group of this process.
  ///
  /// What a dead Picket has left there is replaced at once, without a moment in which
  /// nothing is there. The folder is made if only it is missing.
  ///
  /// - Throws: `Held` when another Picket listens there or it is no socket, else `SystemError`.
  package init(path: String) throws {
    self.path = path
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try Directory.make(String(path[..<slash]))
    }
    // Of two that start at a time, both may find it free; one of them waits here until the other
    // listens.
    let lock = try FileLock(folder: Path.folder(of: path), within: 2)
    defer { withExtendedLifetime(lock) {} }
    try Self.checkThatItIsFree(path)
    socket = try Socket.unix()
    // Nobody can reach it before it has its rights and is ready.
    let fresh = "\(path).new"
    let bound = fresh.utf8.count <= Socket.longestPath ? fresh : path
    unlink(bound)
    try socket.bind(bound)
    // Somebody who may write to the folder could have put a link in its place.
    guard fchmodat(AT_FDCWD, bound, 0o660, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw SystemError("chmod \(path)")
    }
    guard listen(socket.descriptor, 64) == 0 else { throw SystemError("listen \(path)") }
    guard bound == path || rename(bound, path) == 0 else { throw SystemError("rename \(path)") }
    inode = Self.status(path)?.st_ino ?? 0
  }

  /// Removes the file, unless it is somebody else's by now.
  package func remove() {
    if Self.status(path)?.st_ino == inode { unlink(path) }
  }

  private static func checkThatItIsFree(_ path: String) throws {
    guard let status = status(path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw Held(
        description: "\(path) is not a socket; move it away, or give another path in [control]")
    }
    let probe = try Socket.unix()
    do throws(SystemError) {
      try probe.connect(path)
    } catch {
      switch error.code {
      // Nobody listens any more: a dead Picket has left it.
      case ECONNREFUSED, ENOENT: return
      // Somebody does, and has no time.
      case EAGAIN: break
      default: throw error
      }
    }
    let process = (try? Credentials(of: probe).process).map { "process \($0)" }
    throw Held(
      description: """
        \(process ?? "another picket") listens on \(path); stop that, or give another path in \
        [control]
        """)
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
