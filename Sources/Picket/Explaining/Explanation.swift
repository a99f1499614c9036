internal import Base
internal import Board
package import Geofence
internal import Records

/// The explanation of one fix and its effects, for one line of JSON.
package struct Explanation: Hashable, Sendable {
  /// The fix as it was reported.
  package let fix: Fix

  /// Whether the fix is trusted.
  package let verdict: FixFilter.Verdict

  /// The monitor's estimate of the position after it; `nil` for a rejected fix.
  package let estimate: RegionMonitor.Estimate?

  /// The regions within reach.
  package let standings: [Standing]

  /// The approach cue that plays.
  package let cue: Cue?

  /// The metres from the estimate to the fix, while they disagree.
  package let apart: Double?

  /// Whether limits of speed cannot be judged.
  package let lacksSpeed: Bool

  /// Creates an explanation with these values.
  package init(
    fix: Fix, verdict: FixFilter.Verdict, estimate: RegionMonitor.Estimate?, standings: [Standing],
    cue: Cue? = nil, apart: Double? = nil, lacksSpeed: Bool = false
  ) {
    self.fix = fix
    self.verdict = verdict
    self.estimate = estimate
    self.standings = standings
    self.cue = cue
    self.apart = apart
    self.lacksSpeed = lacksSpeed
  }

  /// The explanation as one line of JSON.
  package var json: String {
    answer(Listed(standings.map(\.answer))).json.text
  }

  /// The same line for clients that watch, with the place, the error and the motion that the receiver
  /// reported, and without some of the regions if there are very many.
  ///
  /// - Parameter more: The number of regions that were left out before.
  func watched(more: Int) -> String {
    var line = answer(Listed(standings.map(\.answer), more: more, within: .fix))
    (line.eph, line.speed, line.track) = (fix.eph, fix.speed, fix.track)
    line.receiverLatitude = fix.coordinate?.latitude
    line.receiverLongitude = fix.coordinate?.longitude
    return line.json.text
  }

  private func answer(_ regions: Listed<RegionAnswer>) -> FixLine {
    var line = FixLine()
    line.time = fix.time?.rfc3339
    line.latitude = estimate?.coordinate.latitude
    line.longitude = estimate?.coordinate.longitude
    line.deviation = estimate?.sigma
    line.apart = apart
    line.lacksSpeed = lacksSpeed
    switch verdict {
    case .trusted(let trusted):
      line.belief = .trusted
      line.accuracySource = trusted.accuracySource
      line.approach = cue?.answer
      line.regions = regions
    case .rejected(let reason):
      line.belief = .rejected
      line.reason = reason.said
    }
    return line
  }
}

extension Cue {
  /// The cue in an answer.
  fileprivate var answer: CueAnswer {
    var answer = CueAnswer()
    (answer.region, answer.step, answer.isSpeed) = (region, step, isSpeed)
    answer.seconds = ofApproach?.seconds
    return answer
  }
}

extension FixPath where D == RegionMonitor {
  /// The explanation of the last line with at most this many regions, and the number of further
  /// regions; `nil` when the line was not a fix.
  func explained(most: Int) -> (explanation: Explanation, more: Int)? {
    guard let judgment else { return nil }
    if case .rejected(let reason) = judgment.verdict {
      let explanation = Explanation(
        fix: judgment.fix, verdict: judgment.verdict, estimate: nil, standings: [],
        apart: decider.disagreement(with: judgment.fix, reason))
      return (explanation, 0)
    }
    let standings = decider.standings(most: most)
    let explanation = Explanation(
      fix: judgment.fix, verdict: judgment.verdict, estimate: decider.estimate,
      standings: standings.shown, cue: decider.cue,
      apart: decider.disagreement(with: judgment.fix, nil), lacksSpeed: decider.lacksSpeed)
    return (explanation, standings.more)
  }
}
