import FoundationEssentials
import Testing

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/picket-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Another folder with the same files.
  func copy() throws -> TemporaryFolder {
    let other = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(other.path)/\(name)")
    }
    return other
  }

  /// Removes a folder in it, also one into which a program writes meanwhile.
  func remove(_ name: String) async {
    let folder = "\(path)/\(name)"
    await eventually("\(name) is gone") {
      try? FileManager.default.removeItem(atPath: folder)
      return !FileManager.default.fileExists(atPath: folder)
    }
  }

  /// The names of the files in the folder, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Writes a file into the folder and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  func write(_ data: Data, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }
}
