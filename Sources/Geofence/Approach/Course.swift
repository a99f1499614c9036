/// The way of a carrier with regard to one border: the direction, and the distance left.
struct Course: Hashable, Sendable {
  /// The metres within which borders are followed.
  static let horizon = 2000.0

  /// The direction of the way.
  enum Heading: Hashable {
    /// To the border, which is this many seconds away.
    case towards(seconds: Double)
    /// To a border that is too far away to matter.
    case far
    /// Along the border, or at too small an angle to it.
    case along
    /// Away from the border.
    case away
    /// Nowhere: the carrier stands.
    case still
    /// Unknown: the fixes cannot be believed.
    case unseen
  }

  /// The position and the motion of the carrier.
  struct Motion {
    /// The plane at the filtered position.
    var plane: TangentPlane
    /// The standard deviation of the position in metres.
    var sigma: Double
    /// The velocity in metres per second.
    var velocity: Offset
    /// The standard deviation of each axis of the velocity.
    var velocitySigma: Double
    /// The probability that the carrier stands.
    var stands: Double
    /// Whether the fixes can be believed now.
    var isTrusted: Bool
  }

  /// The distance to the border in metres; negative past it.
  let distance: Double

  /// The standard deviation of the position in metres.
  let sigma: Double

  /// The direction of the way.
  let heading: Heading

  /// Creates a course that is known already.
  init(distance: Double, sigma: Double, heading: Heading) {
    self.distance = distance
    self.sigma = sigma
    self.heading = heading
  }

  /// Follows a carrier's way in a straight line, as far as the carrier comes within the limit.
  ///
  /// - Parameters:
  ///   - distance: The distance to the border in metres; negative past it.
  ///   - limit: The number of seconds ahead that matter.
  ///   - measure: Returns the distance of another place from the border; called at most six times.
  init(
    of motion: Motion, distance: Double, within limit: Double,
    _ measure: (TangentPlane) -> Double
  ) {
    self.distance = distance
    sigma = motion.sigma
    heading = Self.heading(motion, distance, limit, measure)
  }

  private static func heading(
    _ motion: Motion, _ distance: Double, _ limit: Double, _ measure: (TangentPlane) -> Double
  ) -> Heading {
    guard motion.isTrusted else { return .unseen }
    let pace = motion.velocity.length
    guard motion.stands < standing, pace > max(slowest, doubt * motion.velocitySigma) else {
      return .still
    }
    func ahead(_ metres: Double) -> Double {
      measure(motion.plane.moved(by: motion.velocity * (metres / pace)))
    }
    // The border may be nearer than it looks, by the error of the position.
    let near = early * motion.sigma
    guard distance > near else {
      let slope = (distance - ahead(probe)) / probe
      return slope >= leastSlope ? .towards(seconds: 0) : slope <= -leastSlope ? .away : .along
    }
    let reach = pace * limit * margin
    guard distance - near < reach else { return .far }
    var (way, left) = (0.0, distance)
    var first: Double?
    for _ in 0..<mostSteps {
      // No border is nearer than the distance, so nothing is missed by going that far.
      let step = max(left - near, reach / Double(mostSteps))
      let next = ahead(way + step)
      let slope = (left - next) / step
      first = first ?? slope
      if next <= near {
        guard slope >= leastSlope else { return .along }
        return .towards(seconds: (way + step * (left - near) / (left - next)) / pace)
      }
      (way, left) = (way + step, next)
      if way >= reach { break }
    }
    guard let first, abs(first) >= leastSlope else { return .along }
    return first > 0 ? .far : .away
  }

  /// Above this probability of standing, the carrier counts as standing.
  private static let standing = 0.5

  /// Below this speed, in metres per second, the carrier counts as standing.
  static let slowest = 0.35

  /// This many standard deviations of the velocity may be nothing but error.
  ///
  /// With two, a walk whose velocity is derived from positions has no cue; with none, a standing
  /// carrier has twice as many cues.
  private static let doubt = 1.0

  /// Within this many standard deviations of the position, the border counts as reached.
  private static let early = 0.25

  /// The sine of the smallest angle at which a way leads to a border: 27 degrees.
  private static let leastSlope = 0.45

  /// A border up to this many times the limit away is followed, so that a cue does not flicker.
  private static let margin = 1.3

  /// The distance ahead in metres over which the direction is measured at the border itself.
  private static let probe = 3.0

  /// The maximum number of places that are measured on the way.
  private static let mostSteps = 6
}
