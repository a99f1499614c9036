internal import Base
import Glibc

/// The folder of the walks, in which names are searched for.
struct WalkShelf: Hashable, Sendable {
  let folder: String

  /// The path of the walk of a name.
  ///
  /// Only a name that the folder lists leads to a path, so `..`, a slash or a link leads nowhere.
  func path(of name: String) throws(Denial) -> String {
    let names: [String]
    let none = Denial(404, Reason("denied.noWalk", ["name": .text(name.quoted.onOneLine)]))
    do throws(SystemError) {
      names = try Directory.names(in: folder)
    } catch {
      // The first walk makes the folder.
      guard !error.isMissing else { throw none }
      throw Denial(503, "the walks cannot be read: \(error)")
    }
    // Byte by byte: Swift can find two texts equal whose bytes differ.
    guard let found = names.first(where: { Array($0.utf8) == Array(name.utf8) }),
      !found.hasPrefix(".")
    else { throw none }
    let path = "\(folder)/\(found)"
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw none }
    return path
  }
}
