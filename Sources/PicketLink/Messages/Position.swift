import Base
import Geofence
import Records

/// The position of the board, from a line of the controller.
struct Position: Hashable, Sendable {
  let coordinate: Coordinate
  /// The standard deviation of each axis in metres.
  let sigma: Double
  let time: Timestamp?
  /// In metres a second.
  let speed: Double?
  /// In degrees from north.
  let track: Double?

  /// Reads the line of a fix; `nil` when it has no trusted position.
  init?(_ fix: FixLine) {
    guard fix.isTrusted, let latitude = fix.latitude, let longitude = fix.longitude else {
      return nil
    }
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    sigma = fix.deviation ?? 0
    time = fix.time.flatMap(Timestamp.init(rfc3339:))
    speed = fix.speed
    track = fix.track
  }

  /// The radius in metres that contains the board with a probability of 95 %, at least 1.
  ///
  /// Consumers drop positions without an error.
  var radius: Int { max(1, Int((Self.deviations95 * min(sigma, 1e6)).rounded(.up))) }

  /// The radius of the circle around 95 % of the positions, in deviations of an axis.
  static let deviations95 = 2.45

  /// The position as a message to the broker.
  ///
  /// The names of the first three fields are those of Home Assistant.
  func message(_ topics: Topics) -> Message {
    var line = JSONLine()
    line.add("latitude", coordinate.latitude, decimals: 7)
    line.add("longitude", coordinate.longitude, decimals: 7)
    line.add("gps_accuracy", radius)
    line.add("board", topics.board)
    line.add("time", time?.rfc3339)
    line.add("speed", speed, decimals: 2)
    line.add("track", track, decimals: 1)
    return Message(topics.position, line.text)
  }
}

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
