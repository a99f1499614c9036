/// Decides whether a program is to run, from the states of the regions for which it runs.
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

  /// Creates a rule.
  package init(doubt: Doubt? = nil) { self.doubt = doubt }

  /// The region for which the program runs, `nil` in doubt, or the reason why it does not run.
  package enum Verdict: Hashable, Sendable {
    case run(region: String?)
    case rest
  }

  /// Decides by the answers to `state`.
  ///
  /// - Parameters:
  ///   - answers: One for each region; without any, picket does not answer.
  ///   - isRunning: Whether the program runs.
  package func verdict(_ answers: [Reply], isRunning: Bool) -> Verdict {
    var isDoubted = answers.isEmpty
    for answer in answers {
      // A region that is no longer watched has no state: the carrier is not inside of it.
      guard answer.refusal == nil else { continue }
      let state = StateAnswer(answer)
      let isSeen = !state.isBlind && state.time != nil
      switch state.region.state {
      case "inside" where isSeen: return .run(region: state.region.region)
      case "outside" where isSeen: break
      default: isDoubted = true
      }
    }
    guard isDoubted else { return .rest }
    switch doubt {
    case .go: return .run(region: nil)
    case .stop: return .rest
    case nil: return isRunning ? .run(region: nil) : .rest
    }
  }
}
