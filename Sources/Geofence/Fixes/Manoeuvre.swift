/// Fixes that miss the prediction on one side, by more and more: the carrier starts, brakes or turns.
///
/// An estimate that goes on with the old velocity would be led away from right fixes until it starts
/// again. An error that jumps, or slides and stops, misses by the same metres from then on, and does not
/// count.
struct Manoeuvre: Codable, Sendable {
  private var last = Offset(east: 0, north: 0)
  // The first miss in metres, and the seconds since then; `nil` while fixes are where they should be.
  private var first = 0.0
  private var seconds: Double?

  /// Starts with no miss.
  init() {}

  /// The change of the velocity that the fixes show after a miss of the next one, in metres per second;
  /// `nil` where they show none.
  ///
  /// - Parameters:
  ///   - miss: The offset of the fix from its prediction.
  ///   - variance: The variance of that offset in each axis, in square metres.
  ///   - own: The standard deviation of the fix's own error, in metres.
  ///   - passed: The seconds since the previous fix.
  mutating func change(
    _ miss: Offset, variance: Double, own: Double, after passed: Double
  ) -> Double? {
    let before = last
    last = miss
    let length = miss.length
    // The estimate does not learn from such a fix.
    guard length > PositionFilter.tails * variance.squareRoot(), passed <= Usual.proof else {
      seconds = nil
      return nil
    }
    guard let since = seconds.map({ $0 + passed }),
      miss.east * before.east + miss.north * before.north > length * before.length / 2
    else {
      (first, seconds) = (length, 0)
      return nil
    }
    seconds = since
    // A miss that grows as far as the velocity was wrong from the first miss on, or by half of that, and
    // is still growing: an error that slides stops.
    let growth = length - first
    let change = length / (since + passed)
    let isGrowing = length - before.length >= growth * passed / (Usual.optimism * since)
    return since > Usual.settling && own <= Usual.error && isGrowing
      && growth >= max(Usual.deviations * own, change * since / 2) ? change : nil
  }
}
