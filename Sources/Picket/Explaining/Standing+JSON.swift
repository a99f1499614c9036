internal import Geofence
package import Notation
internal import Outputs

extension Standing {
  /// The standing as a JSON object.
  package var json: JSONLine {
    var line = JSONLine()
    line.add("region", region)
    line.add("state", state.rawValue)
    if state == .unsure { line.add("was", side.rawValue) }
    line.add("depth", depth, decimals: 1)
    line.add("raw", rawDepth, decimals: 1)
    line.add("pending", pending?.rawValue)
    if !missing.isEmpty { line.add("missing", missing.map(\.words)) }
    return line
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
    case .stay(let have, let needed):
      "a longer stay: \(have.secondsText(decimals: 0)) of \(needed.secondsText(decimals: 0))"
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

extension JSONLine {
  /// Adds whether a region is within its hours and when that changes, or nothing if it has none.
  mutating func add(hours span: Hours.Span?) {
    guard let span else { return }
    add("active", span.isActive)
    add("changes", span.end?.rfc3339)
  }
}
