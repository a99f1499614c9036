internal import Geofence

/// One fix of a walk, and what came of it.
struct Moment: Hashable, Sendable {
  /// When, in seconds since the first fix that was trusted.
  var offset: Double

  /// When by the receiver's clock, if it said so.
  let time: Timestamp?

  /// Why the fix was not trusted; `nil` if it was.
  let rejection: Rejection?

  /// Where the receiver said that it was.
  let raw: Coordinate?

  /// Where the carrier was taken to be; `nil` if the fix was not trusted.
  let estimate: Coordinate?

  /// The standard deviation of the estimate, in metres.
  let sigma: Double

  /// gpsd's own estimate of the error, in metres.
  let eph: Double?

  /// Which of the account's stands are of this fix.
  let stands: Range<Int>

  /// What of the carrier's state is drawn on the map.
  let look: Look

  /// How much happened at it.
  var weight: Weight

  /// What a line on the map tells of the state.
  enum Look: Int, CaseIterable, Hashable, Sendable {
    case outside, pending, inside, unknown
  }

  /// How much happened at a fix: what is thinned out has none.
  enum Weight: Int, Comparable, Hashable, Sendable {
    case nothing, rejected, changed, event

    static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
  }
}

/// Where the carrier stands with regard to one region at one fix.
struct Stand: Hashable, Sendable {
  /// The region's place among the account's.
  let region: Int
  let state: RegionState
  let depth: Double
  let rawDepth: Double
  let pending: Event.Kind?
  let missing: [Standing.Missing]
}
