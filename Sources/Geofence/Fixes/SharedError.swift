#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The error that a fix shares with the next ones: a Gauss-Markov process.
///
/// It is the part of the receiver's claim that does not show as the fixes' own error.
struct SharedError: Codable, Sendable {
  /// The estimate, in metres.
  var offset = Offset(east: 0, north: 0)

  /// The standard deviation of the error along each axis, in metres.
  private(set) var claimed: Double

  // The mean of the estimate over the last half minute.
  private var recent = Offset(east: 0, north: 0)

  /// Starts with the claim of a first fix.
  init(claim: Double, own: Double) {
    claimed = Self.claimed(claim, own: own)
  }

  /// The variance of the error's recent changes, in square metres.
  ///
  /// A change of the error and a motion look alike without Doppler, and in a bad stretch with it.
  var doubt: Double {
    let change = offset - recent
    return (change.east * change.east + change.north * change.north) / 2
  }

  /// The standard deviation that a receiver's claim leaves for the shared error, in metres.
  ///
  /// - Parameters:
  ///   - claim: The standard deviation that is claimed.
  ///   - own: The variance of the fix's own error, in square metres.
  ///   - least: The least shared error of the receiver, in metres.
  static func claimed(_ claim: Double, own: Double, least: Double = Usual.error) -> Double {
    let claim = max(least, claim)
    return max(least * least, Usual.optimism * Usual.optimism * (claim * claim - own)).squareRoot()
  }

  /// Carries the error on to the next fix.
  ///
  /// - Returns: The part of the error that stays, and the variance of the renewed part.
  mutating func carry(_ passed: Double, claiming next: Double) -> (Double, Double) {
    // A receiver that claims less than before has lost some of its error.
    let stays = exp(-passed / Self.life) * min(1, next / claimed)
    let renewed = max(0, next * next - stays * stays * claimed * claimed)
    offset = offset * stays
    claimed = next
    return (stays, renewed)
  }

  /// Updates the mean of the error after a fix.
  mutating func remember(over passed: Double) {
    recent = recent + (offset - recent) * (passed / (passed + Usual.memory))
  }

  /// The seconds after which the errors of two fixes have much less in common.
  static let life = 45.0
}
