import Glibc

/// The folders of the file system.
package enum Directory {
  /// The names of everything in a folder, in their order, without `.` and `..`.
  ///
  /// - Throws: `SystemError`; the corresponding C functions are `opendir` and `readdir`.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw SystemError("opendir \(path)") }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      // Only `errno` distinguishes the end from an error.
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw SystemError("readdir \(path)") }
    return names.sorted()
  }

  /// Whether there is a folder at a path.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes a folder that only its user and group can read, unless it exists.
  package static func make(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o750) == 0 || errno == EEXIST else { throw SystemError("mkdir \(path)") }
  }

  /// Waits until the names in a folder are on the disk.
  package static func sync(_ path: String) throws(SystemError) {
    try OpenFile(path, O_RDONLY | O_DIRECTORY).sync()
  }

  /// Waits until the name of a folder is on the disk: its maker may not have waited for that.
  package static func syncName(of path: String) throws(SystemError) {
    do throws(SystemError) {
      try sync("\(path)/..")
    } catch {
      // A user who may not read the folder above could not have made this one: it was there before.
      guard error.code == EACCES else { throw error }
    }
  }
}

/// The owner of the folders that this process writes to.
package enum FolderOwner {
  /// A folder of another user, who could redirect what this process writes.
  package struct Foreign: Error, CustomStringConvertible {
    /// The owner, and what to do about it.
    package let description: String
  }

  /// Refuses a folder of another user if this process is root, who may write anywhere.
  ///
  /// - Parameter user: The user of this process.
  /// - Throws: `Foreign`. A missing folder is fine: it will be made, and belong to this user.
  package static func check(_ path: String, user: UInt32 = geteuid()) throws(Foreign) {
    var status = stat()
    guard user == 0, stat(path, &status) == 0, status.st_uid != 0 else { return }
    throw Foreign(
      description: """
        \(path) belongs to user \(status.st_uid), who could make root write elsewhere; run picket as \
        that user, give another directory, or set any_owner in [state]
        """)
  }
}
