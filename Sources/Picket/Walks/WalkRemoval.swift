package import Base
import Glibc

/// Removes the folder of a walk by its name.
package enum WalkRemoval {
  /// Removes a walk.
  ///
  /// - Throws: `Problem` when there is no walk of that name, or it cannot be removed completely.
  package static func remove(_ name: String, in directory: String) throws(Problem) {
    let folder = WalkFolder(path: "\(directory)/\(name)")
    guard isName(name), !isLink(folder.path), access(folder.entries, F_OK) == 0 else {
      throw Problem(
        file: name, wrong: "there is no walk of this name in \(directory)",
        remedy: "picket walk list prints their names")
    }
    unlink(folder.truth)
    folder.remove()
    guard access(folder.path, F_OK) == 0 else { return }
    let reason = SystemError("rmdir").reason
    let rest = (try? Directory.names(in: folder.path)) ?? []
    let isLeft = access(folder.entries, F_OK) == 0
    throw Problem(
      file: folder.path,
      wrong: isLeft
        ? "cannot be removed: \(reason)" : "has files that are not Picket's: \(rest.listed())",
      remedy: isLeft ? "run this as root or as picket's own user" : "remove them yourself")
  }

  /// Whether a text can name the folder of a walk; names by other programs may have spaces.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("/") && !text.hasPrefix(".") && !text.hasControls
  }

  /// A link is refused: its target is not in the folder of the walks.
  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
