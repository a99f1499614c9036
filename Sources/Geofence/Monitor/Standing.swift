/// The carrier's standing with regard to one region, and the conditions missing for an event.
public struct Standing: Hashable, Sendable {
  /// The identifier of the region.
  public let region: String

  /// The state as it is shown.
  public let state: RegionState

  /// The side of the border that was confirmed last.
  public let side: RegionState

  /// The depth of the filtered position inside the border in metres, negative outside.
  public let depth: Double

  /// The depth of the fix itself.
  public let rawDepth: Double

  /// The pending crossing; `nil` on the side that was confirmed.
  public let pending: Event.Kind?

  /// The conditions missing for the crossing, or for a first state.
  public let missing: [Missing]

  /// The conditions of the last crossing, and their values.
  public let grounds: Grounds?

  /// Creates a standing whose state is a confirmed side, or is not known.
  public init(
    region: String, state side: RegionState, depth: Double, rawDepth: Double,
    isUnsure: Bool = false, pending: Event.Kind? = nil, missing: [Missing] = [],
    grounds: Grounds? = nil
  ) {
    self.region = region
    self.side = side
    state = isUnsure ? .unsure : side
    self.depth = depth
    self.rawDepth = rawDepth
    self.pending = pending
    self.missing = missing
    self.grounds = grounds
  }

  /// A missing condition.
  public enum Missing: Hashable, Sendable {
    /// Metres past the border, of those that are needed now.
    case metres(Double, of: Double)
    /// Metres in one run without turning back, of those that count in place of more metres.
    case run(Double, of: Double)
    /// The raw fix is not past the border by as many metres as are needed.
    case rawFix(Double, of: Double)
    /// The part of the region's linger that is left.
    case linger(Duration)
    /// Metres to the border, of those that make a first state clear.
    case clearance(Double, of: Double)
    /// Metres on the first side from which a run began, of those that count: that side is a guess.
    case firstSide(Double, of: Double)
    /// More trusted fixes: it is too soon after a gap, or the fixes are bad.
    case trust
  }
}
