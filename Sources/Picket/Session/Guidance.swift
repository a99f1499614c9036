internal import Board
internal import Geofence

/// What guides the carrier by ear while no signal plays: the approach cue, or the distance to a border
/// that the carrier looks for.
struct Guidance: Sendable {
  /// The cues so far.
  private(set) var log = CueLog()

  /// The border that the carrier looks for.
  private(set) var finder: Finder?

  /// The approach cue.
  private(set) var cue: Cue?

  private var sound: CueSound?

  // MARK: The approach cue

  /// Notes that another approach cue plays now, or none.
  ///
  /// - Parameter findings: What came with it: a crossing ends a cue without a reason.
  mutating func apply(
    _ cue: Cue?, with findings: [Finding], _ monitor: RegionMonitor,
    _ turn: inout Turn
  ) {
    let last = log.last?.region
    let isCrossed = findings.contains { $0.changesState(of: last) }
    let ended = isCrossed ? nil : last.flatMap { monitor.cueSilence(of: $0) }
    log.note(cue, ended, time: turn.present.time, at: turn.present.instant)
    if let cue, cue.region != self.cue?.region {
      turn.append(.draw("\(cue.isSpeed ? "speed" : "approach") cue: \(cue.region)"))
    }
    self.cue = cue
    play(monitor, &turn)
  }

  /// Plays the finder if the carrier has requested it, or else the approach cue.
  private mutating func play(_ monitor: RegionMonitor, _ turn: inout Turn) {
    let sound: CueSound? =
      if let finder {
        finder.step.map(CueSound.finder)
      } else if let cue, !monitor.isMuted(cue.region) {
        .approach(cue.step)
      } else {
        nil
      }
    guard sound != self.sound else { return }
    self.sound = sound
    turn.append(.cue(sound))
  }

  // MARK: The finder

  /// Looks for a border until an instant, or for longer if it is looked for already.
  mutating func look(for region: String, until end: Instant) {
    if finder?.region == region { finder?.end = end } else { finder = Finder(region, until: end) }
  }

  /// Sounds the present distance to the border that the carrier looks for.
  mutating func find(_ monitor: RegionMonitor, _ turn: inout Turn) {
    guard let region = finder?.region else { return }
    // The finder is silent while the controller is blind.
    let depth = monitor.blindSince == nil ? monitor.neighbour(region)?.depth : nil
    finder?.receive(depth.map(\.magnitude))
    play(monitor, &turn)
  }

  /// Adopts the regions that the monitor watches from now on.
  mutating func watch(_ monitor: RegionMonitor, _ turn: inout Turn) {
    if let finder, monitor.watching[finder.region] == nil { self.finder = nil }
    play(monitor, &turn)
  }

  /// Ends the finder.
  mutating func stopLooking(_ monitor: RegionMonitor, _ turn: inout Turn) {
    finder = nil
    play(monitor, &turn)
  }
}

extension Finding {
  /// Whether the finding gives a region another state.
  fileprivate func changesState(of region: String?) -> Bool {
    switch self {
    case .event(let event): event.region == region && event.kind.isCrossing && !event.isScheduled
    case .determined(let id, _): id == region
    default: false
    }
  }
}
