package import Base
import Glibc

/// The places of a controller's state and of its socket for clients.
package enum ControllerPlace {
  /// The folder of the state and the journal, unless one is configured.
  package static let state = "/var/lib/picket"

  /// The control socket of the controller that keeps its state in a folder, unless one is
  /// configured.
  ///
  /// Only one controller works in a folder: a controller on trial never gets in the way of the
  /// controller that systemd runs.
  package static func socket(state directory: String) -> String {
    directory == state ? "/run/picket/picket.sock" : "\(directory)/control.sock"
  }
}

/// A Unix socket for clients; `remove` removes its file.
package final class ControlSocket: Sendable {
  /// The path of its file.
  package let path: String

  package let socket: Socket
  private let inode: ino_t

  /// Another Picket, or a file of another kind, is at the path.
  package struct Held: Error, CustomStringConvertible {
    /// The problem and its remedy.
    package let description: String
  }

  /// Listens on a path, for the user and the group of this process.
  ///
  /// The socket of a Picket that has ended is replaced by a rename: there is always a file at the
  /// path. The folder is made if only the last part of its path is missing.
  ///
  /// - Throws: `Held` when another Picket listens there or the file is not a socket, else
  ///   `SystemError`.
  package init(path: String) throws {
    self.path = path
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try Directory.make(String(path[..<slash]))
    }
    // Two Pickets that start at the same time may both find the path free: one of them waits here
    // until the other listens.
    let lock = try FileLock(folder: Path.folder(of: path), within: 2)
    defer { withExtendedLifetime(lock) {} }
    try Self.checkThatItIsFree(path)
    socket = try Socket.unix()
    // Clients cannot connect before it has its permissions and listens.
    let fresh = "\(path).new"
    let bound = fresh.utf8.count <= Socket.longestPath ? fresh : path
    unlink(bound)
    try socket.bind(bound)
    // Another user who may write to the folder could have put a link in its place.
    guard fchmodat(AT_FDCWD, bound, 0o660, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw SystemError("chmod \(path)")
    }
    guard listen(socket.descriptor, 64) == 0 else { throw SystemError("listen \(path)") }
    guard bound == path || rename(bound, path) == 0 else { throw SystemError("rename \(path)") }
    inode = Self.status(path)?.st_ino ?? 0
  }

  /// Removes the file, unless another process has replaced it.
  package func remove() {
    if Self.status(path)?.st_ino == inode { unlink(path) }
  }

  private static func checkThatItIsFree(_ path: String) throws {
    guard let status = status(path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw Held(
        description: "\(path) is not a socket; move it away, or name another path in [control]")
    }
    let probe = try Socket.unix()
    do throws(SystemError) {
      try probe.connect(path)
    } catch {
      switch error.code {
      // The Picket that made it has ended.
      case ECONNREFUSED, ENOENT: return
      // A process listens, and has not accepted its last clients yet.
      case EAGAIN: break
      default: throw error
      }
    }
    let process = (try? Credentials(of: probe).process).map { "process \($0)" }
    throw Held(
      description: """
        \(process ?? "another picket") listens on \(path); stop it, or name another path in \
        [control]
        """)
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
