extension RegionMonitor {
  /// What another monitor must know to go on from here.
  ///
  /// Regions that the carrier is inside are in it, and those that it is
  /// outside of and not far from. All others it was outside of, as the place
  /// of the last fix tells. It is made anew whenever it is asked for.
  public var memory: Memory {
    var memory = Memory(
      nextSequence: nextSequence, seen: lastFix?.time ?? earlier.seen,
      coordinate: lastFix?.coordinate ?? earlier.coordinate)
    let last = memory.coordinate.map { TangentPlane(at: Ellipsoid.vector($0)) }
    for one in watched where !one.isExpired && one.state != .unknown {
      // A metre farther than who reads this will ask for: it may be rounded on the way.
      if one.state == .outside, let last, one.isFar(at: last, by: 1) { continue }
      memory.regions[one.region.id] = Memory.Known(state: one.state, stay: one.stay)
    }
    memory.seen = seen
    return memory
  }

  /// The time of the last fix, or of the last one before a passage that was not seen and is
  /// not confirmed yet: who reads this confirms it, and must know how long was not seen.
  private var seen: Timestamp? {
    guard let fix = lastFix else { return earlier.seen }
    return watched.lazy.compactMap { one -> Timestamp? in
      guard !one.isExpired, let passage = one.watch?.pending, let unseen = passage.unseen else {
        return nil
      }
      return fix.time.advanced(by: fix.instant.duration(to: passage.noticed) - unseen)
    }.reduce(fix.time) { min($0, $1) }
  }
}
