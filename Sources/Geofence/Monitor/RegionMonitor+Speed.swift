extension RegionMonitor {
  /// Judges the speed of a fix against the limits of the regions that the carrier is in.
  mutating func judgeSpeed(
    _ fix: TrustedFix, unseen: Duration?, into findings: inout [Finding]
  ) {
    guard !limited.isEmpty || speed.run != nil, let position else { return }
    let reading = speedReading(position, fix)
    let limit = speedLimit
    let isLate = reading == nil && speed.isSeen(at: fix)
    speed.note(fix, hasSpeed: reading != nil, after: unseen, patience: patience)
    // The velocity of this epoch may be on its way.
    if isLate, speed.run.map({ $0.region == limit?.region }) ?? true { return }
    // The state in the region whose limit was exceeded last, if it still reports.
    let side = speed.run.flatMap { place(of: $0.region) }.map { place in
      isSilent(place) ? RegionState.outside : watched[place].shown
    }
    let changes = speed.receive(reading, limit, side: side ?? .outside, at: fix)
    for change in changes {
      if let finding = finding(of: change, fix) { findings.append(finding) }
    }
    let step = speed.cueStep(reading, limit, at: fix.instant)
    approaches.excess = step.flatMap { step in
      limit.map { Cue(region: $0.region, step: step, seconds: 0, isSpeed: true) }
    }
  }

  /// The speed; `nil` where it cannot be believed.
  private func speedReading(_ position: PositionFilter, _ fix: TrustedFix) -> SpeedWatch.Reading? {
    guard position.velocityKnown, fix.speed != nil, position.believesVelocities else { return nil }
    return SpeedWatch.Reading(
      speed: position.velocity.length, doubt: SpeedWatch.doubts * position.velocitySigma)
  }

  /// The lowest limit of the regions that the carrier surely is in.
  private var speedLimit: SpeedWatch.Limit? {
    var lowest: SpeedWatch.Limit?
    for place in limited
    where !watched[place].isExpired && watched[place].state == .inside && !isSilent(place) {
      guard let rule = watched[place].region.speedRule,
        lowest.map({ rule.limit < $0.rule.limit }) ?? true
      else { continue }
      lowest = SpeedWatch.Limit(region: watched[place].region.id, rule: rule)
    }
    return lowest
  }

  /// The event of a change; `nil` if its region is not watched any more.
  private mutating func finding(of change: SpeedWatch.Change, _ fix: TrustedFix) -> Finding? {
    func label(_ moment: Instant) -> Timestamp {
      fix.time.advanced(by: fix.instant.duration(to: moment))
    }
    let (run, kind, end): (SpeedWatch.Run, Event.Kind, Instant) =
      switch change {
      case .speeding(let run): (run, .speeding, fix.instant)
      case .ended(let run, let end): (run, .speedOK, end)
      }
    guard let place = watched.firstIndex(where: { $0.region.id == run.region }) else { return nil }
    return event(
      kind, watched[place].region, fix, time: fix.time, depth: depth(past: watched[place]),
      crossed: kind == .speeding ? run.since : label(end),
      blind: kind == .speeding ? nil : run.unseen.map { .seconds($0) }, topSpeed: run.top * 3.6,
      duration: (run.start ?? end).duration(to: end))
  }

  /// The region whose limit the carrier exceeds, as reported last; `nil` for none.
  public var speeding: String? { speed.run.flatMap { $0.isReported ? $0.region : nil } }

  /// Whether regions limit the speed although the receiver reports none that can be believed.
  public var lacksSpeed: Bool {
    guard !limited.isEmpty, let position, let lastFix else { return false }
    if position.velocityKnown, position.believesVelocities { return false }
    // The first part of an epoch has gpsd's own speed; the receiver's is on its way.
    if lastFix.speed != nil, lastFix.track == nil, speed.isSeen(at: lastFix) { return false }
    // A receiver may have stood since its start: what it reports is believed once it has moved, but
    // it is not over a limit.
    let isSlow = lastFix.speed.map { $0 < Usual.slow } ?? false
    return !isSlow || position.stands < Usual.moving
  }
}
