internal import Geofence
internal import Notation

/// What came of one region on a walk: its record, and its depth and state over time.
struct RegionHistory: Sendable {
  /// The counts, as `picket replay --summary` has them.
  private(set) var record = RegionRecord()

  /// How deep inside the carrier was.
  private(set) var depth = Profile()

  /// In which state, one after the other; times out of reach are left out.
  private(set) var states: [(state: RegionState, stretch: Interval)] = []

  /// When a crossing was on the way.
  private(set) var pending: [Interval] = []

  /// Whether the carrier ever came within reach of it.
  var isNear: Bool { !depth.isEmpty }

  /// How near the carrier came to it, in metres; `nil` out of reach.
  var approach: Double? { isNear ? max(0, record.visits > 0 ? 0 : -(record.closest ?? 0)) : nil }

  /// Whether there was a visit or a near miss.
  var isBusy: Bool { record.visits > 0 || record.nearMisses > 0 }

  private var isPending = false
  private var isReached = false

  /// Notes where the carrier stands at a trusted fix; `nil` when it is out of reach.
  mutating func note(_ stand: Stand?, at offset: Double, _ instant: Instant) {
    guard let stand else {
      // Once outside and far away, nothing can change until it comes near again.
      guard isReached else { return }
      record.note(nil, at: instant)
      (isReached, isPending) = (false, false)
      return
    }
    record.note(
      Standing(
        region: "", state: stand.state, depth: stand.depth, rawDepth: stand.rawDepth,
        pending: stand.pending), at: instant)
    if let last = states.last, last.state == stand.state, isReached {
      states[states.count - 1].stretch.end = offset
    } else {
      if isReached, !states.isEmpty { states[states.count - 1].stretch.end = offset }
      states.append((stand.state, Interval(start: offset, end: offset)))
    }
    if stand.pending == nil {
      isPending = false
    } else if isPending {
      pending[pending.count - 1].end = offset
    } else {
      pending.append(Interval(start: offset, end: offset))
      isPending = true
    }
    // A break in the line where it was out of reach.
    if !isReached { depth.lift() }
    depth.note(stand.depth, at: offset)
    isReached = true
  }

  /// The next depth is not joined to the last one.
  mutating func lift() { depth.lift() }
}
