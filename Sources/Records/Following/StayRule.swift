package import Geofence

/// Decides whether a program is to run, from the states of the regions for which it runs.
///
/// A doubt counts only once it has lasted: a side that is sure again before changes nothing.
package struct StayRule: Hashable, Sendable {
  /// What to do while the carrier may be on either side of the borders.
  package enum Doubt: String, CaseIterable, Hashable, Sendable {
    /// End the program.
    case stop
    /// Run the program.
    case go
  }

  /// What to do in doubt; a program that runs goes on, and none is started, when `nil`.
  package let doubt: Doubt?

  /// The time for which the side must be in doubt before that counts.
  package let patience: Duration

  // The last instant at which the side was sure.
  private var lastSure: Instant?

  /// Creates a rule.
  package init(doubt: Doubt? = nil, patience: Duration = .seconds(5)) {
    self.doubt = doubt
    self.patience = patience
  }

  /// What the program is to do.
  package enum Verdict: Hashable, Sendable {
    /// Run, for this region; `nil` in doubt.
    case run(region: String?)
    /// End.
    case rest
    /// Go on as it is, whether it runs or not.
    case stay
  }

  /// Decides by the answers to `state`.
  ///
  /// - Parameter answers: One for each region; without any, picket does not answer.
  package mutating func verdict(_ answers: [Reply], at now: Instant) -> Verdict {
    var isDoubted = answers.isEmpty
    for answer in answers {
      // A region that is no longer watched has no state: the carrier is not inside of it.
      guard answer.refusal == nil else { continue }
      let state = StateAnswer(answer)
      let isSeen = !state.isBlind && state.time != nil
      switch state.region.state {
      case .inside where isSeen:
        lastSure = now
        return .run(region: state.region.region)
      case .outside where isSeen: break
      default: isDoubted = true
      }
    }
    guard isDoubted else {
      lastSure = now
      return .rest
    }
    if let lastSure, lastSure.duration(to: now) < patience { return .stay }
    switch doubt {
    case .go: return .run(region: nil)
    case .stop: return .rest
    case nil: return .stay
    }
  }
}
