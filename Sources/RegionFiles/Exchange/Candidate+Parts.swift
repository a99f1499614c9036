internal import Notation

/// A feature of several parts, some of which cannot be used.
extension Candidate {
  /// Drops lines of one position and rings that are empty, if other parts are left.
  ///
  /// - Returns: A problem for each.
  mutating func dropBadParts() -> [Problem] {
    var problems: [Problem] = []
    func drop(_ words: String, _ remedy: String) {
      problems.append(problem(words, remedy: remedy))
    }
    var kept: [Geometry] = []
    for geometry in geometries {
      switch geometry {
      case .points: kept.append(geometry)
      case .lines(let lines):
        guard lines.count > 1 else { kept.append(geometry); continue }
        let good = lines.enumerated().filter { index, line in
          if line.count > 1 { return true }
          drop("line \(index + 1) of \(lines.count) has fewer than 2 positions", "remove it")
          return false
        }
        kept.append(.lines(good.map(\.element)))
      case .polygons(let parts):
        let good = parts.enumerated().compactMap { index, rings -> [[JSONSource]]? in
          guard let outer = rings.first, !outer.isEmpty else {
            guard parts.count > 1 else { return rings }
            drop("polygon \(index + 1) of \(parts.count) is empty", "remove it")
            return nil
          }
          let holes = rings.dropFirst().filter { ring in
            if !ring.isEmpty { return true }
            drop("a hole of polygon \(index + 1) of \(parts.count) is empty", "remove the hole")
            return false
          }
          return [outer] + holes
        }
        kept.append(.polygons(good))
      }
    }
    guard kept.contains(where: { !$0.isEmpty }) else { return [] }
    geometries = kept
    return problems
  }
}

/// Positions that are not known.
extension Candidate {
  /// Whether a point is at latitude 0 and longitude 0, far out at sea.
  var isNowhere: Bool {
    geometries.contains { geometry in
      guard case .points(let points) = geometry else { return false }
      return points.contains { Self.isNowhere($0) }
    }
  }

  /// The line about positions without a fix that were left out; empty without any.
  var leftOut: [String] {
    guard fixless > 0 else { return [] }
    let words = fixless.counted("point was", "points were")
    return [
      "\(words) left out of track \((name ?? "").quoted): latitude and longitude are 0, as without a "
        + "fix"
    ]
  }

  /// Removes positions at 0, 0 from a line that is elsewhere: some receivers record them until they
  /// have a fix.
  ///
  /// - Returns: Their number.
  static func dropPlacesWithoutFix(of line: inout [JSONSource]) -> Int {
    let kept = line.filter { !isNowhere($0) }
    guard !kept.contains(where: { isNowhere($0, within: 1) }) else { return 0 }
    defer { line = kept }
    return line.count - kept.count
  }

  /// Whether a position is at latitude 0 and longitude 0, or within some degrees of it.
  private static func isNowhere(_ position: JSONSource, within degrees: Double = 0) -> Bool {
    guard let numbers = position.json?.array?.prefix(2), numbers.count == 2 else { return false }
    return numbers.allSatisfy { abs($0.number ?? .infinity) <= degrees }
  }
}

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
