#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The position estimated from the fixes of one device.
///
/// The error of a fix and that of the next are nearly the same error, so ten fixes are not ten
/// witnesses; the Doppler speed has no such error. So this is a Kalman filter of three things at
/// once: the position, the velocity, and the error that the fixes share, which a fix shows only in
/// sum with the position. The size of each fix's own error is measured. A wild fix counts for
/// little or nothing, and a filter that has gone astray starts again.
///
/// The properties that each fix needs are inlined: their calls would copy the filter.
struct PositionFilter: Codable, Sendable {
  /// The plane at the estimated position.
  private(set) var plane: TangentPlane

  /// The velocity of the carrier in metres per second.
  private(set) var velocity = Offset(east: 0, north: 0)

  /// Whether the last fix had a velocity that can be believed.
  private(set) var velocityKnown = false

  /// The seconds between the last two fixes.
  private(set) var passed = 0.0

  /// The way between the last two fixes.
  private(set) var step = Offset(east: 0, north: 0)

  /// The part of the error that is each fix's own.
  private(set) var ownError: OwnError

  private var sharedError: SharedError
  private var motion: MotionTest
  private var trust = GapTrust()
  private var doppler = Doppler()
  private var covariance = Covariance()
  private var instant: Instant
  private var measured: Vector
  private var astray = 0.0
  // `nil` before the second fix, and in walks of older releases.
  private var manoeuvre: Manoeuvre?
  // `nil` before the second fix, and in walks of older releases.
  private(set) var wander: Wander?
  // The wander under the weak signals of the last fix; `nil` for none.
  private var weakness: Double?
  // `nil` unless the receiver has claimed to be better than others.
  private var precision: Precision?

  /// The least error of the receiver as a part of the usual one: 1 unless it is precise.
  @inline(__always) var scale: Double { precision?.scale ?? 1 }

  /// The same in thousandths; `nil` for 1.
  @inline(__always) var thousandths: UInt16? { scale < 1 ? UInt16((scale * 1000).rounded()) : nil }

  /// The standard deviation of each axis in metres.
  ///
  /// A recent change of the shared error may have been a motion: half of it is doubted.
  @inline(__always) var sigma: Double {
    (max(0, covariance.position) + sharedError.doubt).squareRoot()
  }

  /// The standard deviation of each axis of the velocity, in metres per second.
  var velocitySigma: Double { max(0, covariance.velocity).squareRoot() }

  /// The probability that the carrier stands.
  @inline(__always) var stands: Double { motion.stands }

  /// The metres by which fixes wander here; `nil` for none.
  ///
  /// What they wandered while the carrier stood does not count once a measured velocity shows that it
  /// moves; weak signals count always.
  @inline(__always) var wanderOfPlace: Double? {
    // Two numbers, since a property of the wander would copy all of it.
    guard let standing = wander?.standing, let deviation = wander?.deviation,
      !(velocityKnown && stands < 0.5)
    else { return weakness }
    let doubt = max(weakness ?? 0, Wander.doubt(of: deviation, standing: standing))
    return doubt > 0 ? doubt : nil
  }

  /// Whether the last fix was farther from the estimate than the errors of both explain.
  @inline(__always) var refusesFix: Bool { astray > 0 }

  /// Whether the fixes can be believed now; soon after a gap or in a bad stretch they cannot.
  @inline(__always) var isTrusted: Bool { trust.trusts(instant) }

  /// Whether the velocities can be believed now, wherever the carrier is.
  @inline(__always) var believesVelocities: Bool { !trust.lacksVelocities }

  /// The place at the previous fix, if the velocity was the present one; `nil` after a gap.
  @inline(__always) var before: TangentPlane? {
    passed > 0 && passed <= Usual.longestStep ? plane.moved(by: velocity * -passed) : nil
  }

  /// Starts at a fix.
  ///
  /// - Parameter wander: The wander of the fixes that was seen earlier.
  init(_ fix: TrustedFix, wander: Wander? = nil) {
    self.wander = wander
    weakness = fix.wander
    measured = Ellipsoid.vector(fix.coordinate)
    plane = TangentPlane(at: measured)
    instant = fix.instant
    ownError = OwnError(claim: Self.claim(of: fix))
    sharedError = SharedError(claim: Self.claim(of: fix), own: ownError.variance)
    motion = MotionTest(velocity, variance: ownError.variance)
    start(doppler.velocity(of: fix))
    motion = MotionTest(velocity, variance: ownError.variance)
  }

  /// Receives the next fix.
  mutating func receive(_ fix: TrustedFix) {
    let passed = instant.duration(to: fix.instant).inSeconds
    guard passed > 0 else { return }
    if fix.restarts { return self = PositionFilter(after: self, fix) }
    weakness = fix.wander
    let measured = Ellipsoid.vector(fix.coordinate)
    let since = measured - self.measured
    let ahead = self.passed > 0 ? step * (passed / self.passed) : Offset(east: 0, north: 0)
    step = Offset(east: since.dot(plane.east), north: since.dot(plane.north))
    let velocity = doppler.velocity(of: fix, after: step, over: passed)
    let claim = Self.claim(of: fix)
    ownError.receive(step, after: passed, claim: claim, scale: scale)
    let miss = (step - ahead).length
    notePrecision(fix, step, miss: miss, after: passed, velocity)
    let own = max(ownError.variance, scale * scale * OwnError.least)
    let claimed = SharedError.claimed(
      scale < 1
        ? min(claim, precision?.least ?? claim)
        : Self.claim(of: fix, isRefuted: ownError.refutesClaims),
      own: own, least: precision?.least ?? Usual.error)

    // The offset of the fix from the estimate before it.
    let distance = plane.offset(of: measured)
    trust.receive(
      GapTrust.Sign(
        instant: fix.instant, passed: passed, leap: (distance - sharedError.offset).length,
        miss: miss,
        own: ownError.sigma, shared: claimed,
        speed: max(self.velocity.length, velocity?.length ?? 0),
        hasSpeed: doppler.courseSeen ? fix.speed != nil : nil, stood: motion.stands,
        interval: fix.interval?.inSeconds))
    var way = carry(passed, claiming: claimed)
    // The errors of one second are much the same: together they count as one.
    let share = min(passed, 1)
    // What is learned from a creep without a course would be that the carrier stands.
    let motionSeen = Doppler.isCreep(fix) ? nil : velocity
    if let motionSeen { way = way + learn(motionSeen, share) }
    followManoeuvre(
      distance - way - sharedError.offset, own: own, after: passed, velocity)
    way = way + learn(distance - way, own: ownError.isLeast ? own / share : own)
    plane = plane.moved(by: way)
    motion.receive(step, after: passed, motionSeen, variance: max(own, OwnError.least))
    if wander == nil { wander = Wander() }
    wander?.receive(measured, at: fix.instant, after: passed, stands: motion.stands)

    let off = (distance - way).length
    let isFar = off > Usual.deviations * (claimed + ownError.sigma)
    astray = isFar ? astray + min(passed, Usual.longestStep) : 0
    trust.note(pace: self.velocity.length, over: passed)
    instant = fix.instant
    self.passed = passed
    self.measured = measured
    velocityKnown = velocity != nil
    if astray > Usual.badStretch {
      plane = TangentPlane(at: measured)
      start(velocity)
      // Without Doppler only fixes on a line show a motion that the old estimate could not follow.
      if !doppler.courseSeen, velocity == nil, miss <= Usual.deviations * ownError.sigma {
        self.velocity = step * (1 / passed)
      }
    }
    sharedError.remember(over: passed)
  }

  // MARK: Steps

  /// Lets the velocity follow fixes that agree on another one, unless a measured one contradicts them.
  private mutating func followManoeuvre(
    _ miss: Offset, own: Double, after passed: Double, _ velocity: Offset?
  ) {
    let spread = covariance.ofFix
    var manoeuvre = self.manoeuvre ?? Manoeuvre()
    let change = manoeuvre.change(
      miss, variance: spread.position + spread.error + own, own: ownError.sigma, after: passed)
    self.manoeuvre = manoeuvre
    guard let change, !doppler.isMissing(velocity), !trust.isSurge(change) else { return }
    if let velocity, (velocity - self.velocity).length <= Self.agreement * change { return }
    let seconds = max(1, passed)
    covariance.open(miss.length * miss.length / (2 * seconds * seconds), over: seconds)
  }

  /// Compares the fixes of a receiver that claims to be precise with its claim.
  private mutating func notePrecision(
    _ fix: TrustedFix, _ step: Offset, miss: Double, after passed: Double, _ velocity: Offset?
  ) {
    guard let claim = Precision.claim(of: fix) else {
      if precision != nil { precision = nil }
      return
    }
    var precision = self.precision ?? Precision()
    precision.receive(
      claim, step, miss: miss, after: passed, velocity, own: ownError.measuredSigma)
    self.precision = precision
  }

  /// Starts again at a fix, and keeps what was found out about the receiver's velocities.
  private init(after old: PositionFilter, _ fix: TrustedFix) {
    self.init(fix, wander: old.wander)
    doppler = old.doppler
    start(doppler.velocity(of: fix))
  }

  /// Begins with nothing but a fix: all of its error may be in the position.
  private mutating func start(_ velocity: Offset?) {
    self.velocity = velocity ?? Offset(east: 0, north: 0)
    velocityKnown = velocity != nil
    sharedError.offset = Offset(east: 0, north: 0)
    astray = 0
    let shared = sharedError.claimed * sharedError.claimed
    let noise = velocityKnown ? Usual.dopplerNoise * Usual.dopplerNoise : Self.unknownVelocity
    covariance = Covariance(
      position: shared + ownError.variance, positionError: -shared, velocity: noise, error: shared)
  }

  /// Carries everything on to the time of the next fix; returns the way of the position.
  private mutating func carry(_ passed: Double, claiming next: Double) -> Offset {
    // A velocity that nothing confirms fades.
    let kept = exp(-passed / Usual.stay)
    let reach = Usual.stay * (1 - kept)
    let way = velocity * reach
    velocity = velocity * kept
    let (remembered, renewed) = sharedError.carry(passed, claiming: next)
    let agility = Self.agility * velocity.length
    let acceleration = Self.acceleration + (1 - scale) * (Precision.start - Self.acceleration)
    covariance.carry(
      passed, reach: reach, velocityKept: kept, errorKept: remembered, errorRenewed: renewed,
      change: acceleration * acceleration + agility * agility)
    return way
  }

  /// Learns from the Doppler velocity; returns the correction of the position.
  private mutating func learn(_ measured: Offset, _ share: Double) -> Offset {
    let noise = Usual.dopplerNoise * Usual.dopplerNoise
    let spread = covariance.ofVelocity
    return correct(by: measured - velocity, spread, 1 / (spread.velocity + noise / share))
  }

  /// Learns from a fix, given its offset from the carrier; returns the correction of the position.
  ///
  /// The tails of a fix's error are those of Student's distribution: the farther off, the less
  /// it counts, and five standard deviations off it does not count.
  private mutating func learn(_ distance: Offset, own: Double) -> Offset {
    let innovation = distance - sharedError.offset
    let spread = covariance.ofFix
    let known = spread.position + spread.error
    let square =
      (innovation.east * innovation.east + innovation.north * innovation.north) / (known + own)
    guard square <= Self.tails * Self.tails else { return Offset(east: 0, north: 0) }
    let weight = min(1, (Self.tails + 2) / (Self.tails + square))
    return correct(by: innovation, spread, 1 / (known + own / weight))
  }

  /// Updates the estimate by an innovation: the measured value less the expected one.
  ///
  /// - Parameters:
  ///   - spread: The covariances of position, velocity and error with the measured value.
  ///   - gain: The inverse of the innovation's variance.
  /// - Returns: The correction of the position.
  private mutating func correct(
    by innovation: Offset, _ spread: Covariance.Spread, _ gain: Double
  ) -> Offset {
    let step = innovation * gain
    velocity = velocity + step * spread.velocity
    sharedError.offset = sharedError.offset + step * spread.error
    covariance.correct(spread, gain)
    return step * spread.position
  }

  /// The standard deviation that the receiver claims in metres, within plausible limits.
  private static func claim(of fix: TrustedFix, isRefuted: Bool = false) -> Double {
    let scale = isRefuted && fix.accuracySource == .eph ? EphBasis.refutedScale : 1
    var claim = scale * fix.sigma
    if let wander = fix.wander { claim = (claim * claim + wander * wander).squareRoot() }
    return min(FixFilter.mostError, max(Precision.best, claim))
  }

  /// The change of a walker's velocity, in metres per second within one second; where the fixes are
  /// precise, they show each step of it.
  private static let acceleration = 0.25

  /// The increase of this change for each metre per second: faster carriers bend and brake more.
  private static let agility = 0.08

  /// A measured velocity contradicts a change of the velocity if it shows no more than this share of it.
  private static let agreement = 0.3

  /// The variance of a velocity that is not known, in square metres per second squared.
  static let unknownVelocity = 2.0

  /// The degrees of freedom of a fix's error, which are how heavy its tails are; a fix that is off by
  /// more than this many standard deviations does not count.
  static let tails = 5.0
}

extension PositionFilter {
  /// The standard deviation that is reported, in metres: circles of 95 % are meant to hold 95 %.
  ///
  /// It may be larger than the one by which crossings are decided, for which other evidence is asked, too:
  /// a filter that assumed more would follow the carrier too slowly.
  ///
  /// - Parameters:
  ///   - source: The source of the accuracy of the last fix.
  ///   - wander: The wander of a place at which the carrier stands, in metres.
  @inline(__always) func reported(_ source: AccuracySource?, wander: Double?) -> Double {
    let factor =
      source == .nothing ? EphBasis.refutedScale : ownError.refutesClaims ? Usual.optimism : 1
    return max(sigma * factor, wander ?? 0)
  }
}
