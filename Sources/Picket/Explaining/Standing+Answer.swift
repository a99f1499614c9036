internal import Geofence
internal import Notation
internal import Outputs
package import Records

extension Standing {
  /// The standing in an answer.
  package var answer: RegionAnswer {
    var answer = RegionAnswer()
    answer.region = region
    answer.state = state.rawValue
    if state == .unsure { answer.was = side.rawValue }
    answer.depth = depth
    answer.rawDepth = rawDepth
    answer.pending = pending?.rawValue
    answer.missing = missing.map(\.words)
    return answer
  }
}

extension Standing.Missing {
  /// The missing condition, for a person: "2.1 m of 12 m".
  package var words: String {
    switch self {
    case .metres(let have, let needed): "\(have.metresText()) of \(needed.metresText())"
    case .run(let have, let needed): "or \(have.metresText()) of \(needed.metresText()) in one run"
    case .rawFix(let have, let needed):
      "raw fix disagrees: \(have.metresText()) of \(needed.metresText())"
    case .linger(let left): "linger \(left.inSeconds.secondsText()) left"
    case .clearance(let have, let needed):
      "\(have.metresText()) of \(needed.metresText()) from the border for a first state"
    case .firstSide(let have, let needed):
      "a run from the first side, which is a guess: it began \(have.metresText()) of "
        + "\(needed.metresText()) on it"
    case .trust: "more trusted fixes, after a gap or bad fixes"
    }
  }
}

extension Grounds {
  /// The metres that were needed and reached, for `why` and the report.
  package var words: String {
    let after = run.map { " after a straight run of \($0.metresText())" } ?? ""
    return "needed \(needed.metresText())\(after); reached \(reached.metresText())"
  }
}

extension RegionAnswer {
  /// A region without evidence.
  init(_ region: String, _ state: RegionState, depth: Double?) {
    self.init()
    self.region = region
    self.state = state.rawValue
    self.depth = depth
  }

  /// The same with whether it is within its hours, and when that changes, if it has hours.
  func within(_ span: Hours.Span?) -> RegionAnswer {
    var answer = self
    answer.isActive = span?.isActive
    answer.changes = span?.end?.rfc3339
    return answer
  }
}
