extension RegionMonitor {
  /// The state from which another monitor continues.
  ///
  /// It has the regions that the carrier is inside, and the nearby regions that the carrier is
  /// outside of. The carrier was outside all others: the place of the last fix shows that. The
  /// memory is made anew each time it is read.
  public var memory: Memory {
    var memory = Memory(
      nextSequence: nextSequence, seen: lastFix?.time ?? earlier.seen,
      coordinate: lastFix?.coordinate ?? earlier.coordinate,
      wander: position == nil ? earlier.wander : wander)
    let last = memory.coordinate.map { TangentPlane(at: Ellipsoid.vector($0)) }
    // By place: a copy of each region would cost more than the rest.
    for place in watched.indices where !expiries.reported.contains(place) {
      let state = watched[place].state
      if state == .unknown { continue }
      if state == .outside, let last, isFar(place, at: last) { continue }
      memory.regions[watched[place].region.id] = Memory.Known(
        state: state, stay: watched[place].stay)
    }
    memory.seen = seen
    memory.course = course
    memory.speeding = speed.memory
    memory.gates = gateMemory
    if lastFix == nil {
      (memory.crossedGates, memory.crossedPlaces) = (earlier.crossedGates, earlier.crossedPlaces)
    }
    memory.starts = timetable.memory(of: watched)
    return memory
  }

  /// The wander of the fixes, which is worth keeping from a tenth of a metre on.
  private var wander: Double? {
    position?.wander.flatMap { $0.deviation >= 0.1 ? $0.deviation : nil }
  }

  /// Whether the carrier was far from a region, by a metre more than the reader will need: the
  /// place may be rounded in the file.
  private func isFar(_ place: Int, at last: TangentPlane) -> Bool {
    // Nearly all regions are outside their ball. Only the others are copied for the call.
    !watched[place].ball.enlarged(by: 1).contains(last.origin)
      || watched[place].isFar(at: last, by: 1)
  }

  /// The time of the last fix, or of the last fix before an unseen passage that is not confirmed
  /// yet.
  ///
  /// The next monitor confirms that passage, and needs the time without fixes.
  private var seen: Timestamp? {
    guard let fix = lastFix else { return earlier.seen }
    var first = fix.time
    // Only an active region has a watch.
    for place in active where !watched[place].isExpired && !watched[place].watches.isEmpty {
      guard let passage = watched[place].watches[0].pending, let unseen = passage.unseen else {
        continue
      }
      first = min(
        first, fix.time.advanced(by: fix.instant.duration(to: passage.noticed) - unseen))
    }
    return first
  }
}
