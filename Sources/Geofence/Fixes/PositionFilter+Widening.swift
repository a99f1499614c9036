extension PositionFilter {
  /// The factor by which the error is larger than the filter assumes, by the source of the accuracy.
  ///
  /// A filter that assumed more would follow the carrier too slowly.
  func widening(_ source: AccuracySource?) -> Double {
    if source == .nothing { return Self.unclaimed }
    return ownError.refutesClaims ? Self.refuted : 1
  }

  /// A receiver that claims nothing may be a bad one: on a campus circles had to be 2.0 times as.
  private static let unclaimed = 2.2

  /// Fixes that scatter by more than the whole claim have 1.1 times that error in all.
  private static let refuted = 1.1
}
