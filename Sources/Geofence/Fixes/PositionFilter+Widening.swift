extension PositionFilter {
  /// The standard deviation that is reported, in metres: circles of 95 % are meant to hold 95 %.
  ///
  /// It may be larger than the one by which crossings are decided, for which other evidence is asked, too:
  /// a filter that assumed more would follow the carrier too slowly.
  ///
  /// - Parameters:
  ///   - source: The source of the accuracy of the last fix.
  ///   - wander: The wander of a place at which the carrier stands, in metres.
  @inline(__always) func reported(_ source: AccuracySource?, wander: Double?) -> Double {
    let factor =
      source == .nothing ? Self.unclaimed : ownError.refutesClaims ? Usual.optimism : 1
    return max(sigma * factor, wander ?? 0)
  }

  /// A receiver that claims nothing may be a bad one: on a campus circles had to be 2.0 times as large.
  private static let unclaimed = 2.2
}
