import Glibc

/// A file that is replaced as a whole, by one process at a time.
///
/// Every process that replaces it this way locks the folder: each change puts another file in the
/// place of the file itself. The lock is held until the end of this object's life. An editor does
/// not lock: `replace(with:over:)` keeps what it has saved meanwhile.
package final class FileReplacement {
  /// The path of the file itself, without links.
  package let path: String

  /// Whether the last call has replaced the file, also if it failed after that.
  package private(set) var isReplaced = false

  /// The error for which the last call could not keep the old file; it replaced the file even so.
  package private(set) var unkept: SystemError?

  private let folder: String
  private let lock: FileLock

  /// Waits for the folder's lock, for this many seconds.
  package convenience init(_ path: String, within seconds: Double = 10) throws(SystemError) {
    self.init(path, lock: try Self.lock(of: path, within: seconds))
  }

  /// Uses the lock that `lock(of:within:)` has returned for this path.
  package init(_ path: String, lock: FileLock) {
    self.path = Path.resolved(path)
    folder = Path.folder(of: self.path)
    self.lock = lock
  }

  /// Waits for the lock that a replacement of this file needs, for this many seconds.
  package static func lock(of path: String, within seconds: Double) throws(SystemError) -> FileLock
  {
    try FileLock(folder: Path.folder(of: Path.resolved(path)), within: seconds)
  }

  /// Whether this process may put another file in the place of this one: it may write in its folder.
  package static func isPossible(_ path: String) -> Bool {
    access(Path.folder(of: Path.resolved(path)), W_OK | X_OK) == 0
  }

  /// The code of the error for a file that somebody has saved meanwhile.
  package static let changed = ESTALE

  /// Replaces the contents of the file; its owner and mode stay.
  ///
  /// After a power cut either the old or the new file is there.
  package func replace(with bytes: [UInt8]) throws(SystemError) {
    try replace(with: bytes) { () throws(SystemError) in }
  }

  /// Replaces the contents of the file if they still are what was read before.
  ///
  /// - Parameters:
  ///   - old: The contents; `nil` for a missing file.
  ///   - kept: The contents that are kept at `keptPath` if no file is there; `nil` to keep nothing.
  /// - Throws: `SystemError`, with `changed` when somebody has saved other contents.
  package func replace(
    with bytes: [UInt8], over old: [UInt8]?, keeping kept: [UInt8]? = nil
  ) throws(SystemError) {
    try replace(with: bytes, keeping: kept) { () throws(SystemError) in try check(old) }
  }

  /// Removes the file if its contents still are these.
  package func remove(over old: [UInt8]) throws(SystemError) {
    try check(old)
    guard unlink(path) == 0 else { throw SystemError("unlink \(path)") }
    try Directory.sync(folder)
  }

  private func replace(
    with bytes: [UInt8], keeping kept: [UInt8]? = nil, last check: () throws(SystemError) -> Void
  ) throws(SystemError) {
    isReplaced = false
    unkept = nil
    let temporary = "\(path).new"
    do throws(SystemError) {
      try put(bytes, at: temporary, like: status)
      // After the file itself, which needs the room more.
      if let kept { noting { () throws(SystemError) in try prepare(kept) } }
      // The last call before the renames: the writes above may have taken seconds.
      try check()
      if kept != nil, unkept == nil { noting { () throws(SystemError) in try putKept() } }
      guard rename(temporary, path) == 0 else { throw SystemError("rename \(temporary)") }
    } catch {
      unlink(temporary)
      if kept != nil { unlink(temporaryOfKept) }
      throw error
    }
    isReplaced = true
    try Directory.sync(folder)
  }

  /// Writes a new file that replaces another one next, with that one's owner and mode.
  func put(_ bytes: [UInt8], at temporary: String, like other: stat?) throws(SystemError) {
    // A power cut may have left it, or another user may have put it there.
    unlink(temporary)
    let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
    if let other { try file.copyOwnerAndMode(from: other) }
    try file.write(bytes, at: 0)
    try file.sync()
  }

  /// The kernel's record of the file; `nil` if it is missing.
  var status: stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Runs a part of keeping the old file, which may fail.
  private func noting(_ body: () throws(SystemError) -> Void) {
    do throws(SystemError) {
      try body()
    } catch {
      unkept = error
      unlink(temporaryOfKept)
    }
  }

  /// Fails when the file is not this one any more.
  private func check(_ old: [UInt8]?) throws(SystemError) {
    let changed = SystemError("rename \(path)", code: Self.changed)
    let file: OpenFile
    do throws(SystemError) {
      file = try OpenFile(file: path, O_RDONLY)
    } catch {
      guard error.code == ENOENT else { throw error }
      guard old == nil else { throw changed }
      return
    }
    let before = try file.status()
    guard let old, Int(before.st_size) == old.count else { throw changed }
    // One byte more: the file may grow meanwhile.
    guard try file.contents(upTo: old.count + 1) == old else { throw changed }
    // Somebody may have saved the part that was compared first.
    var after = stat()
    guard stat(path, &after) == 0, after.st_dev == before.st_dev, after.st_ino == before.st_ino,
      after.st_size == before.st_size, after.st_mtim.tv_sec == before.st_mtim.tv_sec,
      after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
    else { throw changed }
  }
}
