internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// What a setting would have made of some walks.
package struct Trial: Hashable, Sendable {
  /// What was tried.
  package let setting: Setting

  /// How well events were told on the walks of which that is known.
  package private(set) var score = Score()

  /// On how many walks that is known.
  package private(set) var scored = 0

  /// How many entries and exits there were on all walks.
  package private(set) var events = 0

  /// How often a region was entered and left, or left and entered, within `flapTime`.
  package private(set) var flaps = 0

  /// Two events of one region that come within this time are no visit.
  package static let flapTime = Duration.seconds(60)

  /// Creates the trial of a setting on no walk yet.
  package init(_ setting: Setting) {
    self.setting = setting
  }

  /// Replays a walk.
  package mutating func play(_ walk: TunedWalk) {
    let events = walk.play(setting).filter { $0.kind != .dwell }
    self.events += events.count
    var last: [String: Timestamp] = [:]
    for event in events {
      if let before = last[event.region], before.duration(to: event.time) < Self.flapTime {
        flaps += 1
      }
      last[event.region] = event.time
    }
    switch walk.expectation {
    case .truth(let truth): score.add(truth, events: events)
    case .marks(let marks): score.add(marks: marks, events: events)
    case .nothing: return
    }
    scored += 1
  }

  /// Adds what came of the same setting on other walks.
  package mutating func add(_ other: Trial) {
    score.add(other.score)
    scored += other.scored
    events += other.events
    flaps += other.flaps
  }

  /// Whether it is better than another one.
  ///
  /// Fewer events that are wrong or missing come first, then more brief visits, then the delay
  /// that one of twenty exceeds, then the half; where nothing is known, fewer flaps. What is
  /// left is decided for Picket's own rule, and then for less of a cushion and of a linger.
  package func isBetter(than other: Trial) -> Bool {
    rank.lexicographicallyPrecedes(other.rank)
  }

  private var rank: [Double] {
    let known =
      scored == 0
      ? []
      : [
        Double(score.spurious + score.missed), Double(-score.briefTold),
        score.delay(0.95) ?? .infinity, score.delay(0.5) ?? .infinity,
      ]
    return known + [
      Double(flaps), setting.rule == .evidence ? 0 : 1, setting.cushion, setting.linger.inSeconds,
    ]
  }
}
