import Notation
import RegionFiles
import System

/// The newest update that was ever applied on this board, in a separate file.
///
/// The controller stores it with the regions. If their file is lost, an older update is still
/// refused.
struct NewestUpdate: Sendable {
  private let path: String

  /// Names the file in a folder, which may not exist yet.
  init(in folder: String) {
    path = "\(folder)/newest-update.json"
  }

  /// Reads the newest update, and a line for the log about a file that cannot be read.
  func read() -> (version: FleetVersion?, notice: String?) {
    guard FleetFile.exists(path) else { return (nil, nil) }
    let text = try? TextFile.read(path: path, limit: 4096, remedy: "")
    let fields = text.flatMap { try? JSON.parse($0).object }
    if let version = fields.flatMap({ FleetVersion($0) }) { return (version, nil) }
    return (
      nil,
      "\(path) cannot be read: only the controller has a record of the newest update of the fleet"
    )
  }

  /// Writes the newest update; after a power cut the file has the old or the new one.
  func write(_ version: FleetVersion) throws(SystemError) {
    try FileReplacement(path).replace(with: Array("\(version.json.text)\n".utf8))
  }
}
