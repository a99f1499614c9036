extension BorderWatch {
  /// The depths on a side that is only a guess: it hardens with time.
  struct Guess: Codable {
    private var seconds = 0.0
    // The mean depth on this side, in metres.
    private var depth = 0.0

    /// Adds a depth on this side that lasted for some seconds.
    mutating func add(_ depth: Double, over passed: Double) {
      guard passed > 0 else { return }
      seconds += passed
      self.depth += (depth - self.depth) * passed / seconds
    }

    /// Whether the mean depth makes the side certain.
    ///
    /// - Parameter clear: The metres that make a first side likely at the first fix.
    func isCertain(_ clear: Double) -> Bool {
      seconds > Usual.proof && depth > clear / (1 + seconds / Self.life).squareRoot()
    }

    /// Twice the life of the shared error, in seconds: one more independent mean.
    ///
    /// For as long the error of the first fix lasts: within it, a passage proves a first side.
    static var life: Double { 2 * SharedError.life }
  }
}
