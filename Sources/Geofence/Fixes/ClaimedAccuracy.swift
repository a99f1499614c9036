/// The source of a fix's accuracy.
public enum AccuracySource: String, CaseIterable, Codable, Hashable, Sendable {
  /// The standard deviations in the receiver's GST.
  case gst
  /// The receiver's own estimate, which gpsd passes on as eph.
  case receiver
  /// An eph that gpsd made from the HDOP.
  case hdop
  /// The eph of a driver that is not known, which is converted like one made from the HDOP.
  case eph
  /// Nothing: the receiver reports no accuracy that can be used, so a usual one is assumed.
  case nothing = "none"
}

/// Reads a receiver's claim of its accuracy.
struct ClaimedAccuracy: Codable, Sendable {
  // The number of fixes in a row with an HDOP that means "unknown".
  private var unknownRun = 0
  // Whether the receiver has reported another HDOP, or its own estimate. Optional, since the walks
  // of earlier releases do not have it.
  private var hasReported: Bool?
  // The worst claims of the last minutes; `nil` before the first, and in walks of older releases.
  private var worst: WorstClaim?
  // `nil` as long as none is reported, and in walks of older releases.
  private var signals: SignalStrength?

  /// Starts with no fix.
  init() {}

  /// Notes a report without a fix.
  mutating func noteNoFix() { unknownRun = 0 }

  /// The standard deviation of each axis in metres, and its source.
  ///
  /// It is the first of these that exists: the receiver's own, from GST; gpsd's eph, converted by
  /// its source; 3 m. An HDOP of 99 means that the HDOP is unknown. From a receiver that has reported
  /// another one, and just after the receiver has found its position, that is a bad sign; but a
  /// receiver that always reports 99 is as good as any other. gpsd 3.25 leaves such an eph out.
  mutating func accuracy(
    of fix: Fix, at time: Timestamp
  ) -> (sigma: Double, source: AccuracySource) {
    let eph = fix.eph.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let sigma = fix.sigma.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let basis = fix.ephBasis
    let source = basis.source
    // A receiver whose GST has no deviations any more does not know them.
    let isWithdrawn = sigma == nil && fix.sigma != nil
    if isWithdrawn || sigma == nil && eph == nil {
      unknownRun = 0
      guard hasReported == true, let worst else {
        return eph.map { ($0 / basis.ephPerSigma, source) } ?? (Usual.error, .nothing)
      }
      return (worst.sigma(without: time), worst.source)
    }
    guard sigma == nil, let eph, eph >= Self.unknownError, source != .receiver else {
      unknownRun = 0
      // With DGPS even an unknown HDOP gives less than `unknownError`.
      if sigma != nil || (eph ?? .infinity) < Self.unknownError / 4 { hasReported = true }
      let claim = sigma ?? eph.map { $0 / basis.ephPerSigma } ?? Usual.error
      let found = sigma != nil ? .gst : source
      var worst = worst ?? WorstClaim(claim, found, at: time)
      worst.add(claim, found, at: time)
      self.worst = worst
      return (claim, found)
    }
    unknownRun += 1
    return unknownRun > 10 && hasReported != true
      ? (Usual.error, .nothing) : (eph / basis.ephPerSigma, source)
  }

  /// The metres by which a fix wanders because the signals are weak; `nil` for none.
  mutating func wander(of fix: Fix, at time: Timestamp, claim: Double) -> Double? {
    if let strength = fix.strength {
      var signals = signals ?? SignalStrength(strength, at: time)
      signals.add(strength, at: time)
      self.signals = signals
    }
    return signals.map { $0.wander(claim: claim) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// 19 m times 99: receivers report an HDOP of 99 or more for an unknown one.
  ///
  /// With DGPS gpsd uses a quarter of the 19 m.
  fileprivate static var unknownError: Double { 19 * 99 }
}

/// The worst claim of the last minutes, which counts for a receiver that claims nothing any more.
///
/// Some receivers claim an accuracy in one of several fixes only. One that claims none for longer
/// does not know it, as with an HDOP of 99.
private struct WorstClaim: Codable, Sendable {
  // Of the present span of time and of the one before.
  private var now: Double
  private var before = 0.0
  private var since: Timestamp
  private var last: Timestamp
  private(set) var source: AccuracySource

  /// Starts with a claim.
  init(_ claim: Double, _ source: AccuracySource, at time: Timestamp) {
    (now, since, last, self.source) = (claim, time, time, source)
  }

  /// Adds a claim.
  mutating func add(_ claim: Double, _ source: AccuracySource, at time: Timestamp) {
    if abs(since.duration(to: time).inSeconds) > Usual.stay {
      (before, now, since) = (now, claim, time)
    }
    now = max(now, claim)
    (last, self.source) = (time, source)
  }

  /// The standard deviation of a fix without a claim, in metres.
  func sigma(without time: Timestamp) -> Double {
    let worst = max(now, before)
    let passed = abs(last.duration(to: time).inSeconds)
    return passed <= Usual.longestStep
      ? worst : max(worst, ClaimedAccuracy.unknownError / EphBasis.dilution.ephPerSigma)
  }
}
