/// A place that a stuck receiver reports again and again although it also reports motion.
///
/// A standing receiver keeps its place as well, so an unchanged place alone proves nothing.
struct FrozenPlace: Codable, Sendable {
  private var position: Vector?
  private var last: Timestamp?
  // The metres that the receiver reports to have moved since its place last changed.
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
    // Over a longer time the receiver may have stood.
    if let speed, speed >= Self.onTheWay, passed <= .seconds(Usual.longestCarry) {
      metres += speed * passed.inSeconds
    }
    self.last = time
    return metres > Self.farthest
  }

  /// The metres per second at which a position changes: some receivers hold it up to walking pace.
  private static let onTheWay = 1.0

  /// The metres of way over which a position cannot stay the same.
  private static let farthest = 20.0
}
