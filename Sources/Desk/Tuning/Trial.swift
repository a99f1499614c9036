internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// The events that a setting would have given on some walks.
package struct Trial: Hashable, Sendable {
  /// The setting.
  package let setting: Setting

  /// The score on the walks that have marks.
  package private(set) var score = Score()

  /// The number of walks that have marks.
  package private(set) var scored = 0

  /// The number of entries and exits on all walks.
  package private(set) var events = 0

  /// The number of times that a region was entered and left, or the reverse, within `flapTime`.
  package private(set) var flaps = 0

  /// Two events of one region within this time are not a visit.
  package static let flapTime = Duration.seconds(60)

  /// Creates the trial of a setting before its first walk, or with the score of some walks.
  package init(_ setting: Setting, score: Score = Score(), scored: Int = 0) {
    (self.setting, self.score, self.scored) = (setting, score, scored)
  }

  /// Replays a walk.
  package mutating func play(_ walk: TunedWalk) {
    let events = walk.play(setting).filter { $0.kind != .dwell && !$0.isScheduled }
    self.events += events.count
    var last: [String: Timestamp] = [:]
    for event in events {
      if let before = last[event.region], before.duration(to: event.time) < Self.flapTime {
        flaps += 1
      }
      last[event.region] = event.time
    }
    guard !walk.marks.isEmpty else { return }
    score.add(marks: walk.marks, events: events)
    scored += 1
  }

  /// Adds the result of the same setting on other walks.
  package mutating func add(_ other: Trial) {
    score.add(other.score)
    scored += other.scored
    events += other.events
    flaps += other.flaps
  }

  /// Whether this trial is better than another.
  ///
  /// With marks, trials are compared by false and missed events, by the delay that one of twenty
  /// exceeds, and by the median delay. Then fewer flaps are better, then less cushion, then less
  /// linger.
  package func isBetter(than other: Trial) -> Bool {
    rank.lexicographicallyPrecedes(other.rank)
  }

  private var rank: [Double] {
    let known =
      scored == 0
      ? []
      : [
        Double(score.spurious + score.missed), score.delay(0.95) ?? .infinity,
        score.delay(0.5) ?? .infinity,
      ]
    return known + [Double(flaps), setting.cushion, setting.linger.inSeconds]
  }
}
