internal import Notation

/// Positions on the other side of the antimeridian.
extension Candidate {
  /// The greatest longitude that is read: some programs count on across the antimeridian, or from 0
  /// to 360, and one more turn is surely meant.
  static let farthest = 540.0

  /// Brings longitudes beyond 180° back into the range.
  ///
  /// - Returns: The number of positions that were changed.
  mutating func bringBack() -> Int {
    var count = 0
    func brought(_ position: JSONSource) -> JSONSource {
      guard case .array(var numbers) = position, case .leaf(let leaf)? = numbers.first,
        let east = Double(leaf), abs(east) > 180, abs(east) <= Self.farthest
      else { return position }
      numbers[0] = .number(east > 0 ? east - 360 : east + 360)
      count += 1
      return .array(numbers)
    }
    func brought(_ line: [JSONSource]) -> [JSONSource] { line.map(brought) }
    geometries = geometries.map { geometry in
      switch geometry {
      case .points(let points): .points(brought(points))
      case .lines(let lines): .lines(lines.map(brought))
      case .polygons(let parts): .polygons(parts.map { $0.map(brought) })
      }
    }
    return count
  }
}
