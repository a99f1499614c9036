/// Compares the accuracy that a receiver claims with the scatter of its fixes, over minutes.
///
/// While the carrier stands, all wandering of the fixes is error. While it moves, only each fix's
/// own error shows. Both are only a part of the whole error: fixes that scatter by more than is
/// claimed soon refute the claim, but fixes that scatter by less make it doubtful only after a long
/// time of standing.
package struct AccuracyCheck: Sendable {
  /// A claim that the scatter contradicts, as standard deviations of each axis in metres.
  package struct Doubt: Hashable, Sendable {
    /// The receiver's claim.
    package let claimed: Double

    /// The scatter of its fixes.
    package let observed: Double

    /// Whether the receiver is less accurate than it claims.
    package var isOptimistic: Bool { observed > claimed }

    /// Creates a doubt.
    package init(claimed: Double, observed: Double) {
      self.claimed = claimed
      self.observed = observed
    }
  }

  /// The way from one trusted fix to the next.
  package struct Step: Sendable {
    let way: Offset
    /// The seconds between the two fixes.
    let passed: Double
    /// The variance of the fix's own error, in square metres.
    let own: Double
    /// The probability that the carrier stands.
    let stands: Double
  }

  private var standstill = Standstill()
  // The result of the last long stand.
  private var lastDoubt: Doubt?
  // The means of the claims and of the fixes' own errors, in square metres.
  private var claimed: Double?
  private var own = 0.0
  // The seconds with more scatter than is claimed, minus those with less.
  private var excess = 0.0

  /// Starts with nothing observed.
  package init() {}

  /// The doubt about the claims; `nil` without one.
  package var doubt: Doubt? {
    // A bad stretch is shorter.
    if excess >= Usual.trip / 2, let claimed {
      return Doubt(claimed: claimed.squareRoot(), observed: own.squareRoot())
    }
    return standstill.seconds >= Standstill.enough ? standstill.doubt : lastDoubt
  }

  /// Adds a trusted fix and the way to it.
  package mutating func add(_ fix: TrustedFix, after step: Step) {
    // Where nothing is claimed, nothing is doubtful.
    guard let source = fix.accuracySource, source != .nothing else { return self = Self() }
    let claim = fix.sigma * fix.sigma
    let isClose = step.passed <= Usual.longestStep
    if step.stands > Usual.standing, isClose {
      standstill.add(step.way, over: step.passed, claim: claim)
    } else if standstill.seconds > 0 {
      if standstill.seconds >= Standstill.enough { lastDoubt = standstill.doubt }
      standstill = Standstill()
    }
    guard isClose else { return }
    let share = claimed == nil ? 1 : step.passed / (step.passed + Usual.halt)
    own += (step.own - own) * share
    let mean = (claimed ?? claim) + (claim - (claimed ?? claim)) * share
    claimed = mean
    excess = max(0, min(Usual.trip, excess + (own > mean ? step.passed : -step.passed)))
  }
}

extension AccuracyCheck {
  /// The scatter of the fixes while the carrier stands.
  private struct Standstill: Sendable {
    private(set) var seconds = 0.0
    private var count = 0.0
    // The offset of the last fix from the first; the mean of all offsets, and the squared distances
    // from that mean.
    private var place = Offset(east: 0, north: 0)
    private var mean = Offset(east: 0, north: 0)
    private var squares = 0.0
    private var claims = 0.0

    mutating func add(_ way: Offset, over passed: Double, claim: Double) {
      seconds += passed
      count += 1
      place = place + way
      let off = place - mean
      mean = mean + off * (1 / count)
      let left = place - mean
      squares += off.east * left.east + off.north * left.north
      claims += claim
    }

    /// The claim that the scatter contradicts.
    var doubt: Doubt? {
      guard count > 0 else { return nil }
      let claimed = (claims / count).squareRoot()
      let observed = (squares / (2 * count)).squareRoot()
      let isOptimistic = observed > Self.chance * claimed
      // Errors that last for minutes show only in a long measurement, and those of hours never.
      let isLong = seconds >= 3 * Self.enough
      let isPessimistic = isLong && observed < claimed / (Self.chance * Self.chance)
      return isOptimistic || isPessimistic
        ? Doubt(claimed: claimed, observed: observed) : nil
    }

    /// The seconds of standing that show errors which last for a minute.
    static let enough = Usual.trip

    /// Scatter of this many times the claim is more than chance; less than the claim it may be by this
    /// squared, since receivers are careful.
    private static let chance = 2.0
  }
}
