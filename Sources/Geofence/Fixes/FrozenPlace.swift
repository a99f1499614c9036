/// A place that a receiver reports again and again though it reports that it moves: it is stuck.
///
/// A standing receiver holds its place as well, so that alone proves nothing.
struct FrozenPlace: Codable, Sendable {
  private var position: Vector?
  private var last: Timestamp?
  // How far it has moved by its own report since it was elsewhere, in metres.
  private var metres = 0.0

  /// Starts with no place.
  init() {}

  /// Whether the receiver is stuck at the place of a fix.
  ///
  /// - Parameter speed: The speed that it reports, in metres per second.
  mutating func holds(_ position: Vector, at time: Timestamp, speed: Double?) -> Bool {
    guard self.position == position, let last, time > last else {
      (self.position, last, metres) = (position, time, 0)
      return false
    }
    let passed = last.duration(to: time)
    // Over a longer time it may have stood.
    if let speed, speed >= Self.onTheWay, passed <= FixFilter.longestEpoch {
      metres += speed * passed.inSeconds
    }
    self.last = time
    return metres > Self.farthest
  }

  /// At this speed a position changes, in metres per second: some hold it up to walking pace.
  private static let onTheWay = 1.0

  /// The metres of way over which a position cannot stay the same.
  private static let farthest = 20.0
}
