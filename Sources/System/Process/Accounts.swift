import Glibc

/// The users and groups of this machine.
package enum Accounts {
  /// The name of the user of this process, or the number of a user without a name.
  package static var user: String { name(ofUser: geteuid()) }

  /// Whether this process runs as root.
  package static var isRoot: Bool { geteuid() == 0 }

  /// The names of the groups of this process.
  package static var groups: Set<String> {
    let count = getgroups(0, nil)
    guard count >= 0 else { return [] }
    var numbers = [gid_t](repeating: 0, count: Int(count))
    guard getgroups(count, &numbers) >= 0 else { return [] }
    return Set((numbers + [getegid()]).map(name(ofGroup:)))
  }

  /// The names of the groups that a user has after a login; `nil` when there is no such user.
  package static func groups(of user: String) -> Set<String>? {
    guard let entry = getpwnam(user) else { return nil }
    let primary = entry.pointee.pw_gid
    var count: Int32 = 1024
    var numbers = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(user, primary, &numbers, &count) >= 0 else { return nil }
    return Set(numbers.prefix(Int(count)).map(name(ofGroup:)))
  }

  /// The owner, the group and the mode of a file; `nil` when it is missing or cannot be seen.
  package static func ownership(
    of path: String
  ) -> (owner: String, group: String, mode: UInt32)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (name(ofUser: status.st_uid), name(ofGroup: status.st_gid), status.st_mode)
  }

  private static func name(ofUser number: uid_t) -> String {
    getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? String(number)
  }

  private static func name(ofGroup number: gid_t) -> String {
    getgrgid(number).map { String(cString: $0.pointee.gr_name) } ?? String(number)
  }
}
