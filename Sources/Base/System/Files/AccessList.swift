internal import CXAttributes
import Glibc

/// The access control list of a file: acl(5), in the form of the kernel.
package struct AccessList: Hashable, Sendable {
  /// One entry: `ACL_GROUP` has a number, others have none.
  struct Entry: Hashable, Sendable {
    let tag: UInt16
    var permissions: UInt16
    let number: UInt32
  }

  private(set) var entries: [Entry]

  /// The list that a file has, or new files in a folder begin with.
  package enum Attribute: String, Sendable {
    case access = "system.posix_acl_access"
    case initial = "system.posix_acl_default"
  }

  /// Creates the list of a file that has only a mode.
  package init(mode: UInt32) {
    entries = [(Self.owner, mode >> 6), (Self.ownGroup, mode >> 3), (Self.other, mode)].map {
      Entry(tag: $0.0, permissions: UInt16($0.1 & 7), number: .max)
    }
  }

  /// Reads the bytes of a list; `nil` when they are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, (bytes.count - 4) % 8 == 0, bytes[0] == Self.version else { return nil }
    entries = stride(from: 4, to: bytes.count, by: 8).map { place in
      func number(_ start: Int, _ size: Int) -> UInt32 {
        bytes[(place + start)..<(place + start + size)].reversed().reduce(0) {
          $0 << 8 | UInt32($1)
        }
      }
      return Entry(
        tag: UInt16(number(0, 2)), permissions: UInt16(number(2, 2)), number: number(4, 4))
    }
  }

  /// The bytes of the list, with the least byte of each number first.
  var bytes: [UInt8] {
    func bytes(_ number: UInt32, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let all = entries.flatMap { entry in
      bytes(UInt32(entry.tag), 2) + bytes(UInt32(entry.permissions), 2) + bytes(entry.number, 4)
    }
    return [Self.version, 0, 0, 0] + all
  }

  /// Whether a group has these permissions by an entry of its own.
  func gives(_ group: UInt32, _ permissions: UInt16) -> Bool {
    entries.contains {
      $0.tag == Self.group && $0.number == group && $0.permissions & permissions == permissions
    }
  }

  /// Gives a group permissions, as in a mode: 4 to read, 2 to write, 1 to search or execute.
  mutating func allow(_ group: UInt32, _ permissions: UInt16) {
    entries.removeAll { $0.tag == Self.group && $0.number == group || $0.tag == Self.mask }
    entries.append(Entry(tag: Self.group, permissions: permissions, number: group))
    // The most that any entry but the owner's and that of all others gives.
    let most = entries.filter { $0.tag != Self.owner && $0.tag != Self.other }
      .reduce(0) { $0 | $1.permissions }
    entries.append(Entry(tag: Self.mask, permissions: most, number: .max))
    entries.sort { ($0.tag, $0.number) < ($1.tag, $1.number) }
  }

  // MARK: Files

  /// Gives a group permissions on a file or a folder that this process owns.
  ///
  /// - Returns: Whether the list was changed; it has the group already otherwise.
  /// - Throws: `SystemError`; the corresponding C function is `setxattr`.
  @discardableResult
  package static func allow(
    _ group: UInt32, _ permissions: UInt16, at path: String, _ kind: Attribute = .access
  ) throws(SystemError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw SystemError("stat \(path)") }
    guard status.st_mode & S_IFMT != S_IFLNK else { return false }
    // A list for new files takes the place of the process's umask: others get nothing by it.
    let mode = kind == .initial ? status.st_mode & ~0o007 : status.st_mode
    var list = current(at: path, kind) ?? AccessList(mode: mode)
    guard !list.gives(group, permissions) else { return false }
    list.allow(group, permissions)
    let bytes = list.bytes
    guard lsetxattr(path, kind.rawValue, bytes, bytes.count, 0) == 0 else {
      throw SystemError("setxattr \(path)")
    }
    return true
  }

  /// Whether a group has permissions on a file by an entry of its own.
  package static func gives(
    _ group: UInt32, _ permissions: UInt16, at path: String, _ kind: Attribute = .access
  ) -> Bool {
    current(at: path, kind)?.gives(group, permissions) == true
  }

  private static func current(at path: String, _ kind: Attribute) -> AccessList? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = lgetxattr(path, kind.rawValue, &buffer, buffer.count)
    return count > 0 ? AccessList(Array(buffer.prefix(count))) : nil
  }

  private static let version: UInt8 = 2
  private static let owner: UInt16 = 1
  private static let ownGroup: UInt16 = 4
  private static let group: UInt16 = 8
  private static let mask: UInt16 = 16
  private static let other: UInt16 = 32
}
