internal import Notation

/// Finds the lines and columns of mistakes in the hours of regions.
enum HoursPlaces {
  /// Gives a problem its place.
  ///
  /// - Parameters:
  ///   - offset: The number of characters of the hours before the mistake.
  ///   - walk: A walk before the feature.
  static func find(_ offset: Int, from walk: JSONWalk, _ problem: inout Problem) {
    var walk = walk
    guard walk.enter("properties"), walk.enter("active") else { return }
    let place = walk.place(ofCharacter: offset)
    if case .feature(let index, let id) = problem.place {
      let name = id.map { $0.quoted } ?? "feature \(index)"
      let wrong = problem.wrong.split(separator: ":", maxSplits: 1).last ?? ""
      problem.wrong = "active of \(name):\(wrong)"
    }
    problem.place = .text(line: place.line, column: place.column)
  }
}
