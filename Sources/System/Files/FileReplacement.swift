import Glibc
internal import Notation

/// A file that is replaced as a whole, by one process at a time.
///
/// Every process that replaces it this way locks the folder: each change puts another file in the
/// place of the file itself. The lock is held until the end of this object's life.
package final class FileReplacement {
  /// The path of the file itself, without links.
  package let path: String

  private let folder: String
  private let lock: FileLock

  /// Waits for the folder's lock, for this many seconds.
  package init(_ path: String, within seconds: Double = 10) throws(SystemError) {
    self.path = Path.resolved(path)
    folder = Path.folder(of: self.path)
    lock = try FileLock(folder: folder, within: seconds)
  }

  /// Replaces the contents of the file; its owner and mode stay.
  ///
  /// After a power cut either the old or the new file is there.
  package func replace(with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).new"
    // A power cut may have left it, or another user may have put it there.
    unlink(temporary)
    do throws(SystemError) {
      let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
      var status = stat()
      if stat(path, &status) == 0 { try file.copyOwnerAndMode(from: status) }
      try file.write(bytes, at: 0)
      try file.sync()
      guard rename(temporary, path) == 0 else { throw SystemError("rename \(temporary)") }
    } catch {
      unlink(temporary)
      throw error
    }
    try Directory.sync(folder)
  }

  /// Removes the file.
  package func remove() throws(SystemError) {
    guard unlink(path) == 0 else { throw SystemError("unlink \(path)") }
    try Directory.sync(folder)
  }
}
