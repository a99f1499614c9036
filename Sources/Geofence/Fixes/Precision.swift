/// How good the fixes of a receiver are that claims to be better than others.
///
/// No receiver is believed at once: with a claim of 2 cm it may be off by 3 m. While the carrier
/// stands, or moves as the Doppler velocity says, a lasting error shows as soon as it changes. So the
/// longer the fixes agree, the less error can be left in them; as soon as they do not, they count like
/// those of any other receiver.
struct Precision: Codable, Sendable {
  /// The least error that the fixes share, in metres: the usual one until they have proven better.
  private(set) var least = Usual.error

  // The distance of the last fix from the mean place, less the way by the velocity.
  private var off = Offset(east: 0, north: 0)
  // The greatest speed of late in metres per second, which fades as that distance does.
  private var pace = 0.0
  // The velocity at the last fix; `nil` where it was not known.
  private var velocity: Offset?
  // The seconds for which the fixes have agreed with the claim; negative after a refutation.
  private var proof = 0.0

  /// Starts with nothing proven.
  init() {}

  /// The least shared error as a part of the usual one: 1 unless the fixes are precise.
  var scale: Double { least / Usual.error }

  /// The standard deviation that a precise receiver claims, in metres; `nil` for any other receiver.
  ///
  /// An eph that gpsd made from the HDOP does not show a better solution; its status does.
  static func claim(of fix: TrustedFix) -> Double? {
    let claim: Double? =
      switch (fix.accuracySource, fix.solution) {
      case (.gst, _), (.receiver, _): fix.sigma
      case (_, .fixed): Self.fixed
      case (_, .floating): Self.floating
      default: nil
      }
    return claim.flatMap { $0 <= Self.largestClaim ? $0 : nil }
  }

  /// Receives the next fix of a receiver that claims to be precise.
  ///
  /// - Parameters:
  ///   - claim: The standard deviation that it claims, in metres.
  ///   - step: The way from the last fix to this one.
  ///   - miss: The distance of the fix from the straight line through the two before it, in metres.
  ///   - passed: The seconds between the last two fixes.
  ///   - measured: The velocity that the receiver reports.
  ///   - own: The standard deviation of the fix's own error, in metres.
  mutating func receive(
    _ claim: Double, _ step: Offset, miss: Double, after passed: Double, _ measured: Offset?,
    own: Double
  ) {
    defer { velocity = measured }
    guard passed <= Usual.longestStep else { return begin(proof: 0) }
    let fading = 1 - min(1, passed / Usual.memory)
    let way = measured.map { ($0 + (velocity ?? $0)) * (passed / 2) }
    off = off * fading + step - (way ?? Offset(east: 0, north: 0))
    pace = max(measured?.length ?? 0, pace * fading)

    let still = Usual.deviations * claim + Self.best
    let allowed = still + Self.velocityError * Usual.memory * pace
    if off.length <= allowed {
      // The velocity's own error hides a part of what the fixes could show.
      let share = still / allowed
      proof = min(Usual.trip, proof + passed * share * share)
    } else if measured == nil, miss <= still + Self.start * passed {
      // More than a metre from its mean place, it moves: errors slide by less.
      let lost = off.length > 1 ? Self.lostInMotion : Self.lostInDoubt
      proof = max(min(proof, 0), proof - lost * passed)
    } else {
      return begin(proof: -Usual.halt)
    }
    guard own <= still else { return begin(proof: min(proof, 0)) }
    least = proven(claim, hasVelocity: measured != nil)
  }

  /// The least shared error that the proof leaves, in metres.
  private func proven(_ claim: Double, hasVelocity: Bool) -> Double {
    guard proof >= Usual.proof, hasVelocity || claim <= Self.best else {
      return Usual.error
    }
    // In T seconds, much less than its life L, an error changes by the root of 2 T / L times itself: L is a
    // quarter of an hour.
    let hidden = claim * (0.75 * Usual.trip / proof).squareRoot()
    return min(Usual.error, max(Self.best, Usual.optimism * claim, hidden))
  }

  /// Counts the fixes like those of any other receiver.
  private mutating func begin(proof: Double) {
    (self.proof, least) = (proof, Usual.error)
    // After a leap the new place is as good as the old one.
    off = Offset(east: 0, north: 0)
  }

  /// No receiver is believed to be better than this, in metres: an antenna sways, fixes are rounded,
  /// and without a velocity an error that slides looks like a motion.
  static let best = 0.08

  /// A receiver with a larger claim is like others, in metres: consumer receivers claim 0.7 m and more.
  private static let largestClaim = 0.5

  /// The deviations of a fixed and of a floating solution (RTK) that come without a claim, in metres.
  private static let fixed = 0.03
  private static let floating = 0.35

  /// The error of a good velocity, as a part of the speed.
  private static let velocityError = 0.01

  /// A carrier may start at this speed from one fix to the next, in metres per second squared.
  static let start = 2.0

  /// The seconds of proof that a second of motion without a velocity costs, and one in which an error
  /// may slide: with one value a receiver of 2 cm loses 4 visits of 10, or has false events.
  private static let lostInMotion = 0.125
  private static let lostInDoubt = 0.5
}
