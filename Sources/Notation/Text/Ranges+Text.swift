extension [Int] {
  /// Ascending whole numbers as text, a run of at least three as its ends: "1 to 5, 7, 8".
  ///
  /// - Parameter most: The most runs to name; the newest are named, and the others counted.
  package func rangesText(most: Int) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in self {
      if let last = runs.last, number - 1 == last.upperBound {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let left = runs.dropLast(most).reduce(0) { $0 + $1.count }
    let words = runs.suffix(most).map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound), \(run.upperBound)"
      default: "\(run.lowerBound) to \(run.upperBound)"
      }
    }.joined(separator: ", ")
    return left == 0 ? words : "\(left) earlier ones, \(words)"
  }
}
