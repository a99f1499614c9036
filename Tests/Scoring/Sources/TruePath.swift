import Desk
import Geofence
import Glibc

/// The carrier's true path: that of a truth, or the places that its depths in circles give.
struct TruePath {
  private let truth: Truth
  private let map: FlatMap
  private let circles: [(center: LocalMap.Point, radius: Double, depths: [Double])]
  private let steps: Int
  // The two places that were found last: they are nearer to the next place than any fix.
  private var known: [Int: Coordinate?] = [:]

  /// The number of circles that are used at each step: those with the nearest borders.
  private static let used = 8

  /// The metres by which depths may disagree; with more, the place is unknown.
  private static let disagreement = 0.5

  /// Creates the path of a truth.
  ///
  /// - Parameters:
  ///   - regions: The regions whose depths the truth has.
  ///   - first: The first fix, around which the truth was drawn.
  init(_ truth: Truth, regions: [Region], around first: Coordinate) {
    self.truth = truth
    let map = FlatMap(around: first)
    self.map = map
    circles = regions.compactMap { region in
      guard case .circle(let circle) = region.shape,
        let depths = truth.regions[region.id]?.depths, !depths.isEmpty
      else { return nil }
      return (map.point(circle.center), circle.radius, depths)
    }
    steps =
      truth.path.isEmpty
      ? truth.regions.values.map(\.depths.count).max() ?? 0 : truth.path.count
  }

  /// The place at a time, near a guess; `nil` where it is not known.
  mutating func place(at time: Timestamp, near guess: Coordinate) -> Coordinate? {
    let place = truth.start.duration(to: time).inSeconds / truth.step
    guard place >= 0, place <= Double(steps - 1) else { return nil }
    let low = Int(place)
    guard let from = known(low, guess), let to = known(min(low + 1, steps - 1), guess) else {
      return nil
    }
    let share = place - Double(low)
    return Coordinate(
      latitude: from.latitude + (to.latitude - from.latitude) * share,
      longitude: from.longitude + (to.longitude - from.longitude) * share)
  }

  private mutating func known(_ step: Int, _ guess: Coordinate) -> Coordinate? {
    if !truth.path.isEmpty { return truth.path[step] }
    if let place = known[step] { return place }
    let before = known[step - 1].flatMap { $0 }
    let found = solve(step, map.point(before ?? guess)).map(map.coordinate)
    known = known.filter { $0.key >= step - 1 }
    known[step] = .some(found)
    return found
  }

  /// The point from which the circles have the depths of the truth, by Gauss and Newton.
  private func solve(_ step: Int, _ guess: LocalMap.Point) -> LocalMap.Point? {
    let near = circles.filter { step < $0.depths.count }.sorted { left, right in
      abs(left.radius - left.depths[step]) < abs(right.radius - right.depths[step])
    }.prefix(Self.used)
    guard near.count >= 3 else { return nil }
    var point = guess
    var worst = Double.infinity
    for _ in 0..<20 {
      var (ee, en, nn, eastOff, northOff) = (0.0, 0.0, 0.0, 0.0, 0.0)
      worst = 0
      for (center, radius, depths) in near {
        let (east, north) = (point.east - center.east, point.north - center.north)
        let distance = max(1e-9, (east * east + north * north).squareRoot())
        let off = radius - depths[step] - distance
        worst = max(worst, abs(off))
        let (e, n) = (east / distance, north / distance)
        (ee, en, nn) = (ee + e * e, en + e * n, nn + n * n)
        (eastOff, northOff) = (eastOff + e * off, northOff + n * off)
      }
      let size = ee * nn - en * en
      guard size >= 1e-9 else { return nil }
      let east = (nn * eastOff - en * northOff) / size
      let north = (ee * northOff - en * eastOff) / size
      let length = (east * east + north * north).squareRoot()
      // A first guess may be far off, so a step is never longer than 200 m.
      let scale = min(1, 200 / max(length, 1e-9))
      point = LocalMap.Point(east: point.east + east * scale, north: point.north + north * scale)
      if length < 0.001 { break }
    }
    return worst < Self.disagreement ? point : nil
  }
}
