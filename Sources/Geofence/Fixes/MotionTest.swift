#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sequential test between two hypotheses: the carrier stands, or it moves.
///
/// A separate filter follows the fixes and the Doppler velocity. It mistakes a drifting error for a
/// motion; the velocity while standing allows for that. The likelihoods of the velocity under both
/// hypotheses are multiplied, and the carrier may change from one to the other at any time.
struct MotionTest: Codable, Sendable {
  /// The probability that the carrier stands.
  private(set) var stands = 0.5

  // The offset from the last fix to the position of this filter.
  private var lag = Offset(east: 0, north: 0)
  private var velocity: Offset
  private var position: Double
  private var cross = 0.0
  private var speed = PositionFilter.unknownVelocity

  /// Starts at a fix.
  ///
  /// - Parameters:
  ///   - velocity: The velocity that the receiver reports.
  ///   - variance: The variance of the fix's own error, in square metres.
  init(_ velocity: Offset, variance: Double) {
    self.velocity = velocity
    position = variance
  }

  /// Receives the next fix.
  ///
  /// - Parameters:
  ///   - step: The way from the last fix to this one.
  ///   - passed: The seconds between them.
  ///   - measured: The velocity that the receiver reports.
  ///   - variance: The variance of the fix's own error, in square metres.
  mutating func receive(
    _ step: Offset, after passed: Double, _ measured: Offset?, variance: Double
  ) {
    guard passed <= Usual.longestStep else {
      self = MotionTest(Offset(east: 0, north: 0), variance: variance)
      compare(over: passed)
      return
    }
    // Errors within one second are much the same.
    let share = min(passed, 1)
    let change = Self.change * Self.change
    position +=
      2 * passed * cross + passed * passed * speed + change * passed * passed * passed / 3
    cross += passed * speed + change * passed * passed / 2
    speed = min(PositionFilter.unknownVelocity, speed + change * passed)
    lag = lag + velocity * passed - step
    learn(
      lag * -1, position: position, velocity: cross, total: position + variance / share,
      isLimited: true)
    if let measured {
      learn(
        measured - velocity, position: cross, velocity: speed,
        total: speed + Usual.drift * Usual.drift / share, isLimited: false)
    }
    compare(over: passed)
  }

  private mutating func learn(
    _ miss: Offset, position: Double, velocity: Double, total: Double, isLimited: Bool
  ) {
    let length = isLimited ? miss.length : 0
    let most = Usual.deviations * total.squareRoot()
    let miss = length > most ? miss * (most / length) : miss
    lag = lag + miss * (position / total)
    self.velocity = self.velocity + miss * (velocity / total)
    let (old, variance) = (cross, speed)
    if isLimited {
      // A fix: the spread is that of the position.
      speed -= old * old / total
      cross -= position * old / total
      self.position -= position * position / total
    } else {
      self.position -= old * old / total
      cross -= old * variance / total
      speed -= variance * variance / total
    }
  }

  /// Multiplies the odds of standing by the likelihood ratio of the velocity.
  private mutating func compare(over passed: Double) {
    let standing = speed + Usual.drift * Usual.drift
    let moving = speed + Self.walk * Self.walk
    let square = velocity.east * velocity.east + velocity.north * velocity.north
    let evidence = log(moving / standing) - square * (1 / standing - 1 / moving) / 2
    let odds = stands / (1 - stands) * exp(max(-3, min(3, evidence)) * min(1, passed / 3))
    let likely = odds / (1 + odds)
    let changes = min(0.2, passed / Usual.memory)
    stands = likely * (1 - changes) + (1 - likely) * changes
  }

  /// The velocity of each axis while moving, in metres per second; slow motion counts, too.
  private static let walk = 0.7

  /// The change of the velocity, in metres per second within one second.
  private static let change = 0.1
}
