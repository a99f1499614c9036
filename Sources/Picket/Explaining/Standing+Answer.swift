package import Base
internal import Board
internal import Geofence
package import Records

extension Standing {
  /// The standing in an answer.
  package var answer: RegionAnswer {
    var answer = RegionAnswer()
    answer.region = region
    answer.state = state
    if state == .unsure { answer.was = side }
    answer.depth = depth
    answer.rawDepth = rawDepth
    answer.pending = pending
    answer.missing = missing.map(\.said)
    return answer
  }
}

extension Standing.Missing {
  /// The missing condition, for a person: "2.1 m of 12 m".
  package var said: Reason {
    func part(_ code: String, _ have: Double, _ needed: Double) -> Reason {
      Reason(code, ["have": .tenths(have), "needed": .tenths(needed)])
    }
    return switch self {
    case .metres(let have, let needed): part("missing.metres", have, needed)
    case .run(let have, let needed): part("missing.run", have, needed)
    case .rawFix(let have, let needed): part("missing.rawFix", have, needed)
    case .linger(let left): Reason("missing.linger", ["seconds": .tenths(left.inSeconds)])
    case .clearance(let have, let needed): part("missing.clearance", have, needed)
    case .firstSide(let have, let needed): part("missing.firstSide", have, needed)
    case .trust: Reason("missing.trust")
    }
  }
}

extension Grounds {
  /// The metres that were needed and reached, for `why` and the report.
  ///
  /// - Parameter hasWaited: Whether the region's linger was left then.
  package func said(hasWaited: Bool = false) -> Reason {
    let metres = Reason.Value.tenths(needed)
    let need =
      run.map { Reason("grounds.run", ["metres": metres, "run": .tenths($0)]) }
      ?? Reason("grounds.needed", ["metres": metres])
    let reach = hasWaited ? "grounds.waited" : "grounds.reached"
    return .all([need, Reason(reach, ["metres": .tenths(reached)])])
  }
}

extension RegionAnswer {
  /// A region without evidence.
  init(_ region: String, _ state: RegionState, depth: Double?) {
    self.init()
    self.region = region
    self.state = state
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
