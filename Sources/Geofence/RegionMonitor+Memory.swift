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
    return memory
  }
}
