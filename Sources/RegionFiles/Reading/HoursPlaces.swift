internal import Notation

/// Finds the lines and columns of mistakes in the hours of regions.
enum HoursPlaces {
  /// Gives problems their places in a text that was read as JSON.
  ///
  /// - Parameter mistakes: The index of the feature, the index of the problem, and the number of
  ///   characters of the hours before the mistake, in the order of the features.
  static func find(
    _ mistakes: [(feature: Int, problem: Int, offset: Int)], in text: String,
    _ problems: inout [Problem]
  ) {
    guard !mistakes.isEmpty else { return }
    var walk = JSONWalk(text)
    guard walk.enter("features"), walk.enterArray() else { return }
    var feature = 0
    for mistake in mistakes {
      while feature < mistake.feature {
        guard walk.pass() else { return }
        feature += 1
      }
      var inner = walk
      guard inner.enter("properties"), inner.enter("active") else { continue }
      let (line, column) = inner.place(ofCharacter: mistake.offset)
      walk.continueCounting(inner)
      if case .feature(let index, let id) = problems[mistake.problem].place {
        let name = id.map { $0.quoted } ?? "feature \(index)"
        let wrong = problems[mistake.problem].wrong.split(separator: ":", maxSplits: 1).last ?? ""
        problems[mistake.problem].wrong = "active of \(name):\(wrong)"
      }
      problems[mistake.problem].place = .text(line: line, column: column)
    }
  }
}
