extension BorderWatch {
  /// The depths before the first side is certain: a guess hardens with time, or turns.
  struct Guess: Codable {
    private var seconds = 0.0
    // The mean depth in metres.
    private var depth = 0.0

    /// Adds a depth that lasted for some seconds.
    mutating func add(_ depth: Double, over passed: Double) {
      guard passed > 0 else { return }
      seconds += passed
      self.depth += (depth - self.depth) * passed / seconds
    }

    /// The mean place in metres past the border of a side; `nil` until it has lasted.
    func mean(past side: RegionState) -> Double? {
      seconds > Usual.proof ? (side == .inside ? -depth : depth) : nil
    }

    /// Whether the mean depth makes a side certain.
    ///
    /// - Parameter clear: The metres that make a first side likely at the first fix.
    func isCertain(_ side: RegionState, clear: Double) -> Bool {
      mean(past: side).map { -$0 > clear / (1 + seconds / Self.life).squareRoot() } ?? false
    }

    /// Twice the life of the shared error, in seconds: one more independent mean.
    ///
    /// For as long the error of the first fix lasts: within it, a passage proves a first side.
    static var life: Double { 2 * SharedError.life }
  }
}
