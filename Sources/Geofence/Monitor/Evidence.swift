/// The evidence for and against a crossing at one fix, so that it can be explained later.
public struct Evidence: Hashable, Sendable {
  /// The state that is confirmed after the fix.
  public let state: RegionState

  /// How far inside the border the filtered position is, in metres; negative outside.
  public let depth: Double

  /// The same of the fix itself; only known past the border, where it counts.
  public let rawDepth: Double?

  /// How many metres past the border are needed after a straight run.
  public let neededAfterRun: Double

  /// How many metres past the border are needed without one.
  public let needed: Double

  /// How many metres it has come in one run without turning back.
  public let run: Double

  /// How many metres past the border the fix itself must be.
  public let rawNeeded: Double

  /// Whether the fixes could not be believed, so soon after a gap or in a bad stretch.
  public let isDoubted: Bool

  /// Whether all needs were met, and only the region's linger is left.
  public let isLingering: Bool

  /// How many metres past the border it is, towards the other side; negative on this one.
  public var past: Double { state == .inside ? -depth : depth }

  /// How many metres past the border the fix itself is.
  public var rawPast: Double? { rawDepth.map { state == .inside ? -$0 : $0 } }

  /// Whether it is past the border of a state that is known.
  public var isPast: Bool { state != .unknown && past > 0 }

  /// The length in metres of a run that counts in full.
  public static let wholeRun = BorderWatch.wholeRun

  /// Creates one.
  public init(
    state: RegionState, depth: Double, rawDepth: Double? = nil,
    neededAfterRun: Double = 4, needed: Double = 12, run: Double = 0, rawNeeded: Double? = nil,
    isDoubted: Bool = false, isLingering: Bool = false
  ) {
    self.state = state
    self.depth = depth
    self.rawDepth = rawDepth
    self.neededAfterRun = neededAfterRun
    self.needed = needed
    self.run = run
    self.rawNeeded = rawNeeded ?? neededAfterRun
    self.isDoubted = isDoubted
    self.isLingering = isLingering
  }
}

extension BorderWatch {
  /// The evidence of the last look; `nil` before the first.
  var evidence: Evidence? {
    guard let look = latest else { return nil }
    let needs = needs(of: look)
    return Evidence(
      state: state, depth: look.depth, rawDepth: look.rawDepth, neededAfterRun: needs.near,
      needed: needs.far, run: max(0, run.length), rawNeeded: needs.near - 2 * look.own,
      isDoubted: !look.isTrusted, isLingering: deadline != nil)
  }
}

extension RegionMonitor {
  /// Hands out the evidence of the last fix for each region within reach, and allocates nothing.
  ///
  /// Within reach are the regions that the carrier is inside and those whose border is less than
  /// 200 metres away, or twice the cushion.
  public func visitEvidence(_ body: (_ region: String, _ evidence: Evidence) -> Void) {
    for index in active where !watched[index].isExpired {
      guard let evidence = watched[index].watch?.evidence else { continue }
      body(watched[index].region.id, evidence)
    }
  }
}
