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
    return numbers(of: user, entry.pointee.pw_gid).map { Set($0.map(name(ofGroup:))) }
  }

  /// The owner, the group and the mode of a file; `nil` when it is missing or cannot be seen.
  package static func ownership(
    of path: String
  ) -> (owner: String, group: String, mode: UInt32)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (name(ofUser: status.st_uid), name(ofGroup: status.st_gid), status.st_mode)
  }

  /// The numbers of the groups that a user has after a login; none for a user without a name.
  package static func groups(ofUser user: UInt32) -> [UInt32] {
    guard let entry = getpwuid(user) else { return [] }
    return numbers(of: entry.pointee.pw_name, entry.pointee.pw_gid) ?? []
  }

  private static func numbers(
    of user: UnsafePointer<CChar>, _ primary: gid_t
  ) -> [gid_t]? {
    var count: Int32 = 1024
    var numbers = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(user, primary, &numbers, &count) >= 0 else { return nil }
    return Array(numbers.prefix(Int(count)))
  }

  /// The number of a group; `nil` when there is no such group.
  package static func number(ofGroup name: String) -> UInt32? { getgrnam(name)?.pointee.gr_gid }

  /// The number of a user; `nil` when there is no such user.
  package static func number(ofUser name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }

  private static func name(ofUser number: uid_t) -> String {
    getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? String(number)
  }

  private static func name(ofGroup number: gid_t) -> String {
    getgrgid(number).map { String(cString: $0.pointee.gr_name) } ?? String(number)
  }
}
