internal import Geofence
internal import Notation

extension Grounds {
  /// What was needed and what was there, for `why` and the report.
  package var words: String {
    let after = run.map { " after a straight run of \($0.metresText())" } ?? ""
    return "needed \(needed.metresText())\(after); reached \(reached.metresText())"
  }
}
