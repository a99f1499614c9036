/// The evidence for and against a crossing at one fix, so that it can be explained later.
public struct Evidence: Hashable, Sendable {
  /// The side that is confirmed after the fix.
  public let state: RegionState

  /// The depth of the filtered position inside the border in metres, negative outside.
  public let depth: Double

  /// The depth of the fix itself; only known past the border, where it counts.
  public let rawDepth: Double?

  /// The metres past the border that are needed after a straight run.
  public let neededAfterRun: Double

  /// The metres past the border that are needed without a run.
  public let needed: Double

  /// The length in metres of the run, without turning back.
  public let run: Double

  /// The length in metres of a run that counts in full here.
  public let neededRun: Double

  /// The metres past the border that the fix itself needs.
  public let rawNeeded: Double

  /// Whether the fixes could not be believed: soon after a gap, or in a bad stretch.
  public let isDoubted: Bool

  /// Whether all needs were met, and only the region's linger is left.
  public let isLingering: Bool

  /// Whether the present side is a first side that is only a guess.
  public let isGuess: Bool

  /// Whether the state may no longer hold.
  public let isUnsure: Bool

  /// The metres past the border of the position, towards the other side; negative on this side.
  public var past: Double { state == .inside ? -depth : depth }

  /// The metres past the border of the fix itself.
  public var rawPast: Double? { rawDepth.map { state == .inside ? -$0 : $0 } }

  /// Whether the state is known and the position is past the border.
  public var isPast: Bool { state != .unknown && past > 0 }

  /// The length in metres of a run that counts in full, of a usual receiver.
  public static let wholeRun = BorderWatch.wholeRun

  /// Creates the evidence at one fix.
  public init(
    state: RegionState, depth: Double, rawDepth: Double? = nil,
    neededAfterRun: Double = 4, needed: Double = 12, run: Double = 0, rawNeeded: Double? = nil,
    isDoubted: Bool = false, isLingering: Bool = false, isGuess: Bool = false,
    isUnsure: Bool = false, neededRun: Double = Evidence.wholeRun
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
    self.isGuess = isGuess
    self.isUnsure = isUnsure
    self.neededRun = neededRun
  }
}

extension BorderWatch {
  /// The evidence of the last look; `nil` before the first.
  var evidence: Evidence? {
    guard let observation = latest else { return nil }
    let needs = needs(of: observation)
    return Evidence(
      state: state, depth: observation.depth, rawDepth: observation.rawDepth,
      neededAfterRun: needs.near,
      needed: needs.far, run: max(0, run.length), rawNeeded: needs.near - 2 * observation.own,
      isDoubted: !observation.isTrusted, isLingering: deadline != nil,
      isGuess: state != .unknown && !isSure, isUnsure: isUnsure,
      neededRun: wholeRun(observation))
  }
}

extension RegionMonitor {
  /// Hands out the evidence of the last fix for each region within reach, and allocates nothing.
  ///
  /// Within reach are the regions that the carrier is inside and those whose border is less than
  /// 200 metres away, or twice the cushion.
  public func visitEvidence(_ body: (_ region: String, _ evidence: Evidence) -> Void) {
    for index in active where !watched[index].isExpired && !watched[index].watches.isEmpty {
      guard let evidence = watched[index].watches[0].evidence else { continue }
      body(watched[index].region.id, evidence)
    }
  }
}
