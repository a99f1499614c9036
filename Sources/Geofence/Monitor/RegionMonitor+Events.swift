extension RegionMonitor {
  /// The border of a region was crossed for good.
  mutating func crossed(
    _ index: Int, _ fix: TrustedFix, at instant: Instant, time: Timestamp
  ) -> [Finding] {
    watched[index].begin(at: instant, time: time)
    let one = watched[index]
    let entered = one.state == .inside
    guard entered ? one.region.notifyOnEntry : one.region.notifyOnExit else {
      return [.determined(one.region.id, one.state)]
    }
    // By the present clock of the receiver, which may have been set since.
    func label(_ moment: Instant) -> Timestamp {
      time.advanced(by: instant.duration(to: moment))
    }
    let passage = one.watch?.passage
    return [
      event(
        entered ? .enter : .exit, one.region, fix, time: time,
        crossed: passage?.instant.map(label), detected: passage.map { label($0.noticed) },
        blind: passage?.unseen)
    ]
  }

  /// The carrier may have stayed for a region's dwell time.
  mutating func stayed(
    _ index: Int, _ fix: TrustedFix, at instant: Instant, time: Timestamp
  ) -> [Finding] {
    guard let deadline = dwellDeadline(of: index), deadline <= instant else { return [] }
    watched[index].stay?.told = true
    return [event(.dwell, watched[index].region, fix, time: time)]
  }

  /// When the stay in a region will be told.
  func dwellDeadline(of index: Int) -> Instant? {
    // Asked first, since most have none: the other question copies the region.
    watched[index].region.dwell == nil ? nil : watched[index].dwellDeadline
  }

  private mutating func event(
    _ kind: Event.Kind, _ region: Region, _ fix: TrustedFix, time: Timestamp,
    crossed: Timestamp? = nil, detected: Timestamp? = nil, blind: Duration? = nil
  ) -> Finding {
    defer { nextSequence += 1 }
    return .event(
      Event(
        sequence: nextSequence, kind: kind, region: region.id, note: region.note, time: time,
        crossed: crossed, detected: detected, coordinate: fix.coordinate, eph: fix.eph, blind: blind
      ))
  }
}
