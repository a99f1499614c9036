internal import Geofence
internal import Notation

extension Grounds {
  /// The metres that were needed and reached, for `why` and the report.
  package var words: String {
    let after = run.map { " after a straight run of \($0.metresText())" } ?? ""
    return "needed \(needed.metresText())\(after); reached \(reached.metresText())"
  }
}
