import Desk
import Notation
import Picket
import System

/// The paths that a shell may complete a word to.
package enum PathCompletion {
  /// The files and folders whose path starts with a text, folders with a `/` at the end.
  package static func paths(startingWith text: String) -> [String] {
    let folder = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    let start = text.dropFirst(folder.count)
    let names = (try? Directory.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }
      .map { name in
        let path = folder + name
        return Walk.isFolder(path) ? "\(path)/" : path
      }
  }
}
