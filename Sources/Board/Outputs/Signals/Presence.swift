package import Geofence

/// The carrier's side of the regions, for the outputs that are held on by it.
package struct Presence: Sendable {
  /// The side of one region.
  package struct Place: Sendable {
    /// The identifier of the region.
    package var id: String

    /// The class of the region.
    package var category: String?

    /// The side that was confirmed last.
    package var side: RegionState

    /// Whether that side surely still holds.
    package var isSure = true

    /// Whether the region is within its hours.
    package var isAwake = true

    /// The crossings of the alarm that goes on; `nil` for a region that does not latch.
    package var alarm: Set<Event.Kind>?

    /// Creates the side of a region.
    package init(
      id: String, category: String? = nil, side: RegionState, isSure: Bool = true,
      isAwake: Bool = true, alarm: Set<Event.Kind>? = nil
    ) {
      self.id = id
      self.category = category
      self.side = side
      self.isSure = isSure
      self.isAwake = isAwake
      self.alarm = alarm
    }
  }

  /// The regions that are watched; unless an output needs all of them, those that the carrier was
  /// inside of last and those in doubt.
  package var places: [Place]

  /// A region whose limit of speed the carrier exceeds.
  package struct Speeding: Sendable {
    /// The identifier of the region.
    package var id: String

    /// The class of the region.
    package var category: String?

    /// Creates one.
    package init(id: String, category: String? = nil) {
      self.id = id
      self.category = category
    }
  }

  /// The region whose limit the carrier exceeded when its speed was known last.
  package var speeding: Speeding?

  /// Whether the speed of the carrier is known.
  package var isSpeedKnown: Bool

  /// Creates a presence; without places and a speed, nothing is held.
  package init(_ places: [Place] = [], speeding: Speeding? = nil, isSpeedKnown: Bool = true) {
    self.places = places
    self.speeding = speeding
    self.isSpeedKnown = isSpeedKnown
  }
}
