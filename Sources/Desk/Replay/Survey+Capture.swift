internal import Base
internal import Board
package import Geofence
internal import Picket

extension Survey {
  /// The survey of the fixes in a recording or the folder of a walk.
  ///
  /// - Throws: `UnusableFile` or `Problem`.
  package static func recorded(in file: String) throws -> Survey {
    let walk = Walk.isFolder(file) ? try Walk(path: file) : nil
    var path = FixPath(
      filter: FixFilter(device: walk?.start.device),
      drivers: walk?.start.before?.drivers ?? [:], names: walk?.names, decider: Survey())
    let reports = walk?.reports ?? file
    try Capture.forEachLine(of: reports) { line in _ = path.receive(line) }
    if let reason = path.tally.emptiness(of: reports) {
      throw UnusableFile(description: "\(file): \(reason)")
    }
    return path.decider
  }
}
