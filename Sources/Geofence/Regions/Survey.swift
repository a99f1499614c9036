/// The path of a carrier, gathered fix by fix, from which a region is drawn.
package struct Survey: Sendable {
  /// One fix and the filtered position after it.
  private struct Step {
    let instant: Instant
    let raw: Vector
    let filtered: Vector
    let sigma: Double
    let claimed: Double
    let source: AccuracySource?
    let speed: Double?
  }

  private var steps: [Step] = []
  private var filter: PositionFilter?

  /// A survey that has not begun.
  package init() {}

  /// Receives the next fix.
  package mutating func receive(_ fix: TrustedFix) {
    // The fixes before it were in another town.
    if fix.restarts { steps = [] }
    filter?.receive(fix)
    let filter = filter ?? PositionFilter(fix)
    self.filter = filter
    steps.append(
      Step(
        instant: fix.instant, raw: Ellipsoid.vector(fix.coordinate), filtered: filter.plane.origin,
        sigma: filter.sigma, claimed: fix.sigma, source: fix.accuracySource,
        speed: fix.speed))
  }

  /// Receives the next position that a filter has estimated elsewhere, with its standard deviation.
  ///
  /// The fix before that filter is not known, so the noise is what that filter expected.
  package mutating func receive(_ position: Coordinate, sigma: Double, at instant: Instant) {
    let place = Ellipsoid.vector(position)
    steps.append(
      Step(
        instant: instant, raw: place, filtered: place, sigma: sigma, claimed: sigma, source: nil,
        speed: nil))
  }

  /// What it needs to forget later fixes: to copy all fixes would take too long.
  package struct Past: Sendable {
    fileprivate let count: Int
    fileprivate let filter: PositionFilter?
  }

  /// What it needs to forget later fixes.
  package var past: Past { Past(count: steps.count, filter: filter) }

  /// Forgets the fixes since then.
  package mutating func goBack(to past: Past) {
    steps.removeLast(max(0, steps.count - past.count))
    filter = past.filter
  }

  /// The number of fixes.
  package var count: Int { steps.count }

  /// The time from the first fix to the last.
  package var span: Duration {
    guard let first = steps.first, let last = steps.last else { return .zero }
    return first.instant.duration(to: last.instant)
  }

  /// The longest time without a fix.
  package var longestGap: Duration {
    zip(steps, steps.dropFirst()).map { $0.instant.duration(to: $1.instant) }.max() ?? .zero
  }

  /// The length of the path in metres.
  package var length: Double {
    zip(steps, steps.dropFirst()).reduce(0) { $0 + ($1.1.filtered - $1.0.filtered).length }
  }

  /// The filtered positions, fix by fix.
  package var positions: [Coordinate] { steps.map { Ellipsoid.coordinate($0.filtered) } }

  /// The visible error of the positions: the standard deviation of each axis in
  /// metres.
  ///
  /// It is the greater of two: the filter's expectation, and the deviation of the fixes from the
  /// filter's positions.
  package var noise: Double {
    guard !steps.isEmpty else { return 0 }
    let count = Double(steps.count)
    let expected = steps.reduce(0) { $0 + $1.sigma * $1.sigma } / count
    let seen = steps.reduce(0) { $0 + ($1.raw - $1.filtered).squaredLength / 2 } / count
    return max(expected, seen).squareRoot()
  }

  // MARK: Standing still

  /// The last fixes as one position.
  package struct Standstill: Hashable, Sendable {
    /// The mean of the fixes.
    package let coordinate: Coordinate
    /// The number of fixes.
    package let count: Int
    /// The time from the first of the fixes to the last.
    package let span: Duration
    /// The scatter of the fixes around their mean: the standard deviation of each axis in metres.
    package let spread: Double
    /// The error of a fix before it is filtered: the standard deviation of each axis in metres.
    package let claimed: Double
    /// The source of that error in the last fix, if it is known.
    package let source: AccuracySource?
    /// The speed of the carrier in metres per second; `nil` if it stood.
    package let pace: Double?
  }

  /// The mean of the latest fixes; `nil` when there are none.
  package func standstill(over time: Duration) -> Standstill? {
    guard let last = steps.last else { return nil }
    let recent = steps.filter { $0.instant.duration(to: last.instant) <= time }
    let plane = TangentPlane(at: last.raw)
    let offsets = recent.map { plane.offset(of: $0.raw) }
    let mean = Self.mean(offsets)
    let squares = offsets.reduce(0) { sum, offset in
      let distance = (offset - mean).length
      return sum + distance * distance / 2
    }
    let count = Double(recent.count)
    return Standstill(
      coordinate: Ellipsoid.coordinate(plane.moved(by: mean).origin), count: recent.count,
      span: recent.first.map { $0.instant.duration(to: last.instant) } ?? .zero,
      spread: (squares / count).squareRoot(),
      claimed: (recent.reduce(0) { $0 + $1.claimed * $1.claimed } / count).squareRoot(),
      source: last.source, pace: Self.pace(recent, offsets))
  }

  /// The speed of these fixes in metres per second; `nil` if they stand.
  ///
  /// Doppler speed has next to no error; without it the two halves of the fixes must be farther
  /// apart than errors wander in ten seconds.
  private static func pace(_ steps: [Step], _ offsets: [Offset]) -> Double? {
    let speeds = steps.compactMap(\.speed)
    let half = offsets.count / 2
    let apart = (mean(offsets.suffix(half)) - mean(offsets.prefix(half))).length
    let time = (steps.first?.instant.duration(to: steps[steps.count - 1].instant) ?? .zero)
      .inSeconds
    let between = time * Double(offsets.count - half) / Double(max(1, offsets.count - 1))
    let drift = between > 0 ? apart / between : 0
    let speed = speeds.isEmpty ? 0 : speeds.reduce(0, +) / Double(speeds.count)
    return speed > 0.6 || apart > 3 ? max(speed, drift) : nil
  }

  private static func mean(_ offsets: some Collection<Offset>) -> Offset {
    guard !offsets.isEmpty else { return Offset(east: 0, north: 0) }
    return offsets.reduce(Offset(east: 0, north: 0), +) * (1 / Double(offsets.count))
  }
}
