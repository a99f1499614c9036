import Glibc
internal import RegionFiles
internal import System

/// Files that cannot be read, and keep what they have under another name.
enum SetAside {
  /// What follows the name of such a file, before a hyphen and a number.
  static let word = "unreadable"

  /// Renames a file, or whatever is in its place.
  ///
  /// - Returns: What a person must know of it: its new name, or why it has none.
  static func move(_ path: String) -> String {
    let aside = unusedName(for: path)
    return rename(path, aside) == 0
      ? "set aside as \(aside)" : "it could not be set aside: \(SystemError("").reason)"
  }

  private static func unusedName(for path: String) -> String {
    var status = stat()
    var number = 1
    // Not `access`: a link to nowhere is there, too.
    while lstat("\(path).\(word)-\(number)", &status) == 0 { number += 1 }
    return "\(path).\(word)-\(number)"
  }
}
