package import Geofence
internal import Notation
internal import System

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

  /// The missing condition in words: "12 m were needed since it had turned back twice".
  ///
  /// All reasons are listed; without any, the time was too short.
  package var missing: String {
    if lingered { return "the carrier went back before the region's linger was over" }
    let evidence = best.evidence
    let cameInOneRun = evidence.run >= evidence.neededRun
    let needed = cameInOneRun ? evidence.neededAfterRun : evidence.needed
    var reasons: [String] = []
    if evidence.past <= needed {
      let why =
        if cameInOneRun {
          "after one run"
        } else if turns > 0 {
          "since it had turned back \(Self.times(turns))"
        } else {
          "since it had come \(evidence.run.metresText()) in one run, less than \(evidence.neededRun.metresText())"
        }
      reasons.append("\(needed.metresText()) were needed \(why)")
    }
    if evidence.isGuess {
      reasons.append(
        "the side before was a guess: only a run that began clearly on it counts")
    }
    if disagreed > .zero {
      reasons.append("the raw fix disagreed for \(disagreed.inSeconds.secondsText())")
    } else if let raw = evidence.rawPast, raw <= evidence.rawNeeded {
      reasons.append(
        "the raw fix disagreed: \(raw.metresText()) of \(evidence.rawNeeded.metresText())")
    }
    if doubted > .zero {
      reasons.append(
        "the fixes were not trusted for \(doubted.inSeconds.secondsText()), after a gap or while "
          + "they were bad")
    } else if evidence.isDoubted {
      reasons.append("the fixes were not trusted, after a gap or while they were bad")
    }
    return reasons.isEmpty
      ? "the time past the border was too short" : reasons.joined(separator: ", and ")
  }

  private static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}
