extension WatchedRegion {
  /// The instant at which the dwell event is due.
  var dwellDeadline: Instant? {
    guard state == .inside, isWithin, !isHeld, let stay, !stay.isReported,
      let dwell = region.active == nil ? region.dwell : dwellInHours,
      let due = stayStart?.advanced(by: dwell)
    else { return nil }
    return dwellChange.map { max(due, $0) } ?? due
  }

  /// Holds back what is due in a time without a fix, if the fix that ends it contradicts that.
  ///
  /// A stay is contradicted by a fix outside, and a crossing by a fix on the side before it.
  mutating func hold(from start: Instant, until end: Instant, contradictedAt raw: TangentPlane) {
    let (stay, crossing) = (dwellDeadline, watch?.deadline)
    let isStay = stay.map { start <= $0 && $0 < end } ?? false
    let isCrossing = crossing.map { start <= $0 && $0 < end } ?? false
    guard isStay || isCrossing else { return }
    let isInside = area.depth(at: raw, within: reach) > 0
    isHeld = isCrossing ? isInside == (state == .inside) : !isInside
  }
}
