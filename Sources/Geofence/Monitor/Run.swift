/// A straight way towards the border or past it, derived from the velocity.
///
/// The velocity has no shared error, so an error that drifts adds nothing to the run.
struct Run: Codable, Sendable {
  /// The place at which the run began, in metres past the border as it was known then.
  private(set) var began = 0.0

  /// The standard deviation of that place in metres.
  private(set) var sigma = BorderWatch.leastSigma

  private var place = 0.0
  private var farthest = 0.0
  // Metres that may be drift where the velocity is derived from positions.
  private var crept = 0.0
  // The usual pace, in metres per second, and the present one.
  private var usual = 0.0
  private var pace = 0.0

  /// Starts at the border.
  init() {}

  /// Starts at a distance past the border, in metres.
  init(at past: Double, sigma: Double) {
    (began, place, farthest) = (past, past, past)
    self.sigma = sigma
  }

  /// The length of the run in metres, less the possible drift.
  var length: Double { place - began }

  /// The length of the run in metres, with the possible drift.
  var wholeLength: Double { place - began + crept }

  /// The pace as a part of the usual pace: 1 if the carrier goes on as before, 0 if it has stopped.
  var steadiness: Double { min(1, max(0, pace) / max(usual, Usual.drift)) }

  /// Adds the way since the last fix.
  ///
  /// - Parameters:
  ///   - metres: The way towards the other side.
  ///   - passed: The seconds that it took.
  ///   - stands: The probability that the carrier stands.
  ///   - hasDoppler: Whether the way was measured; otherwise it was derived from positions.
  ///   - sigma: The standard deviation of the position.
  mutating func advance(
    by metres: Double, over passed: Double, stands: Double, hasDoppler: Bool, sigma: Double
  ) {
    guard passed > 0 else { return }
    place += metres
    if !hasDoppler {
      let creep = Usual.drift * min(1, sigma / BorderWatch.leastSigma) * passed
      began += creep
      crept += creep
    }
    if place < began || farthest - place > Self.turn * sigma / BorderWatch.leastSigma {
      (began, farthest, crept) = (place, place, 0)
      self.sigma = sigma
    }
    farthest = max(farthest, place)
    let forgotten = min(1, passed / Usual.halt * max(0, 2 * stands - 1))
    began += (place - began) * forgotten
    crept *= 1 - forgotten
    pace = metres / passed
    usual += (max(0, pace) - usual) * passed / (passed + Usual.recent)
  }

  /// A run ends after this many metres back; after more where the position is worse than its best.
  private static let turn = 5.0
}
