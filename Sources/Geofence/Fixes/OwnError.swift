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
  var isLeast: Bool { variance <= Self.least }

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
    claims += (claim * claim - claims) * max(min(1, passed / Usual.memory), 1 / claimCount)
    let now = max(0.25, claim * claim / claims)
    if passed < Usual.longestStep, let stepTime, stepTime < Usual.longestStep {
      let ratio = passed / stepTime
      if ratio < 3 {
        let miss = step - self.step * ratio
        let weight = now + (1 + ratio) * (1 + ratio) * share + ratio * ratio * shareBefore
        let square = (miss.east * miss.east + miss.north * miss.north) / (2 * weight)
        missCount += 1
        // One wild fix must not count in full.
        let most = missCount > 3 ? Usual.deviations * Usual.deviations * usual : .infinity
        usual +=
          (min(square, most) - usual) * max(min(1, passed / Usual.recent), 1 / (missCount + 1))
      }
    }
    compare(over: passed)
    (shareBefore, share) = (share, now)
    (self.step, stepTime) = (step, passed)
    variance = max(scale * scale * Self.least, usual * now)
  }

  /// Compares the scatter with the claims, of which it is only a part.
  private mutating func compare(over passed: Double) {
    refuted = max(0, min(Usual.memory, refuted + (usual > claims ? passed : -passed)))
    if refuted == Usual.memory { refutesClaims = true }
    if refuted == 0 { refutesClaims = false }
  }

  /// The least variance, in square metres: positions are rounded, and good ones showed 0.7 m.
  static let least = 0.49
}
