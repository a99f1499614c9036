extension RegionMonitor {
  /// Receives the next trusted fix.
  ///
  /// Earlier deadlines are applied first, so that it makes no difference
  /// whether a deadline was met in time.
  public mutating func receive(_ fix: TrustedFix) -> [Finding] {
    var findings: [Finding] = []
    let step = lastFix?.instant.duration(to: fix.instant)
    if let step, step <= patience {
      hold(until: fix)
      // The shorter of the last two: a missing fix does not mean that fixes come less often.
      interval = self.step.map { min($0, step) }
      self.step = step
      // No fix is missing that could have contradicted a pending crossing.
      while let confirmation, confirmation < fix.instant {
        endCue(by: confirmation, into: &findings)
        findings += findingsDue(at: confirmation)
      }
      endCue(by: fix.instant, into: &findings)
    } else {
      findings += self.findings { $0 < fix.instant }
    }
    let gap = step ?? firstGap(before: fix)
    let unseen = gap.flatMap { $0 > patience ? $0 : nil }
    // Without a step there was no fix; comparing the last fix with nil copies it twice.
    if blindSince != nil || step == nil {
      blindSince = nil
      findings.append(.sighted(at: fix.time, unseen: unseen))
    }
    expire(at: fix, into: &findings)
    updateHours(at: fix.time, of: fix)

    if step == nil { resumeGates(at: fix) }
    firstFix = firstFix ?? fix.instant
    if fix.restarts { forgetGuesses(at: fix.instant) }
    lastFix = fix
    patience = Self.patience(fix.interval, blindLimit: blindLimit)
    let sight = sight(of: fix, unseen: unseen)
    observe(from: sight, fix, into: &findings)
    if !headed.isEmpty { noteTracks() }
    followGates(fix, unseen: unseen, into: &findings)
    judgeSpeed(fix, unseen: unseen, into: &findings)
    followApproaches(fix, into: &findings)
    previous = sight
    reportStarts(fix, at: fix.instant, time: fix.time, into: &findings)
    setDeadline()
    return findings
  }

  /// Leaves to a fix what became due after it was expected, where the fix itself contradicts it.
  ///
  /// Without the fix nothing would have been confirmed then.
  private mutating func hold(until fix: TrustedFix) {
    guard let confirmation, confirmation < fix.instant, let fixDue else { return }
    let raw = TangentPlane(at: Ellipsoid.vector(fix.coordinate))
    for index in active where !watched[index].isExpired {
      watched[index].hold(from: fixDue, until: fix.instant, contradictedAt: raw)
    }
    setDeadline()
  }

  /// Filters the position of a fix, and returns the place from which regions are looked at.
  private mutating func sight(of fix: TrustedFix, unseen: Duration?) -> Sight {
    position?.receive(fix)
    if let sight = position?.sight(of: fix, unseen: unseen) { return sight }
    var first = PositionFilter(fix, wander: wander(at: fix))
    let sight = first.sight(of: fix, unseen: unseen)
    position = first
    return sight
  }

  /// The wander that an earlier monitor has seen, faded until a fix.
  private func wander(at fix: TrustedFix) -> Wander? {
    earlier.wander(at: fix.time).map { Wander(deviation: $0) }
  }

  /// Looks at the regions that are near or can change their state from afar.
  private mutating func observe(
    from sight: Sight, _ fix: TrustedFix, into findings: inout [Finding]
  ) {
    var looked: [Int] = []
    Swift.swap(&looked, &self.looked)
    looked.removeAll(keepingCapacity: true)
    looked.append(contentsOf: active)
    index.visit(from: sight) { index in
      if watched[index].isSettled, !watched[index].isExpired { looked.append(index) }
    }
    if looked.count > active.count { looked.sort() }
    active.removeAll(keepingCapacity: true)
    for index in looked where !watched[index].isExpired {
      observe(at: index, from: sight, fix, into: &findings)
      if !watched[index].isSettled { active.append(index) }
    }
    Swift.swap(&looked, &self.looked)
  }

  private mutating func observe(
    at index: Int, from sight: Sight, _ fix: TrustedFix, into findings: inout [Finding]
  ) {
    let isFirst = watched[index].state == .unknown
    switch watched[index].observe(from: sight, after: previous) {
    case .crossed:
      if isFirst {
        // The side on which the way to the first event began.
        let side: RegionState = watched[index].state == .inside ? .outside : .inside
        findings.append(.determined(watched[index].region.id, side))
      }
      findings += crossed(index, fix, at: fix.instant, time: fix.time)
    case .determined:
      watched[index].begin(at: fix.instant, time: fix.time)
      findings.append(.determined(watched[index].region.id, watched[index].state))
    case .nothing:
      if let stay = watched[index].stay, watched[index].stayStart == nil,
        fix.isDateProven || continuesClock(fix)
      {
        // A stay from before a restart: only the receiver's clock can measure it.
        let gone = max(.zero, stay.since.duration(to: fix.time))
        watched[index].stayStart = fix.instant.advanced(by: .zero - gone)
      }
    }
    findings += stayed(index, fix, at: fix.instant, time: fix.time)
  }

  /// Whether the time of a fix goes on from the last one of an earlier monitor, as a clock does that
  /// is right: a carrier may leave before three fixes prove it again.
  private func continuesClock(_ fix: TrustedFix) -> Bool {
    earlier.seen.map { .zero...ClockRun.longestPause ~= $0.duration(to: fix.time) } ?? false
  }

  /// Forgets the states that the first fixes gave, when these fixes turn out to be wrong.
  ///
  /// A receiver that has just been switched on may begin in another town, and
  /// coming from there does not count as a crossing.
  private mutating func forgetGuesses(at instant: Instant) {
    guard let firstFix, firstFix.duration(to: instant) < .seconds(Usual.halt) else { return }
    for index in watched.indices { watched[index].forgetGuess() }
    active = watched.indices.filter { !watched[$0].isSettled }
    previous = nil
  }

  /// The time without a trusted fix before the first one; `nil` while not known.
  private func firstGap(before fix: TrustedFix) -> Duration? {
    // Across a restart only the receiver's clock can measure the time.
    if let seen = earlier.seen { return max(.zero, seen.duration(to: fix.time)) }
    return start?.duration(to: fix.instant)
  }
}
