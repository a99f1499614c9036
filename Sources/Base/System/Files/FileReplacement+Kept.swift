import Glibc

/// The last version of a file, which is kept next to it.
extension FileReplacement {
  /// The path of the last version, named as editors name theirs.
  package var keptPath: String { "\(path)~" }

  var temporaryOfKept: String { "\(keptPath).new" }

  /// Puts the present file, or these contents, at a temporary path.
  ///
  /// A link needs no room on the disk, and has the file's owner and mode. FAT has no links, and
  /// the kernel forbids them for files that the process may not write to.
  func prepare(_ contents: [UInt8]) throws(SystemError) {
    unlink(temporaryOfKept)
    if link(path, temporaryOfKept) == 0 { return }
    try put(contents, at: temporaryOfKept, like: status)
  }

  /// Puts the prepared version in the place of the one that was kept before.
  func putKept() throws(SystemError) {
    guard rename(temporaryOfKept, keptPath) == 0 else {
      throw SystemError("rename \(temporaryOfKept)")
    }
    // A rename does nothing when both are links to one file, as after a power cut at this place.
    unlink(temporaryOfKept)
  }

  /// The version that is kept now, as an open file, which stays readable when it is replaced.
  package func openKept() -> OpenFile? { try? OpenFile(file: keptPath, O_RDONLY) }

  /// Keeps an earlier version again, after the last change was taken back.
  ///
  /// - Parameter earlier: The version that was kept before that change; `nil` if there was none.
  package func restoreKept(_ earlier: OpenFile?, limit: Int) throws(SystemError) {
    guard let earlier else {
      unlink(keptPath)
      return
    }
    let contents = try earlier.contents(limit: limit)
    try put(contents, at: temporaryOfKept, like: try earlier.status())
    try putKept()
  }
}
