import Glibc
internal import Records
package import System

/// The group that may read the journal and the walks, and connect to the control socket.
///
/// A file has one group, which is that of the members who may give orders: the readers have an
/// entry in the access control lists. Where a file system has no such lists, the files are handed
/// to the group of the readers.
package enum Readers {
  /// Gives the group of the readers access to everything in a folder, now and later.
  ///
  /// The files are looked at only once, after an upgrade from a release without that group.
  ///
  /// - Throws: `SystemError`, for example where a file system has no such lists and this process is
  ///   no member of the group.
  package static func admit(to folder: String) throws(SystemError) {
    guard let group = Accounts.number(ofGroup: ControlRights.readers) else { return }
    try admit(group, to: folder)
  }

  static func admit(_ group: UInt32, to folder: String) throws(SystemError) {
    guard !AccessList.gives(group, 5, at: folder, .initial), !isHanded(folder, to: group) else {
      return
    }
    do throws(SystemError) {
      try admit(group, to: folder, by: entry)
    } catch {
      guard error.code == EOPNOTSUPP else { throw error }
      try admit(group, to: folder, by: hand)
    }
  }

  /// A way to give a group access to one file, or to a folder and what comes into it.
  private typealias Way = (_ group: UInt32, _ path: String, _ isFolder: Bool) throws(SystemError)
    -> Void

  private static func entry(
    of group: UInt32, at path: String, _ isFolder: Bool
  ) throws(SystemError) {
    try AccessList.allow(group, isFolder ? 5 : 4, at: path)
    if isFolder { try AccessList.allow(group, 5, at: path, .initial) }
  }

  private static func hand(
    to group: UInt32, _ path: String, _ isFolder: Bool
  ) throws(SystemError) {
    guard lchown(path, .max, group) == 0 else { throw SystemError("chown \(path)") }
    // New files in such a folder have its group.
    guard !isFolder || chmod(path, 0o2750) == 0 else { throw SystemError("chmod \(path)") }
  }

  private static func isHanded(_ folder: String, to group: UInt32) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_gid == group && status.st_mode & S_ISGID != 0
  }

  private static func admit(
    _ group: UInt32, to folder: String, by way: Way, depth: Int = 0
  ) throws(SystemError) {
    for name in try Directory.names(in: folder) {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid() else { continue }
      switch status.st_mode & S_IFMT {
      // A file that the group of this process may not read is not for readers, either.
      case S_IFREG where status.st_mode & 0o040 != 0: try way(group, path, false)
      case S_IFDIR where depth < 4: try admit(group, to: path, by: way, depth: depth + 1)
      default: break
      }
    }
    // Last: without it, everything is looked at again at the next start.
    try way(group, folder, true)
  }

  /// Lets the group of the readers connect to a socket; the server decides what each client may do.
  package static func admit(toSocket path: String) throws(SystemError) {
    guard let group = Accounts.number(ofGroup: ControlRights.readers) else { return }
    try AccessList.allow(group, 6, at: path)
    try AccessList.allow(group, 1, at: Path.folder(of: path))
  }
}
