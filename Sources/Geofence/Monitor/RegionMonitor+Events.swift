extension RegionMonitor {
  /// Handles a confirmed crossing of a region's border.
  mutating func crossed(
    _ index: Int, _ fix: TrustedFix, at instant: Instant, time: Timestamp
  ) -> [Finding] {
    watched[index].begin(at: instant, time: time)
    let one = watched[index]
    let entered = one.state == .inside
    timetable.close(index)
    let passage = one.watch?.passage
    let course =
      headed.isEmpty ? nil : book.track(of: one.region.id, noticed: passage?.noticed, or: track)
    guard entered ? one.region.notifyOnEntry : one.region.notifyOnExit, !isSilent(index),
      book.isEmpty || book.accepts(course, of: one.region.id, at: time)
    else {
      return [.determined(one.region.id, one.state)]
    }
    book.report(one.region.id, at: time)
    // By the present clock of the receiver, which may have been set since.
    func label(_ moment: Instant) -> Timestamp {
      time.advanced(by: instant.duration(to: moment))
    }
    return [
      event(
        entered ? .enter : .exit, one.region, fix, time: time, depth: depth(past: one),
        crossed: passage?.instant.map(label), detected: passage.map { label($0.noticed) },
        blind: passage?.unseen)
    ]
  }

  /// Reports a stay if the carrier has stayed for a region's dwell time.
  mutating func stayed(
    _ index: Int, _ fix: TrustedFix, at instant: Instant, time: Timestamp
  ) -> [Finding] {
    guard let deadline = dwellDeadline(of: index), deadline <= instant else { return [] }
    watched[index].stay?.isReported = true
    let one = watched[index]
    book.report(one.region.id, at: time)
    return [event(.dwell, one.region, fix, time: time, depth: depth(past: one))]
  }

  /// The metres past the border of the filtered position, on the side of the region's state.
  ///
  /// Decisions need no depths beyond a kilometre, but an exit that is proven after a gap can have
  /// them.
  func depth(past one: WatchedRegion) -> Double? {
    guard let depth = position.map({ one.area.depth(at: $0.plane) }) else { return nil }
    return one.state == .inside ? depth : -depth
  }

  /// The instant at which the dwell event of a region is due.
  func dwellDeadline(of index: Int) -> Instant? {
    // Checked first, since most regions have no dwell: the other check copies the region.
    watched[index].region.dwell == nil || isSilent(index)
      ? nil : watched[index].dwellDeadline
  }

  /// The motion of the carrier by the filter.
  private func motion(at fix: TrustedFix) -> Event.Motion? {
    guard let position else { return nil }
    return Event.Motion(
      speed: position.velocity.length, track: track,
      sigma: position.reported(fix.accuracySource, wander: position.wanderOfPlace))
  }

  mutating func event(
    _ kind: Event.Kind, _ region: Region, _ fix: TrustedFix, time: Timestamp, depth: Double?,
    crossed: Timestamp? = nil, detected: Timestamp? = nil, blind: Duration? = nil,
    isScheduled: Bool = false, topSpeed: Double? = nil, duration: Duration? = nil,
    side: Event.Side? = nil
  ) -> Finding {
    defer { nextSequence += 1 }
    return .event(
      Event(
        sequence: nextSequence, kind: kind, region: region.id, note: region.note, time: time,
        crossed: crossed, detected: detected, coordinate: fix.coordinate, eph: fix.eph,
        depth: depth, blind: blind, isScheduled: isScheduled, category: region.category,
        motion: motion(at: fix), topSpeed: topSpeed, duration: duration, side: side))
  }
}
