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
    // Some receivers hold the place up to walking pace; over a longer time this one may have stood.
    if let speed, speed >= Usual.walking, passed <= .seconds(Usual.longestStep) {
      metres += speed * passed.inSeconds
    }
    self.last = time
    return metres > Usual.slide
  }
}
