package import Geofence

extension Survey {
  /// The survey that a recording holds.
  ///
  /// - Throws: `Capture.Unusable`.
  package static func recorded(in path: String) throws -> Survey {
    var survey = Survey()
    var decoder = ReportDecoder()
    var filter = FixFilter()
    try Capture.forEachLine(of: path) { line in
      guard case .whole(let bytes) = line, case .fix(let fix) = decoder.decode(bytes),
        case .trusted(let trusted) = filter.receive(fix)
      else { return }
      survey.receive(trusted)
    }
    return survey
  }
}
