/// The part of a fix's error that the next fix does not share, measured from fix to fix.
///
/// A straight line through two fixes predicts the next one. A miss cannot come from an error that
/// stays, so the mean square of the misses is the fixes' own variance. A fix for which the receiver
/// claims more error than for others has more error of its own.
struct OwnError: Codable, Sendable {
  /// The variance of the last fix in each axis, in square metres.
  private(set) var variance = Self.least

  /// The standard deviation in metres.
  var sigma: Double { variance.squareRoot() }

  /// The standard deviation that was measured, in metres, however small.
  var measuredSigma: Double { usual.squareRoot() }

  /// Whether the error is so small that fixes which come more than once a second share it.
  var isLeast: Bool { variance <= 1.5 * Self.least }

  // The variance of a fix with the usual claim.
  private var usual = Self.least
  // The mean square of the receiver's claims, in square metres.
  private var claims: Double
  private var claimCount = 1.0
  private var missCount = 0.0
  // The squares of the last two claims, each divided by the mean.
  private var share = 1.0
  private var shareBefore = 1.0
  // The way between the last two fixes, and its time in seconds.
  private var step = Offset(east: 0, north: 0)
  private var stepTime: Double?

  /// Whether the fixes scatter by more than the whole error that is claimed for them.
  private(set) var refutesClaims = false

  // The seconds with more scatter than is claimed, minus those with less.
  private var refuted = 0.0

  /// Starts with a fix that claims this standard deviation in metres.
  init(claim: Double) {
    claims = claim * claim
  }

  /// Receives the next fix.
  ///
  /// - Parameters:
  ///   - step: The way from the last fix to this one.
  ///   - passed: The seconds between them.
  ///   - claim: The standard deviation that the receiver claims, in metres.
  ///   - scale: The least error of a precise receiver, as a part of the usual one.
  mutating func receive(
    _ step: Offset, after passed: Double, claim: Double, scale: Double = 1
  ) {
    claimCount += 1
    claims += (claim * claim - claims) * max(min(1, passed / Self.claimMemory), 1 / claimCount)
    let now = max(0.25, min(16, claim * claim / claims))
    if passed < Self.longestStep, let stepTime, stepTime < Self.longestStep {
      let ratio = passed / stepTime
      if ratio < 3 {
        let miss = step - self.step * ratio
        let weight = now + (1 + ratio) * (1 + ratio) * share + ratio * ratio * shareBefore
        let square = (miss.east * miss.east + miss.north * miss.north) / (2 * weight)
        missCount += 1
        // One wild fix must not count in full.
        let most = missCount > 3 ? 9 * usual : Self.most
        usual +=
          (min(square, most) - usual) * max(min(1, passed / Self.memory), 1 / (missCount + 1))
      }
    }
    compare(over: passed)
    (shareBefore, share) = (share, now)
    (self.step, stepTime) = (step, passed)
    variance = max(scale * scale * Self.least, usual * now)
  }

  /// Compares the scatter with the claims, of which it is only a part.
  private mutating func compare(over passed: Double) {
    refuted = max(0, min(Self.proof, refuted + (usual > claims ? passed : -passed)))
    if refuted == Self.proof { refutesClaims = true }
    if refuted == 0 { refutesClaims = false }
  }

  /// The least variance, in square metres: positions are rounded, and good ones showed 0.7 m.
  static let least = 0.49

  /// Until a few misses were seen, no larger variance is believed, in square metres.
  private static let most = 900.0

  /// The seconds over which misses are averaged.
  private static let memory = 15.0

  /// The seconds after which a claim is refuted: twice the memory of the misses.
  private static let proof = 30.0

  /// The seconds over which claims are averaged.
  private static let claimMemory = 30.0

  /// Over more than this many seconds, a carrier does not go straight ahead.
  private static let longestStep = 5.0
}
