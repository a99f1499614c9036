internal import Base
package import Geofence

/// The counts of one region on a walk.
package struct RegionRecord: Hashable, Sendable {
  /// The number of stays inside, including one at the start.
  package private(set) var visits = 0

  /// The total time inside.
  package private(set) var inside = Duration.zero

  /// The greatest depth while the carrier was outside, in metres: the nearest approach to an entry.
  package private(set) var closest: Double?

  /// The number of pending crossings that did not become an event.
  package private(set) var nearMisses = 0

  private var state = RegionState.unknown
  private var last: Instant?
  private var isPending = false

  /// Creates a record without a fix.
  package init() {}

  /// Notes the carrier's standing after a fix; `nil` when the region is out of reach.
  package mutating func note(_ standing: Standing?, at instant: Instant) {
    if state == .inside, let last { inside += last.duration(to: instant) }
    last = instant
    let now = standing?.side ?? .outside
    if now == .inside, state != .inside { visits += 1 }
    if now == .outside, let depth = standing?.depth { closest = max(closest ?? depth, depth) }
    let isNowPending = standing?.pending != nil
    if isPending, !isNowPending, now == state { nearMisses += 1 }
    isPending = isNowPending
    state = now
  }

  /// The nearest approach to an entry in words; past the border, no crossing was confirmed.
  ///
  /// Of a region that was entered there is none past its border: an entry is confirmed a little later.
  ///
  /// - Parameter tenthsBelow: The length below which metres have a decimal.
  package func closestWords(tenthsBelow: Double = 100) -> String? {
    guard let closest else { return nil }
    if closest < 0 { return closest.depthText(tenthsBelow: tenthsBelow) }
    guard visits == 0 else { return nil }
    return "\(closest.distanceText(tenthsBelow: tenthsBelow)) past the border, not confirmed"
  }
}
