internal import Geofence

extension Grounds {
  /// What was needed and what was there, for `why` and the report.
  package var words: String {
    let after = run.map { " after a straight run of \(Stretch.metres($0))" } ?? ""
    return "needed \(Stretch.metres(needed))\(after); reached \(Stretch.metres(reached))"
  }
}
