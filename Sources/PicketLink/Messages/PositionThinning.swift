import Geofence

/// Selects the positions to publish: one after each event, and others spaced in time and distance.
struct PositionThinning: Hashable, Sendable {
  private struct Published: Hashable {
    let at: Instant
    let place: Coordinate
  }

  private let settings: LinkSettings.Position
  private var last: Published?
  private var isEventDue = false

  /// Creates the thinning before the first position.
  init(_ settings: LinkSettings.Position) {
    self.settings = settings
  }

  /// Notes an event: the next position is published.
  mutating func noteEvent() {
    isEventDue = true
  }

  /// Whether a position is published.
  mutating func publishes(_ place: Coordinate, at now: Instant) -> Bool {
    if let last, !isEventDue,
      last.at.duration(to: now) < settings.every
        || last.place.distance(to: place) < settings.metres
    {
      return false
    }
    isEventDue = false
    last = Published(at: now, place: place)
    return true
  }
}
