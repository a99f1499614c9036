import Glibc

/// Whose the folders are into which this process writes.
package enum FolderOwner {
  /// A folder that somebody else could have something else done through.
  package struct Foreign: Error, CustomStringConvertible {
    /// Whose it is, and what to do about it.
    package let description: String
  }

  /// Refuses a folder of another user where this one is root, who may write anywhere.
  ///
  /// - Parameter user: The user that writes.
  /// - Throws: `Foreign`. One that is not there is made, and is then this user's own.
  package static func check(_ path: String, user: UInt32 = geteuid()) throws(Foreign) {
    var status = stat()
    guard user == 0, stat(path, &status) == 0, status.st_uid != 0 else { return }
    throw Foreign(
      description: """
        \(path) belongs to user \(status.st_uid), who could have root write elsewhere; run picket as \
        that user, give another directory, or set any_owner in [state]
        """)
  }
}
