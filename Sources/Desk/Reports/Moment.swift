internal import Base
package import Geofence
internal import Picket

/// One fix of a walk, and its result.
struct Moment: Hashable, Sendable {
  /// The time of the fix, in seconds since the first trusted fix.
  var offset: Double

  /// The time by the receiver's clock, if it was reported.
  let time: Timestamp?

  /// The reason for which the fix was not trusted; `nil` for a trusted fix.
  let rejection: Rejection?

  /// The position that the receiver reported.
  let raw: Coordinate?

  /// The estimated position of the carrier; `nil` if the fix was not trusted.
  let estimate: Coordinate?

  /// The standard deviation of the estimate, in metres.
  let sigma: Double

  /// gpsd's own estimate of the error, in metres.
  let eph: Double?

  /// The indices of this fix's stands among the account's stands.
  let standings: Range<Int>

  /// The state of the carrier that the map shows.
  let trackState: TrackState

  /// The importance of the fix.
  var weight: Weight

  /// A state of the carrier, as a line on the map shows it.
  enum TrackState: Int, CaseIterable, Hashable, Sendable {
    case outside, pending, inside, unknown
  }

  /// The importance of a fix: only unimportant fixes are thinned out freely.
  enum Weight: Int, Comparable, Hashable, Sendable {
    case nothing, rejected, changed, event

    static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
  }
}

/// The position of the carrier relative to one region at one fix.
struct RegionStanding: Hashable, Sendable {
  /// The index of the region among the account's regions.
  let region: Int
  let state: RegionState
  /// The side of the border that was confirmed last.
  let side: RegionState
  let depth: Double
  let rawDepth: Double
  let pending: Event.Kind?
  let missing: [Standing.Missing]
}

/// A moment that the carrier marked.
package struct WalkMark: Hashable, Sendable {
  /// The text of the mark; empty if the carrier gave none.
  package let text: String

  /// The time, if it was known.
  package let time: Timestamp?

  /// The position, if it was known.
  package let coordinate: Coordinate?

  /// Creates a mark.
  package init(text: String, time: Timestamp?, coordinate: Coordinate?) {
    self.text = text
    self.time = time
    self.coordinate = coordinate
  }
}
