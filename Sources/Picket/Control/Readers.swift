package import Base
import Glibc
internal import Records

/// The group that may read the journal and the walks, and connect to the control socket.
///
/// A file has one group, which is that of the members who may give orders: the readers have an
/// entry in the access control lists.
package enum Readers {
  /// Gives the group of the readers access to everything in a folder, now and later.
  ///
  /// The files are looked at only once, after an upgrade from a release without that group.
  ///
  /// - Throws: `SystemError`, for example where a file system has no such lists.
  package static func admit(to folder: String) throws(SystemError) {
    guard let group = Accounts.number(ofGroup: ControlRights.readers) else { return }
    try admit(group, to: folder)
  }

  static func admit(_ group: UInt32, to folder: String) throws(SystemError) {
    guard !AccessList.gives(group, 5, at: folder, .initial) else { return }
    try admit(group, toAllIn: folder, depth: 0)
    try AccessList.allow(group, 5, at: folder)
    // Last: without it, everything is looked at again at the next start.
    try AccessList.allow(group, 5, at: folder, .initial)
  }

  private static func admit(
    _ group: UInt32, toAllIn folder: String, depth: Int
  ) throws(SystemError) {
    for name in try Directory.names(in: folder) {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid() else { continue }
      switch status.st_mode & S_IFMT {
      // A file that the group of this process may not read is not for readers, either.
      case S_IFREG where status.st_mode & 0o040 != 0: try AccessList.allow(group, 4, at: path)
      case S_IFDIR where depth < 4:
        try AccessList.allow(group, 5, at: path, .initial)
        try AccessList.allow(group, 5, at: path)
        try admit(group, toAllIn: path, depth: depth + 1)
      default: break
      }
    }
  }

  /// Lets the group of the readers connect to a socket; the server decides what each client may do.
  package static func admit(toSocket path: String) throws(SystemError) {
    guard let group = Accounts.number(ofGroup: ControlRights.readers) else { return }
    try AccessList.allow(group, 6, at: path)
    try AccessList.allow(group, 1, at: Path.folder(of: path))
  }
}
