/// The covariance of position, velocity and shared error in a `PositionFilter`; the same for both
/// axes.
struct Covariance: Codable, Sendable {
  var position = 0.0
  var positionVelocity = 0.0
  var positionError = 0.0
  var velocity = 0.0
  var velocityError = 0.0
  var error = 0.0

  /// The covariances of position, velocity and error with a measurement.
  struct Spread {
    let position: Double
    let velocity: Double
    let error: Double
  }

  /// The covariances with a measured velocity.
  var ofVelocity: Spread {
    Spread(position: positionVelocity, velocity: velocity, error: velocityError)
  }

  /// The covariances with a fix, which is the sum of position and error.
  var ofFix: Spread {
    Spread(
      position: position + positionError, velocity: positionVelocity + velocityError,
      error: positionError + error)
  }

  /// Carries the covariance on to the time of the next fix.
  ///
  /// - Parameters:
  ///   - passed: The seconds until that fix.
  ///   - reach: The way until then, in seconds of the present velocity.
  ///   - velocityKept: The part of the velocity that is left then.
  ///   - errorKept: The part of the shared error that is left then.
  ///   - errorRenewed: The variance of the renewed part of the shared error, in square metres.
  ///   - change: The variance by which the velocity changes within a second.
  mutating func carry(
    _ passed: Double, reach: Double, velocityKept kept: Double, errorKept remembered: Double,
    errorRenewed: Double, change: Double
  ) {
    position += 2 * reach * positionVelocity + reach * reach * velocity
    positionVelocity = kept * (positionVelocity + reach * velocity)
    positionError = remembered * (positionError + reach * velocityError)
    velocity *= kept * kept
    velocityError *= kept * remembered
    error = remembered * remembered * error + errorRenewed

    let bent = min(passed, Usual.longestStep)
    velocity += change * bent
    positionVelocity += change * bent * bent / 2
    position += change * bent * bent * bent / 3
    if passed > Usual.longestStep {
      let lost = min(Self.farthest, TopSpeed.least * (passed - Usual.longestStep))
      position += lost * lost
    }
  }

  /// Adds a variance of the velocity, which has changed within some seconds.
  mutating func open(_ variance: Double, over seconds: Double) {
    velocity += variance
    positionVelocity += variance * seconds / 2
    position += variance * seconds * seconds / 3
  }

  /// Subtracts the information of a measurement.
  ///
  /// - Parameter gain: The inverse of the innovation's variance.
  mutating func correct(_ spread: Spread, _ gain: Double) {
    position -= gain * spread.position * spread.position
    positionVelocity -= gain * spread.position * spread.velocity
    positionError -= gain * spread.position * spread.error
    velocity -= gain * spread.velocity * spread.velocity
    velocityError -= gain * spread.velocity * spread.error
    error -= gain * spread.error * spread.error
  }

  /// The largest uncertainty after a gap, in metres.
  ///
  /// Variances are subtracted: next to a much greater variance, that of a fix loses its digits.
  private static let farthest = 100_000.0
}
