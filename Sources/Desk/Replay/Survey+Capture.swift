package import Geofence
internal import Outputs
internal import Receiver

extension Survey {
  /// The survey that a recording or the folder of a walk holds.
  ///
  /// - Throws: `UnusableFile` or `Problem`.
  package static func recorded(in path: String) throws -> Survey {
    let walk = Walk.isFolder(path) ? try Walk(path: path) : nil
    var survey = Survey()
    var decoder = ReportDecoder()
    var filter = FixFilter(device: walk?.start.device)
    try Capture.forEachLine(of: walk?.reports ?? path) { line in
      guard case .whole(let bytes) = line, case .fix(let fix) = decoder.decode(bytes),
        case .trusted(let trusted) = filter.receive(fix)
      else { return }
      survey.receive(trusted)
    }
    return survey
  }
}
