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
      // A metre more than the reader will need: the place may be rounded in the file.
      if state == .unknown || state == .outside && last.map({ isFar(place, at: $0) }) == true {
        continue
      }
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

  private func isFar(_ place: Int, at last: TangentPlane) -> Bool {
    watched[place].isFar(at: last, by: 1)
  }

  /// The time of the last fix, or of the last fix before an unseen passage that is not confirmed
  /// yet.
  ///
  /// The next monitor confirms that passage, and needs the time without fixes.
  private var seen: Timestamp? {
    guard let fix = lastFix else { return earlier.seen }
    return watched.indices.lazy.compactMap { place -> Timestamp? in
      guard !watched[place].isExpired, let passage = watched[place].watch?.pending,
        let unseen = passage.unseen
      else { return nil }
      return fix.time.advanced(by: fix.instant.duration(to: passage.noticed) - unseen)
    }.reduce(fix.time) { min($0, $1) }
  }
}
