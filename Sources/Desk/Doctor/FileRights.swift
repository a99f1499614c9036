internal import System

/// The permissions of a file.
package struct FileRights: Hashable, Sendable {
  /// The path of the file.
  package let path: String

  private let owner: String
  private let group: String
  private let mode: UInt32

  /// Creates the rights of a file.
  package init(path: String, owner: String, group: String, mode: UInt32) {
    self.path = path
    self.owner = owner
    self.group = group
    self.mode = mode
  }

  /// Looks at a file; `nil` when it is missing or cannot be seen.
  package init?(of path: String) {
    guard let status = Accounts.ownership(of: path) else { return nil }
    self.init(path: path, owner: status.owner, group: status.group, mode: status.mode)
  }

  /// Whether a user with these groups may read the file, by the rules of path_resolution(7).
  func isReadable(by user: String, groups: Set<String>) -> Bool {
    if owner == user { return mode & 0o400 != 0 }
    if groups.contains(group) { return mode & 0o040 != 0 }
    return mode & 0o004 != 0
  }
}
