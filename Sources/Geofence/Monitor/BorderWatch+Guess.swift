extension BorderWatch {
  /// The depths before the first side is certain: a guess hardens with time, or turns.
  struct Guess: Codable {
    private var seconds = 0.0
    // The mean depth in metres.
    private var depth = 0.0
    // The variance of the depths in square metres; `nil` in walks of older releases.
    private var square: Double?

    /// Adds a depth that lasted for some seconds.
    mutating func add(_ depth: Double, over passed: Double) {
      guard passed > 0 else { return }
      seconds += passed
      let share = passed / seconds
      let off = depth - self.depth
      square = (1 - share) * ((square ?? 0) + share * off * off)
      self.depth += off * share
    }

    /// The mean place in metres past the border of a side; `nil` until it has lasted.
    func mean(past side: RegionState) -> Double? {
      seconds > Usual.proof ? (side == .inside ? -depth : depth) : nil
    }

    /// Whether the mean depth makes a side certain.
    ///
    /// Without a velocity a wandering fix would soon make a wrong side certain: then it takes half an hour,
    /// and a mean depth of more than the doubt and three times the scatter that was seen.
    ///
    /// - Parameters:
    ///   - doubt: The standard deviation of a place at which the carrier stands, in metres.
    ///   - isMeasured: Whether the receiver reports a velocity.
    func isCertain(_ side: RegionState, doubt: Double, isMeasured: Bool) -> Bool {
      guard let past = mean(past: side) else { return false }
      guard !isMeasured else {
        return -past > BorderWatch.firstSide * doubt / (1 + seconds / Self.life).squareRoot()
      }
      let scatter = (square ?? 0).squareRoot()
      return seconds > 3 * Usual.trip && -past > max(doubt, Usual.deviations * scatter)
    }

    /// Twice the life of the shared error, in seconds: one more independent mean.
    ///
    /// For as long the error of the first fix lasts: within it, a passage proves a first side.
    static var life: Double { 2 * SharedError.life }
  }
}
