import Glibc

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
