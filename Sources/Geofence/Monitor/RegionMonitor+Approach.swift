extension RegionMonitor {
  /// The approach cue that plays; `nil` while none plays.
  public var cue: Cue? { approaches.cue }

  /// The reason for which no approach cue plays for a region; `nil` while its cue plays, or if it
  /// has none.
  public func cueSilence(of id: String) -> CueSilence? {
    guard let place = place(of: id), let rule = watched[place].region.approach else { return nil }
    guard !timetable.isSilent(place) else { return .hours }
    guard !isSilent(place) else { return .order }
    guard rule.side.isSide(of: watched[place].state) else { return .otherSide }
    guard let entry = approaches.entries.first(where: { $0.place == place }) else { return .far }
    return entry.approach.step == nil ? entry.approach.silence : nil
  }

  /// Forgets the fixes since then; the cue that plays goes on until the next fix.
  package mutating func goBack(to past: RegionMonitor) {
    let cue = approaches.cue
    self = past
    approaches.resume(cue)
  }

  /// Silences the approach cue that plays until the carrier has turned back.
  public mutating func acknowledgeCue(at now: Instant) -> [Finding] {
    guard cue != nil else { return [] }
    approaches.acknowledge(at: now)
    speed.acknowledgeCue()
    return chooseCue(at: now)
  }

  /// Follows the way to the borders for which a cue may play.
  mutating func followApproaches(_ fix: TrustedFix, into findings: inout [Finding]) {
    guard approaches.isWanted || !approaches.isEmpty, let position else { return }
    let motion = Course.Motion(
      plane: position.plane, sigma: position.sigma, velocity: position.velocity,
      velocitySigma: position.velocitySigma, stands: position.stands,
      isTrusted: position.isTrusted)
    let usual = min(interval ?? .seconds(1), blindLimit)
    let patience = min(max(.seconds(3), usual + usual), blindLimit)
    approaches.begin(freshUntil: fix.instant.advanced(by: patience))
    for place in active where !watched[place].isExpired && !isSilent(place) {
      guard let rule = watched[place].region.approach, rule.side.isSide(of: watched[place].state),
        let course = watched[place].course(of: motion, rule)
      else { continue }
      approaches.receive(
        course, region: watched[place].region.id, at: place, watched[place].state, rule,
        at: fix.instant)
    }
    approaches.finish()
    if let finding = approaches.choose(at: fix.instant) { findings.append(finding) }
  }

  /// Ends the cue if its end is due at an instant or earlier.
  mutating func endCue(by now: Instant, into findings: inout [Finding]) {
    guard let deadline = approaches.deadline, deadline <= now else { return }
    approaches.deadlineReached(at: deadline)
    findings += chooseCue(at: deadline)
  }

  /// Ends the cue of a border that was crossed.
  mutating func endCueOfCrossed(at now: Instant, into findings: inout [Finding]) {
    guard !approaches.isEmpty else { return }
    approaches.keep { [watched, timetable, book] in
      watched[$0.place].state == $0.state && !timetable.isSilent($0.place)
        && book.silence(of: $0.region) == nil
    }
    findings += chooseCue(at: now)
  }

  /// Keeps the approaches to regions that have not changed, at their new places.
  mutating func moveApproaches(from old: [WatchedRegion]) {
    approaches.isWanted = watched.contains {
      $0.region.approach != nil || $0.region.speedRule != nil
    }
    guard !approaches.isEmpty else { return }
    var moved = approaches
    moved.move { entry in
      guard let new = place(of: entry.region), old.indices ~= entry.place,
        old[entry.place].region == watched[new].region
      else { return nil }
      return new
    }
    approaches = moved
  }

  /// Goes on from the approaches of another monitor that watched the same regions.
  mutating func resumeApproaches(_ saved: Approaches?) {
    guard var saved else { return }
    saved.isWanted = approaches.isWanted
    saved.move { place(of: $0.region) }
    approaches = saved
  }

  private mutating func chooseCue(at now: Instant) -> [Finding] {
    approaches.choose(at: now).map { [$0] } ?? []
  }
}

extension WatchedRegion {
  /// The course of a carrier towards the border; `nil` before the first look.
  fileprivate func course(of motion: Course.Motion, _ rule: ApproachRule) -> Course? {
    guard let depth = watch?.latest?.depth else { return nil }
    let sign: Double = state == .inside ? 1 : -1
    return Course(of: motion, distance: sign * depth, within: rule.limit.inSeconds) { plane in
      sign * area.depth(at: plane, within: Course.horizon)
    }
  }
}
