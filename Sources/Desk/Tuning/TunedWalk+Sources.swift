import Glibc
package import Notation
internal import Picket
internal import System

extension TunedWalk.Source {
  /// The walks at a path: a walk, a capture, or all walks and captures in a folder.
  ///
  /// The regions of a capture are next to it: NAME.regions.geojson for NAME.nmea.
  ///
  /// - Throws: `Problem` when there is no walk.
  package static func found(at path: String, regions: String?) throws(Problem) -> [TunedWalk.Source]
  {
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
    return try sources.map { source throws(Problem) in
      try source.checked(but: [regions])
    }
  }

  /// The source, if each path that was not named is a file: reading a pipe would not end.
  private func checked(but named: [String?]) throws(Problem) -> TunedWalk.Source {
    for file in [path, regions] {
      var status = stat()
      guard let file, !named.contains(file), !Walk.isFolder(file), stat(file, &status) == 0,
        status.st_mode & S_IFMT != S_IFREG
      else { continue }
      throw Problem(file: file, wrong: "this is not a file", remedy: "take it out of the folder")
    }
    return self
  }

  /// The common beginning of the names of a capture's files.
  package var name: String { Self.base(of: path).split(separator: "/").last.map(String.init) ?? "" }

  /// A capture with the files next to it, unless others are given.
  private static func beside(_ path: String, regions: String? = nil) -> TunedWalk.Source {
    guard !Walk.isFolder(path) else {
      return TunedWalk.Source(path: path, regions: regions)
    }
    let near = "\(base(of: path)).regions.geojson"
    return TunedWalk.Source(path: path, regions: regions ?? (exists(near) ? near : nil))
  }

  /// The path of the file with the truth of the walk, which `board/score` reads; `nil` for none.
  package var truth: String? {
    let base = Self.base(of: path)
    let paths =
      Walk.isFolder(path)
      ? ["\(path)/truth.json"] : ["\(base).truth.json", "\(base).truth.json.xz"]
    return paths.first(where: Self.exists)
  }

  private static func isCapture(_ path: String) -> Bool {
    guard !["truth", "regions"].contains(where: { base(of: path).hasSuffix(".\($0)") }) else {
      return false
    }
    let plain = path.hasSuffix(".xz") ? String(path.dropLast(3)) : path
    return [".nmea", ".json", ".log"].contains(where: plain.hasSuffix)
  }

  /// The path without `.xz` and the ending before it.
  private static func base(of path: String) -> String {
    let plain = path.hasSuffix(".xz") ? path.dropLast(3) : path[...]
    guard let dot = plain.lastIndex(of: "."), !plain[dot...].contains("/") else {
      return String(plain)
    }
    return String(plain[..<dot])
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
