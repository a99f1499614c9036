import Glibc

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
    resolved(path, links: 40)
  }

  private static func resolved(_ path: String, links: Int) -> String {
    if let real = real(path) { return real }
    // A link to a file on a disk that is not mounted stays a link.
    if links > 0, let target = target(ofLink: path) {
      let isWhole = target.hasPrefix("/")
      return resolved(isWhole ? target : "\(folder(of: path))/\(target)", links: links - 1)
    }
    // The folder of a new file may be behind links.
    guard let folder = real(folder(of: path)) else { return path }
    return "\(folder)/\(path.split(separator: "/").last ?? "")"
  }

  /// The path that a link has; `nil` for anything else.
  package static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path of the folder that a file is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
