package import Base
import Glibc
internal import RegionFiles

/// The folder of a walk, and the paths of its files.
package struct WalkFolder: Hashable, Sendable {
  /// The path of the folder.
  package let path: String

  /// Creates the folder of a path.
  package init(path: String) {
    self.path = path
  }

  /// gpsd's reports, unchanged.
  package var reports: String { "\(path)/reports.json" }

  /// The entries: events and other lines between the reports.
  package var entries: String { "\(path)/walk.jsonl" }

  /// The configuration's text.
  package var configuration: String { "\(path)/picket.toml" }

  /// The events that should have happened, if a person or a simulator wrote that file.
  package var truth: String { "\(path)/truth.json" }

  /// The name of a file of regions: 1 is the first file; 2, 3 and so on were read later.
  package static func regions(_ number: Int) -> String {
    number == 1 ? "regions.geojson" : "regions.\(number).geojson"
  }

  /// A file of the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The number of a file of regions; `nil` for other files.
  package static func number(ofRegions name: String) -> Int? {
    if name == regions(1) { return 1 }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int(parts[1]), number > 1, regions(number) == name else {
      return nil
    }
    return number
  }

  /// Checks that all its files are regular files: the walk may come from another person.
  ///
  /// A link could lead to any file of this machine, and a pipe could block the reader.
  package func check() throws(Problem) {
    for name in (try? Directory.names(in: path)) ?? []
    where Self.isOwn(name) || name == "truth.json" {
      var status = stat()
      guard lstat(file(name), &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      throw Problem(
        file: file(name),
        wrong: status.st_mode & S_IFMT == S_IFLNK ? "this is a link" : "this is not a file",
        remedy: "put the file itself into the folder of the walk")
    }
  }

  /// The total number of bytes of its files.
  package var size: Int {
    ((try? Directory.names(in: path)) ?? []).reduce(0) { sum, name in
      var status = stat()
      return lstat(file(name), &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }

  /// Removes the files of the walk, and the folder unless it has other files.
  package func remove() {
    for name in (try? Directory.names(in: path)) ?? [] where Self.isOwn(name) { unlink(file(name)) }
    rmdir(path)
  }

  private static func isOwn(_ name: String) -> Bool {
    ["reports.json", "walk.jsonl", "picket.toml"].contains(name)
      || (name.hasPrefix("regions.") && name.hasSuffix("geojson"))
  }
}
