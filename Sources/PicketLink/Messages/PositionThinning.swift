import Geofence

/// Which positions are published: not sooner than a time after the last, and only when the board
/// has moved; and after each event.
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
