package import Base
package import Geofence

/// A time past the border of a region, and the evidence that was missing for a crossing.
package struct Excursion: Hashable, Sendable {
  /// One fix of an excursion.
  package struct TimedEvidence: Hashable, Sendable {
    package let time: Timestamp
    package let instant: Instant
    package let evidence: Evidence
  }

  /// The state that a crossing would have ended.
  package let state: RegionState

  /// The first fix past the border.
  package let start: TimedEvidence

  /// The last fix past the border.
  package private(set) var end: TimedEvidence

  /// The fix that was furthest past the border.
  package private(set) var best: TimedEvidence

  /// The time for which the raw fixes were not far enough past the border.
  private(set) var disagreed = Duration.zero

  /// The time for which the fixes were doubted.
  private(set) var doubted = Duration.zero

  /// Whether only the region's linger was missing at some time.
  private(set) var lingered = false

  /// The number of times that the carrier had turned back before.
  let turns: Int

  /// Begins with the first fix past the border.
  package init(_ first: TimedEvidence, turns: Int) {
    state = first.evidence.state
    start = first
    end = first
    best = first
    self.turns = turns
    lingered = first.evidence.isLingering
  }

  /// Adds the next fix past the border.
  package mutating func add(_ step: TimedEvidence) {
    if disagrees(end.evidence) { disagreed += end.instant.duration(to: step.instant) }
    if end.evidence.isDoubted { doubted += end.instant.duration(to: step.instant) }
    end = step
    lingered = lingered || step.evidence.isLingering
    if step.evidence.past > best.evidence.past { best = step }
  }

  private func disagrees(_ evidence: Evidence) -> Bool {
    evidence.rawPast.map { $0 <= evidence.rawNeeded } ?? false
  }

  /// The missing conditions: "12 m were needed since it had turned back twice".
  ///
  /// Without any, the time was too short.
  package var missing: [Reason] {
    if lingered { return [Reason("lack.lingered")] }
    let evidence = best.evidence
    let cameInOneRun = evidence.run >= evidence.neededRun
    let needed = cameInOneRun ? evidence.neededAfterRun : evidence.needed
    var reasons: [Reason] = []
    if evidence.past <= needed {
      let code =
        if cameInOneRun {
          "lack.afterRun"
        } else {
          switch turns {
          case 0: "lack.run"
          case 1: "lack.turnedOnce"
          case 2: "lack.turnedTwice"
          default: "lack.turned"
          }
        }
      reasons.append(
        Reason(
          code,
          [
            "metres": .tenths(needed), "count": .count(turns), "run": .tenths(evidence.run),
            "needed": .tenths(evidence.neededRun),
          ]))
    }
    if evidence.isGuess { reasons.append(Reason("lack.guess")) }
    if disagreed > .zero {
      reasons.append(Reason("lack.rawFor", ["seconds": .tenths(disagreed.inSeconds)]))
    } else if let raw = evidence.rawPast, raw <= evidence.rawNeeded {
      reasons.append(
        Reason("lack.raw", ["have": .tenths(raw), "needed": .tenths(evidence.rawNeeded)]))
    }
    if doubted > .zero {
      reasons.append(Reason("lack.doubtedFor", ["seconds": .tenths(doubted.inSeconds)]))
    } else if evidence.isDoubted {
      reasons.append(Reason("lack.doubted"))
    }
    return reasons.isEmpty ? [Reason("lack.time")] : reasons
  }
}
