package import Geofence

/// The places of the last trusted fixes, from which an anchor's place is found.
package struct RecentFixes: Sendable {
  private struct RecentFix: Sendable {
    let coordinate: Coordinate
    let instant: Instant
    let sigma: Double
  }

  /// The mean of some fixes.
  package struct Mean: Hashable, Sendable {
    /// The mean place.
    package let coordinate: Coordinate
    /// The scatter of the fixes around it: the standard deviation of each axis in metres.
    package let spread: Double
    /// The number of fixes.
    package let count: Int
    /// The largest error that the receiver claimed: the standard deviation of each axis in metres.
    package let sigma: Double
  }

  /// The time whose fixes count.
  package static let span = Duration.seconds(3)

  // More than a receiver of 10 Hz reports in this time.
  private var places = Recent<RecentFix>(capacity: 32)

  /// Creates an empty record.
  package init() {}

  /// Adds a trusted fix.
  package mutating func add(_ fix: TrustedFix) {
    if fix.restarts { places = Recent(capacity: places.capacity) }
    // A later report has completed the last fix.
    if places.last?.instant == fix.instant { return }
    places.append(RecentFix(coordinate: fix.coordinate, instant: fix.instant, sigma: fix.sigma))
  }

  /// The mean of the fixes in the last 3 s; `nil` when there are none.
  package func mean(at now: Instant) -> Mean? {
    guard let last = places.last, last.instant.duration(to: now) <= Self.span else { return nil }
    let recent = places.places.map { places[$0] }.filter {
      $0.instant.duration(to: last.instant) <= Self.span
    }
    let map = LocalMap(around: last.coordinate)
    let points = recent.map { map.point($0.coordinate) }
    let count = Double(points.count)
    let middle = LocalMap.Point(
      east: points.reduce(0) { $0 + $1.east } / count,
      north: points.reduce(0) { $0 + $1.north } / count)
    let squares = points.reduce(0) { sum, point in
      let (east, north) = (point.east - middle.east, point.north - middle.north)
      return sum + (east * east + north * north) / 2
    }
    return Mean(
      coordinate: map.coordinate(middle), spread: (squares / count).squareRoot(),
      count: points.count, sigma: recent.map(\.sigma).max() ?? 0)
  }
}
