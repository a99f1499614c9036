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

  /// Starts with no fix.
  init() {}

  /// Notes a report without a fix.
  mutating func noteNoFix() { unknownRun = 0 }

  /// The standard deviation of each axis in metres, and its source.
  ///
  /// It is the first of these that exists: the receiver's own, from GST; gpsd's eph, converted by
  /// its source; 3 m. An HDOP of 99 means that the HDOP is unknown. From a receiver that has reported
  /// another one, and just after the receiver has found its position, that is a bad sign; but a
  /// receiver that always reports 99 is as good as any other.
  mutating func accuracy(of fix: Fix) -> (sigma: Double, source: AccuracySource) {
    let eph = fix.eph.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let sigma = fix.sigma.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let basis = fix.ephBasis
    let source = basis.source
    guard sigma == nil, let eph, eph >= Self.unknownError, source != .receiver else {
      unknownRun = 0
      // With DGPS even an unknown HDOP gives less than `unknownError`.
      if sigma != nil || (eph ?? .infinity) < Self.unknownError / 4 { hasReported = true }
      if let sigma { return (sigma, .gst) }
      return eph.map { ($0 / basis.ephPerSigma, source) } ?? (Usual.error, .nothing)
    }
    unknownRun += 1
    return unknownRun > 10 && hasReported != true
      ? (Usual.error, .nothing) : (eph / basis.ephPerSigma, source)
  }

  /// 19 m times 99: receivers report an HDOP of 99 or more for an unknown one.
  ///
  /// With DGPS gpsd uses a quarter of the 19 m.
  private static var unknownError: Double { 19 * 99 }
}
