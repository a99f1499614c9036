internal import Base
internal import Geofence
import Glibc

/// The depths in regions at single fixes, from which a page draws its timelines when they are stretched.
///
/// Points that make no visible difference in the longest timeline are left out.
struct DepthLines: Sendable {
  private let lines: [[Point]]

  private struct Point {
    let offset: Double
    let depth: Double
    /// Whether no line leads to it.
    let isLifted: Bool
  }

  /// The lines of the regions at these indices among the account's.
  init(_ account: Account, of regions: [Int]) {
    let all = Self.points(account, of: regions)
    let length = max(1, account.span.length)
    // The pixels of a second in a timeline that is stretched 64 times on a phone.
    let scale = 64 * 400 / length
    var tolerance = 0.5
    var lines = all.map { Self.simplified($0, scale: scale, tolerance: tolerance) }
    // Single points remain at any tolerance.
    while tolerance < 100, lines.reduce(0, { $0 + $1.count }) > Self.most {
      tolerance *= 2
      lines = all.map { Self.simplified($0, scale: scale, tolerance: tolerance) }
    }
    self.lines = lines
  }

  /// The maximum number of points on a page, which keeps the page small.
  private static let most = 24_000

  private static func points(_ account: Account, of regions: [Int]) -> [[Point]] {
    var places: [Int: Int] = [:]
    for (place, region) in regions.enumerated() { places[region] = place }
    var lines: [[Point]] = regions.map { _ in [] }
    let longest = account.longestStep
    let standings = account.standings
    for moment in account.moments {
      for standing in standings[moment.standings] {
        guard let place = places[standing.region] else { continue }
        let last = lines[place].last?.offset ?? -.infinity
        lines[place].append(
          Point(
            offset: moment.offset, depth: standing.depth, isLifted: moment.offset - last > longest))
      }
    }
    return lines
  }

  private static func simplified(
    _ points: [Point], scale: Double, tolerance: Double
  ) -> [Point] {
    var kept: [Point] = []
    var start = 0
    while start < points.count {
      let end = points[(start + 1)...].firstIndex(where: \.isLifted) ?? points.count
      let part = points[start..<end]
      // Pixels, with the scale of the timelines: metres near the border are larger.
      let drawn = part.map {
        LocalMap.Point(east: $0.offset * scale, north: 25 * asinh($0.depth / 8))
      }
      kept += Simplification.places(of: drawn, tolerance: tolerance).map { part[start + $0] }
      start = end
    }
    return kept
  }

  /// The lines, each as columns of steps.
  var json: [JSONLine] {
    lines.map { points in
      var line = JSONLine()
      line.add("at", Columns.steps(points.map { Int(($0.offset * 10).rounded()) }))
      line.add(
        "depth", Columns.steps(points.map { Int((max(-1e6, min(1e6, $0.depth)) * 10).rounded()) }))
      line.add("lifts", Columns.steps(points.indices.filter { points[$0].isLifted }))
      return line
    }
  }
}
