#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The position that the fixes of one device amount to.
///
/// The error of a fix and that of the next are nearly the same error, so ten
/// fixes are not ten witnesses; the Doppler speed has no such error. So this
/// is a Kalman filter of three things at once: the position, the velocity,
/// and the error that the fixes share, which a fix shows only in sum with the
/// position. A wild fix is limited or ignored, and a filter that has gone
/// astray starts again.
struct PositionFilter: Codable, Sendable {
  /// Where the carrier is taken to be.
  private(set) var plane: TangentPlane

  /// Whether the last fix had a velocity that can be believed.
  private(set) var velocityKnown = false

  private var velocity = Offset(east: 0, north: 0)
  private var error = Offset(east: 0, north: 0)
  private var covariance = Covariance()
  private var claimed: Double
  private var instant: Instant
  private var trackSeen = false
  private var astray = 0.0

  /// The standard deviation of each axis in metres.
  var sigma: Double { covariance.position.squareRoot() }

  /// Starts at a fix.
  init(_ fix: TrustedFix) {
    plane = TangentPlane(at: Ellipsoid.vector(fix.coordinate))
    instant = fix.instant
    claimed = Self.error(of: fix)
    let (velocity, velocityKnown) = takeVelocity(fix)
    start(velocity, velocityKnown)
  }

  /// Takes the next fix in.
  mutating func receive(_ fix: TrustedFix) {
    let passed = instant.duration(to: fix.instant).inSeconds
    guard passed > 0 else { return }
    let measured = Ellipsoid.vector(fix.coordinate)
    let (velocity, velocityKnown) = takeVelocity(fix)
    if fix.restarts {
      restart(at: measured, fix, velocity, velocityKnown)
      return
    }

    carry(passed, claiming: Self.error(of: fix))
    // The Doppler errors of one second are much the same too.
    let share = min(passed, 1)
    if velocityKnown {
      let spread = Spread(
        position: covariance.positionVelocity, velocity: covariance.velocity,
        error: covariance.velocityError)
      let total = spread.velocity + Self.dopplerNoise * Self.dopplerNoise / share
      correct(by: velocity - self.velocity, spread, total, weight: 1)
    }

    let distance = plane.offset(of: measured)
    let innovation = distance - error
    let spread = Spread(
      position: covariance.position + covariance.positionError,
      velocity: covariance.positionVelocity + covariance.velocityError,
      error: covariance.positionError + covariance.error)
    let total = spread.position + spread.error + Self.fixNoise * Self.fixNoise / share
    let limit = 2.5 * total.squareRoot()
    let length = innovation.length
    let weight = length <= limit ? 1 : length <= 2 * limit ? limit / length : 0
    correct(by: innovation, spread, total, weight: weight)

    let left = distance - innovation * (weight * spread.position / total)
    astray = left.length > 12 + 3 * claimed ? astray + min(passed, 5) : 0
    if astray > Self.longestAstray {
      restart(at: measured, fix, velocity, velocityKnown)
      return
    }
    instant = fix.instant
    self.velocityKnown = velocityKnown
  }

  // MARK: Steps

  /// Begins with nothing but a fix: all of its error may be in the position.
  private mutating func start(_ velocity: Offset, _ known: Bool) {
    self.velocity = velocity
    velocityKnown = known
    error = Offset(east: 0, north: 0)
    astray = 0
    let shared = claimed * claimed
    covariance = Covariance(
      position: shared + Self.fixNoise * Self.fixNoise, positionError: -shared,
      velocity: known ? 0.25 : 4, error: shared)
  }

  private mutating func restart(
    at measured: Vector, _ fix: TrustedFix, _ velocity: Offset, _ known: Bool
  ) {
    plane = TangentPlane(at: measured)
    instant = fix.instant
    claimed = Self.error(of: fix)
    start(velocity, known)
  }

  /// Carries everything on to the time of the next fix.
  private mutating func carry(_ passed: Double, claiming next: Double) {
    // A velocity that nothing confirms dies away.
    let kept = exp(-passed / Self.velocityLife)
    let reach = Self.velocityLife * (1 - kept)
    // A receiver that claims less than before takes back some of the error it had.
    let remembered = exp(-passed / Self.correlation) * min(1, next / claimed)
    plane = plane.moved(by: velocity * reach)
    velocity = velocity * kept
    error = error * remembered

    let old = covariance
    covariance.position += 2 * reach * old.positionVelocity + reach * reach * old.velocity
    covariance.positionVelocity = kept * (old.positionVelocity + reach * old.velocity)
    covariance.positionError = remembered * (old.positionError + reach * old.velocityError)
    covariance.velocity = kept * kept * old.velocity
    covariance.velocityError = kept * remembered * old.velocityError
    covariance.error =
      remembered * remembered * old.error
      + max(0, next * next - remembered * remembered * claimed * claimed)

    let bent = min(passed, Self.longestBend)
    let change = Self.acceleration * Self.acceleration
    covariance.velocity += change * bent
    covariance.positionVelocity += change * bent * bent / 2
    covariance.position +=
      change * bent * bent * bent / 3 + Self.drift * Self.drift * passed
    if passed > Self.longestCarry {
      let lost = min(Self.farthest, Self.unknownSpeed * (passed - Self.longestCarry))
      covariance.position += lost * lost
    }
    claimed = next
  }

  /// Learns from the difference between what was measured and what was expected.
  ///
  /// - Parameters:
  ///   - spread: How much each of the three has to do with what was measured.
  ///   - total: The variance of the difference.
  ///   - weight: 1, or less for a measurement that is too far off.
  private mutating func correct(
    by innovation: Offset, _ spread: Spread, _ total: Double, weight: Double
  ) {
    let step = innovation * (weight / total)
    plane = plane.moved(by: step * spread.position)
    velocity = velocity + step * spread.velocity
    error = error + step * spread.error
    let gain = weight / total
    covariance.position -= gain * spread.position * spread.position
    covariance.positionVelocity -= gain * spread.position * spread.velocity
    covariance.positionError -= gain * spread.position * spread.error
    covariance.velocity -= gain * spread.velocity * spread.velocity
    covariance.velocityError -= gain * spread.velocity * spread.error
    covariance.error -= gain * spread.error * spread.error
  }

  /// The velocity in a fix, and whether it is one.
  ///
  /// A receiver that leaves speed and course blank gets a speed that gpsd
  /// made up from positions, but no track; so no speed is believed before a
  /// track was seen with it.
  private mutating func takeVelocity(_ fix: TrustedFix) -> (Offset, Bool) {
    let still = Offset(east: 0, north: 0)
    guard let speed = fix.speed, speed.isFinite, speed >= 0 else { return (still, false) }
    guard let track = fix.track, track.isFinite else { return (still, speed < 0.5 && trackSeen) }
    if speed > 0.7 { trackSeen = true }
    // Below walking pace the course is noise.
    guard speed >= 0.3 else { return (still, trackSeen) }
    let course = track * .pi / 180
    return (Offset(east: speed * sin(course), north: speed * cos(course)), trackSeen)
  }

  /// The standard deviation of the error that the fixes share, in metres.
  ///
  /// Receivers claim a little less than they are off.
  private static func error(of fix: TrustedFix) -> Double {
    1.25 * min(30, max(2, fix.sigma))
  }

  // MARK: Parts

  /// What is not known, and how it hangs together; the same for both axes.
  private struct Covariance: Codable {
    var position = 0.0
    var positionVelocity = 0.0
    var positionError = 0.0
    var velocity = 0.0
    var velocityError = 0.0
    var error = 0.0
  }

  /// How much position, velocity and error have to do with a measurement.
  private struct Spread {
    var position: Double
    var velocity: Double
    var error: Double
  }

  /// After so many seconds the errors of two fixes have much less in common.
  private static let correlation = 45.0

  /// The part of a fix's error that the next fix does not share, in metres.
  private static let fixNoise = 0.7

  /// The error of the Doppler velocity in metres per second.
  private static let dopplerNoise = 0.3

  /// How the velocity changes, in metres per second within one second.
  private static let acceleration = 0.5

  /// How the position strays from the velocity, in metres within one second.
  private static let drift = 0.1

  /// For how many seconds a velocity is expected to go on.
  private static let velocityLife = 10.0

  /// For how many seconds at most changes of the velocity are counted up.
  private static let longestBend = 10.0

  /// After a gap of more seconds than these the carrier may have gone anywhere.
  private static let longestCarry = 3.0

  /// What the speed may be during a gap, in metres per second.
  private static let unknownSpeed = 8.0

  /// How many metres a gap makes uncertain at most.
  ///
  /// Variances are subtracted; beside a much greater one little of a fix's own is left.
  private static let farthest = 100_000.0

  /// After how many seconds far from all fixes the filter starts again.
  private static let longestAstray = 20.0
}
