import Notation
import RegionFiles
import System

/// The newest update that was ever applied on this board, in a file of its own.
///
/// The controller has it with the regions; should their file be lost, an older update is refused all
/// the same.
struct NewestUpdate: Sendable {
  private let path: String

  /// Creates the file in a folder, or finds the one that is there.
  init(in folder: String) {
    path = "\(folder)/newest-update.json"
  }

  /// Reads it; `nil` without one, and a line about one that cannot be read.
  func read() -> (version: FleetVersion?, notice: String?) {
    guard FleetFile.isThere(path) else { return (nil, nil) }
    let text = try? TextFile.read(path: path, limit: 4096, remedy: "")
    let fields = text.flatMap { try? JSON.parse($0).object }
    if let version = fields.flatMap({ FleetVersion($0) }) { return (version, nil) }
    return (
      nil,
      "\(path) cannot be read: only the controller knows now which update of the fleet is the newest"
    )
  }

  /// Writes it; after a power cut the old or the new one is there.
  func write(_ version: FleetVersion) throws(SystemError) {
    try FileReplacement(path).replace(with: Array("\(version.json.text)\n".utf8))
  }
}
