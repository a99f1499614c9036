import Glibc
internal import Notation

/// Paths of files.
package enum Path {
  /// The path without links, `nil` when nothing is there; the corresponding C function is
  /// `realpath`.
  package static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path without links, also of a file that does not exist yet.
  package static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    // The folder of a new file may be behind links.
    guard let folder = real(folder(of: path)) else { return path }
    return "\(folder)/\(path.split(separator: "/").last ?? "")"
  }

  /// The path of the folder that a file is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
