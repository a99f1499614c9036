#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The latitudes and longitudes over which edges extend, all in degrees.
struct Extent {
  /// The distance by which the shape extends beyond the edges, in metres.
  var reach = 0.0

  private var south = 90.0
  private var north = -90.0
  private var spans: [(west: Double, east: Double)] = []

  /// Adds the geodesic between two points, at most 100 km long.
  mutating func add(_ start: Vector, _ end: Vector) {
    let (first, second) = (Ellipsoid.coordinate(start), Ellipsoid.coordinate(end))
    let half = (end - start).length / (2 * Self.leastRadius)
    let southern = min(first.latitude, second.latitude)
    let northern = max(first.latitude, second.latitude)
    south = min(south, -Self.bulged(-southern, half))
    north = max(north, Self.bulged(northern, half))
    // At a pole a geodesic has the longitude of its other end.
    let west = abs(first.latitude) > Self.polar ? second.longitude : first.longitude
    let east = abs(second.latitude) > Self.polar ? west : second.longitude
    let turn = (east - west).remainder(dividingBy: 360)
    spans.append(turn < 0 ? (west + turn, west) : (west, west + turn))
  }

  /// Adds a pole.
  mutating func add(latitude: Double) {
    south = min(south, latitude)
    north = max(north, latitude)
  }

  /// The box around all edges that were added, with their reach.
  var box: BoundingBox {
    let angle = reach / Self.leastRadius
    let degrees = angle * 180 / .pi + Self.slack
    let southern = max(-90, south - degrees)
    let northern = min(90, north + degrees)
    let widest = cos(max(abs(south), abs(north)) * .pi / 180)
    let sine = sin(angle) / max(widest, 1e-12)
    guard southern > -Self.polar, northern < Self.polar, sine < 1,
      let (west, east) = united(by: asin(sine) * 180 / .pi + Self.slack)
    else {
      return BoundingBox(south: southern, west: -180, north: northern, east: 180)
    }
    return BoundingBox(south: southern, west: west, north: northern, east: east)
  }

  /// All longitudes but those in the widest gap, which is made this much narrower on each side.
  private func united(by margin: Double) -> (west: Double, east: Double)? {
    let sorted = spans.map { span in
      let turns = 360 * ((span.west + 180) / 360).rounded(.down)
      return (west: span.west - turns, east: span.east - turns)
    }.sorted { $0.west < $1.west }
    guard let first = sorted.first else { return nil }
    var reached = first.east
    var gap = (width: -Double.infinity, west: 0.0, east: 0.0)
    for span in sorted + [(west: first.west + 360, east: first.east + 360)] {
      if span.west - reached > gap.width {
        gap = (span.west - reached, reached, span.west)
      }
      reached = max(reached, span.east)
    }
    guard gap.width > 2 * margin else { return nil }
    return (
      (gap.east - margin).remainder(dividingBy: 360), (gap.west + margin).remainder(dividingBy: 360)
    )
  }

  /// The greatest latitude on an arc whose ends are no farther north than this.
  ///
  /// An arc runs due east at its northernmost point, and one end is within half its length of that
  /// point.
  private static func bulged(_ latitude: Double, _ half: Double) -> Double {
    guard latitude > 0 else { return latitude }
    let sine = sin(latitude * .pi / 180) / cos(half)
    guard sine < 1 else { return 90 }
    return min(90, latitude + (asin(sine) * 180 / .pi - latitude) * 1.02)
  }

  /// The least radius of curvature of the earth in metres, less a little.
  private static let leastRadius = 6_330_000.0

  /// Allows for rounding errors.
  private static let slack = 1e-8

  /// Beyond this latitude, in degrees, a point counts as a pole.
  private static let polar = 90 - 1e-7
}
