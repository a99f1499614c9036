extension RegionMonitor {
  /// The present span of a region's hours; `nil` before the first fix, or if the region has no
  /// hours or is not watched.
  public func hours(of id: String) -> Hours.Span? {
    place(of: id).flatMap { timetable.span(of: $0) }
  }

  /// The next time at which the hours of any region change; `nil` without hours and before the
  /// first fix.
  public var nextHoursChange: Timestamp? { timetable.nextChange }

  /// The instant at which any hours change next, by the time of the last fix.
  var hoursDeadline: Instant? {
    guard let change = timetable.nextChange, let fix = lastFix else { return nil }
    let left = fix.time.duration(to: change)
    return left > .zero ? fix.instant.advanced(by: left) : nil
  }

  /// Updates the hours to the time of a fix, or of a deadline after it.
  ///
  /// By a date that cannot be right, no hours begin or end.
  mutating func updateHours(at time: Timestamp, of fix: TrustedFix) {
    guard !fix.isDateImpossible else { return }
    timetable.update(at: time)
    if fix.isDateProven { timetable.openStarts() }
  }

  /// Reports the carrier's side at the beginning of hours, for the regions in which it is clear.
  ///
  /// The report waits while a crossing is pending, or fixes after a gap are not yet trusted.
  mutating func reportStarts(
    _ fix: TrustedFix, at instant: Instant, time: Timestamp, into findings: inout [Finding]
  ) {
    guard !timetable.open.isEmpty, fix.isDateProven, previous?.isTrusted == true else { return }
    for place in timetable.open where !watched[place].isExpired {
      let one = watched[place]
      guard one.isClear, !isSilent(place) else { continue }
      timetable.close(place)
      let isInside = one.state == .inside
      guard isInside ? one.region.notifyOnEntry : one.region.notifyOnExit else { continue }
      book.report(one.region.id, at: time)
      findings.append(
        event(
          isInside ? .enter : .exit, one.region, fix, time: time, depth: depth(past: one),
          isScheduled: true))
    }
  }
}
