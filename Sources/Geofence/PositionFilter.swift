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
/// fixes are not ten witnesses; the Doppler speed has no such error. So speed
/// and course carry the position, and the fixes only lean on it, slowly. A
/// wild fix is limited, and a filter that has gone astray starts again.
struct PositionFilter: Sendable {
  /// Where the carrier is taken to be.
  private(set) var plane: TangentPlane

  /// The variance of each axis in square metres.
  private(set) var variance: Double

  private var instant: Instant
  private var velocity = Offset(east: 0, north: 0)
  private var velocityKnown = false
  private var trackSeen = false
  private var astray = 0.0

  /// The standard deviation of each axis in metres.
  var sigma: Double { variance.squareRoot() }

  /// Starts at a fix.
  init(_ fix: TrustedFix) {
    plane = TangentPlane(at: Ellipsoid.vector(fix.coordinate))
    variance = Self.clamped(fix.sigma) * Self.clamped(fix.sigma)
    instant = fix.instant
    (velocity, velocityKnown) = takeVelocity(fix)
  }

  /// Takes the next fix in.
  mutating func receive(_ fix: TrustedFix) {
    let passed = instant.duration(to: fix.instant).inSeconds
    guard passed > 0 else { return }
    let measured = Ellipsoid.vector(fix.coordinate)
    let sigma = Self.clamped(fix.sigma)
    let (velocity, velocityKnown) = takeVelocity(fix)

    let carried = min(passed, Self.longestCarry)
    if velocityKnown && self.velocityKnown {
      plane = plane.moved(by: (velocity + self.velocity) * (carried / 2))
      let drift = max(0.3, 0.15 * sigma)
      variance += drift * drift * carried
    } else {
      variance += Self.unknownSpeed * Self.unknownSpeed * carried
    }
    if passed > Self.longestCarry {
      let drift = 2 * (passed - Self.longestCarry)
      variance += drift * drift
    }

    let lean = Self.correlation
    let noise = sigma * sigma * lean / min(passed, lean)
    let gain = variance / (variance + noise)
    var innovation = plane.offset(of: measured)
    let distance = innovation.length
    let limit = max(8, 2.5 * variance.squareRoot())
    if distance > limit { innovation = innovation * (limit / distance) }
    plane = plane.moved(by: innovation * gain)
    variance *= 1 - gain

    astray = distance > 12 + 3 * sigma ? astray + min(passed, 5) : 0
    if astray > Self.longestAstray || fix.restarts {
      plane = TangentPlane(at: measured)
      variance = sigma * sigma
      astray = 0
    }
    instant = fix.instant
    self.velocity = velocity
    self.velocityKnown = velocityKnown
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

  private static func clamped(_ sigma: Double) -> Double {
    min(30, max(2, sigma))
  }

  /// For how many seconds a velocity is taken to go on.
  private static let longestCarry = 3.0

  /// What the speed may be when it is not known, in metres per second.
  private static let unknownSpeed = 8.0

  /// For how many seconds the errors of fixes are much the same.
  private static let correlation = 20.0

  /// After how many seconds far from all fixes the filter starts again.
  private static let longestAstray = 20.0
}
