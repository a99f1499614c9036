internal import Base
import Glibc

/// Renaming of files that cannot be read, so that their content is kept.
package enum SetAside {
  /// The word after the name of such a file, before a hyphen and a number.
  static let word = "unreadable"

  /// Renames a file, or whatever is in its place.
  ///
  /// - Returns: Its new name in words, or the reason why it has none.
  package static func move(_ path: String) -> String {
    let aside = unusedName(for: path)
    return rename(path, aside) == 0
      ? "set aside as \(aside)" : "it could not be set aside: \(SystemError("").reason)"
  }

  private static func unusedName(for path: String) -> String {
    var status = stat()
    var number = 1
    // Not `access`: a link to nowhere also occupies its name.
    while lstat("\(path).\(word)-\(number)", &status) == 0 { number += 1 }
    return "\(path).\(word)-\(number)"
  }
}
