import Glibc
internal import Notation

/// A file that is replaced as a whole while nobody else who asks like this does so.
///
/// The lock is on the folder: the file itself is another one after each
/// change. It is held until the end of this object's life.
package final class FileReplacement {
  /// The file itself, where links lead to.
  package let path: String

  private let folder: String
  private let turn: FolderTurn

  /// Waits for the folder's lock, for so many seconds.
  package init(_ path: String, within seconds: Double = 10) throws(SystemError) {
    self.path = Self.resolved(path)
    folder = Self.folder(of: self.path)
    turn = try FolderTurn(folder, within: seconds)
  }

  /// Puts these bytes in the place of the file, whose owner and mode stay.
  ///
  /// After a power cut either the old or the new file is there.
  package func replace(with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).new"
    // One that was left by a power cut, or that somebody laid there.
    unlink(temporary)
    do throws(SystemError) {
      let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
      var status = stat()
      if stat(path, &status) == 0 { try file.take(ownerAndModeOf: status) }
      try file.write(bytes, at: 0)
      try file.sync()
      guard rename(temporary, path) == 0 else { throw SystemError("rename \(temporary)") }
    } catch {
      unlink(temporary)
      throw error
    }
    try OpenFile.syncFolder(folder)
  }

  /// Takes the file away.
  package func remove() throws(SystemError) {
    guard unlink(path) == 0 else { throw SystemError("unlink \(path)") }
    try OpenFile.syncFolder(folder)
  }

  /// Where links lead, or the path itself when there is nothing.
  ///
  /// The corresponding C function is `realpath`.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else {
      // A new file in a folder that may be behind links.
      guard let folder = realpath(folder(of: path), nil) else { return path }
      defer { free(folder) }
      return "\(String(cString: folder))/\(path.split(separator: "/").last ?? "")"
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path of the folder that something is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
