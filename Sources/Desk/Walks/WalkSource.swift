package import Base
import Glibc

/// The files of a walk.
package struct WalkSource: Hashable, Sendable {
  /// The folder of a walk, or a capture.
  package let path: String

  /// The regions, in place of those of the walk.
  package let regions: String?

  /// Creates the files of a walk.
  package init(path: String, regions: String? = nil) {
    (self.path, self.regions) = (path, regions)
  }

  /// The walks at a path: a walk, a capture, or all walks and captures in a folder.
  ///
  /// The regions of a capture are next to it: NAME.regions.geojson for NAME.nmea.
  ///
  /// - Throws: `Problem` when there is no walk.
  package static func found(at path: String, regions: String?) throws(Problem) -> [WalkSource] {
    guard exists(path) else {
      throw Problem(
        file: path, wrong: "there is no such file", remedy: "give a walk, or a capture")
    }
    guard Walk.isFolder(path), !exists("\(path)/walk.jsonl") else {
      let source = beside(path, regions: regions)
      return [try source.checked(but: [regions, path])]
    }
    let names: [String]
    do throws(SystemError) {
      names = try Directory.names(in: path)
    } catch {
      throw Problem(file: path, wrong: error.reason, remedy: "let this user read it")
    }
    let sources = names.map { "\(path)/\($0)" }.filter { file in
      exists("\(file)/walk.jsonl")
        || (isCapture(file) && (regions != nil || beside(file).regions != nil))
    }.map { beside($0, regions: regions) }
    guard !sources.isEmpty else {
      throw Problem(
        file: path, wrong: "there is no walk in this folder",
        remedy: "give a walk, or captures with their NAME.regions.geojson next to them")
    }
    return try sources.map { source throws(Problem) in try source.checked(but: [regions]) }
  }

  /// The source, if each path that was not named is a file: reading a pipe would not end.
  private func checked(but named: [String?]) throws(Problem) -> WalkSource {
    for file in [path, regions] {
      var status = stat()
      guard let file, !named.contains(file), !Walk.isFolder(file), stat(file, &status) == 0,
        status.st_mode & S_IFMT != S_IFREG
      else { continue }
      throw Problem(file: file, wrong: "this is not a file", remedy: "take it out of the folder")
    }
    return self
  }

  /// A capture with the files next to it, unless others are given.
  private static func beside(_ path: String, regions: String? = nil) -> WalkSource {
    guard !Walk.isFolder(path) else { return WalkSource(path: path, regions: regions) }
    let near = "\(base(of: path)).regions.geojson"
    return WalkSource(path: path, regions: regions ?? (exists(near) ? near : nil))
  }

  private static func isCapture(_ path: String) -> Bool {
    guard !["truth", "regions"].contains(where: { base(of: path).hasSuffix(".\($0)") }) else {
      return false
    }
    let plain = path.hasSuffix(".xz") ? String(path.dropLast(3)) : path
    return [".nmea", ".json", ".log"].contains(where: plain.hasSuffix)
  }

  /// The path without `.xz` and the ending before it, with which the names of its other files begin.
  package var base: String { Self.base(of: path) }

  private static func base(of path: String) -> String {
    let plain = path.hasSuffix(".xz") ? path.dropLast(3) : path[...]
    guard let dot = plain.lastIndex(of: "."), !plain[dot...].contains("/") else {
      return String(plain)
    }
    return String(plain[..<dot])
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
