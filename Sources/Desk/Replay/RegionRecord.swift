package import Geofence

/// What came of one region on a walk.
package struct RegionRecord: Hashable, Sendable {
  /// How many stays inside there were, that at the start counted.
  package private(set) var visits = 0

  /// How long it was inside, in all.
  package private(set) var inside = Duration.zero

  /// The depth that came nearest to an entry while it was outside, in metres.
  package private(set) var closest: Double?

  /// How often a crossing was on the way and came to nothing.
  package private(set) var nearMisses = 0

  private var state = RegionState.unknown
  private var last: Instant?
  private var isPending = false

  /// Notes where the carrier stands after a fix; `nil` when the region is out of reach.
  package mutating func note(_ standing: Standing?, at instant: Instant) {
    if state == .inside, let last { inside += last.duration(to: instant) }
    last = instant
    let now = standing?.state ?? .outside
    if now == .inside, state != .inside { visits += 1 }
    if now == .outside, let depth = standing?.depth { closest = max(closest ?? depth, depth) }
    let pends = standing?.pending != nil
    if isPending, !pends, now == state { nearMisses += 1 }
    isPending = pends
    state = now
  }
}
