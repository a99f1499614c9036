#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Testing

@testable import Geofence

struct PositionFilterTests {
  /// One fix on a plane: seconds, metres, m/s, degrees and metres.
  struct Step: Sendable {
    var time: Double
    var east: Double
    var north: Double
    var speed: Double?
    var track: Double?
    var sigma = 3.0
  }

  /// On the equator, east and north keep their directions over the length of these walks.
  private static let origin = Coordinate(latitude: 0, longitude: 10)

  private static let walk: [Step] = (0..<60).map { second in
    let time = Double(second)
    return Step(
      time: time, east: -80 + 1.5 * time + 3 * sin(time / 7), north: 20 * sin(time / 10),
      speed: 2, track: 60 + 20 * cos(time / 9), sigma: 2 + time / 30)
  }

  private static let cases: [String: [Step]] = [
    "a walk": walk,
    "no speed": walk.map {
      Step(time: $0.time, east: $0.east, north: $0.north, sigma: $0.sigma)
    },
    "a speed without a track": walk.map {
      Step(time: $0.time, east: $0.east, north: $0.north, speed: 0.4, sigma: $0.sigma)
    },
    "a track only later": walk.map {
      Step(
        time: $0.time, east: $0.east, north: $0.north, speed: $0.speed,
        track: $0.time < 20 ? nil : $0.track)
    },
    "a speed that is lost": walk.map {
      Step(
        time: $0.time, east: $0.east, north: $0.north, speed: 30...35 ~= $0.time ? nil : 2,
        track: $0.track)
    },
    "standing": walk.map {
      Step(
        time: $0.time, east: $0.east / 10, north: $0.north / 10,
        speed: $0.time < 5 ? 0.8 : $0.time < 30 ? 0.29 : 0.31, track: $0.track)
    },
    "five a second": walk.map {
      Step(
        time: $0.time / 5, east: $0.east / 5, north: $0.north / 5, speed: 2, track: $0.track)
    },
    "gaps": walk.filter { !(10...13 ~= $0.time) && !(20...55 ~= $0.time) },
    "a wild fix": walk.map {
      $0.time == 30
        ? Step(time: 30, east: 190, north: -150, speed: 2, track: 60) : $0
    },
    "astray": walk.map {
      Step(
        time: $0.time, east: $0.east + ($0.time < 20 ? 0 : 150), north: $0.north, speed: 2,
        track: $0.track)
    },
    "sigmas out of bounds": walk.map {
      Step(
        time: $0.time, east: $0.east, north: $0.north, speed: 2, track: $0.track,
        sigma: $0.time < 30 ? 0.1 : 900)
    },
    "a time that stands still": walk.flatMap { [$0, $0] },
  ]

  @Test(arguments: cases.keys.sorted())
  func filterMatchesTheMatrixRule(_ name: String) throws {
    let steps = try #require(Self.cases[name])
    let plane = TangentPlane(at: Ellipsoid.vector(Self.origin))
    var filter = PositionFilter(Self.fix(steps[0]))
    var rule = Rule(steps[0])
    for step in steps.dropFirst() {
      filter.receive(Self.fix(step))
      rule.receive(step)
      let position = plane.offset(of: filter.plane.origin)
      #expect(abs(position.east - rule.east) < 1e-6, "\(step)")
      #expect(abs(position.north - rule.north) < 1e-6, "\(step)")
      #expect(abs(filter.sigma - rule.variance.squareRoot()) < 1e-6, "\(step)")
    }
  }

  @Test func outlyingFixCountsForLittle() {
    var filter = walked()
    let expected = filter.expectedNext
    filter.receive(Self.fix(Step(time: 60, east: 63, north: 0, speed: 1, track: 90)))
    let moved = expected.offset(of: filter.plane.origin)
    #expect(moved.east > 0.05 && moved.east < 3)
    #expect(abs(moved.north) < 1e-3)
  }

  @Test func aWildFixIsIgnored() {
    var filter = walked()
    let expected = filter.expectedNext
    filter.receive(Self.fix(Step(time: 60, east: 200, north: 40, speed: 1, track: 90)))
    #expect(expected.offset(of: filter.plane.origin).length < 0.05)
  }

  @Test func tenSecondExcursionBarelyMovesThePosition() {
    var filter = walked()
    for second in 60..<70 {
      filter.receive(
        Self.fix(
          Step(time: Double(second), east: Double(second), north: 30, speed: 1, track: 90)))
    }
    let place = TangentPlane(at: Ellipsoid.vector(Self.origin.offset(east: 69, north: 0)))
    #expect(place.offset(of: filter.plane.origin).length < 2)
  }

  @Test func driftWhileStandingIsNotAWalk() {
    // Six metres in a minute, while the receiver reports that it stands.
    var filter = walked()
    let start = filter.plane
    for second in 60..<120 {
      let time = Double(second)
      filter.receive(Self.fix(Step(time: time, east: 59, north: (time - 60) / 10, speed: 0)))
    }
    #expect(start.offset(of: filter.plane.origin).north < 4.5)
  }

  @Test func positionIsFollowedWithoutDoppler() {
    var filter = PositionFilter(Self.fix(Step(time: 0, east: 0, north: 0)))
    for second in 1...60 {
      filter.receive(Self.fix(Step(time: Double(second), east: 1.4 * Double(second), north: 0)))
    }
    let place = TangentPlane(at: Ellipsoid.vector(Self.origin.offset(east: 84, north: 0)))
    #expect(place.offset(of: filter.plane.origin).length < 1.5)
    #expect(!filter.velocityKnown)
  }

  @Test func fixesAreTrustedAfterAGap() {
    var filter = walked()
    filter.receive(Self.fix(Step(time: 120, east: -40, north: 70, speed: 0)))
    let place = TangentPlane(at: Ellipsoid.vector(Self.origin.offset(east: -40, north: 70)))
    #expect(place.offset(of: filter.plane.origin).length < 1)
  }

  @Test(arguments: [1e3, 1e6, 1e9]) func gapOfYearsIsLikeAnyGap(_ gap: Double) {
    var filter = walked()
    for second in 0..<5 {
      filter.receive(Self.fix(Step(time: 60 + gap + Double(second), east: 5000, north: 0)))
    }
    let place = TangentPlane(at: Ellipsoid.vector(Self.origin.offset(east: 5000, north: 0)))
    #expect(place.offset(of: filter.plane.origin).length < 1)
    #expect(filter.sigma > 1 && filter.sigma < 5)
  }

  @Test func filterRestartsFarFromAllFixes() {
    var filter = walked()
    var distances: [Double] = []
    let place = TangentPlane(at: Ellipsoid.vector(Self.origin.offset(east: 400, north: 0)))
    for second in 60...85 {
      filter.receive(
        Self.fix(Step(time: Double(second), east: 400, north: 0, speed: 0.1, track: 90)))
      distances.append(place.offset(of: filter.plane.origin).length)
    }
    #expect(distances[24] > 300)
    #expect(distances[25] < 1e-6)
  }

  @Test func fixesOnALineRestartTheVelocity() {
    // Without Doppler, 10 m/s from one fix to the next are wild at first.
    var filter = PositionFilter(Self.fix(Step(time: 0, east: 0, north: 0)))
    for second in 1...80 {
      filter.receive(
        Self.fix(Step(time: Double(second), east: 10 * max(0, Double(second) - 40), north: 0)))
    }
    let place = TangentPlane(at: Ellipsoid.vector(Self.origin.offset(east: 400, north: 0)))
    #expect(place.offset(of: filter.plane.origin).length < 10)
    #expect(abs(filter.velocity.east - 10) < 1)
  }

  @Test func jumpWithinItsClaimIsNoExit() throws {
    // gpsd's eph of 480 m from an HDOP is 76 m for each axis; the fixes stay 200 m away.
    let circle = try #require(Circle(center: Self.origin, radius: 50))
    var monitor = RegionMonitor(regions: [Region(id: "r", shape: .circle(circle))])
    var events = 0
    for second in 0..<160 {
      let isOff = second >= 60
      let step = Step(
        time: Double(second), east: isOff ? 200 : 0, north: 0, sigma: isOff ? 76 : 3)
      for case .event in monitor.receive(Self.fix(step)) { events += 1 }
    }
    #expect(events == 0)
  }

  @Test func restartingFixIsUsedUnchanged() {
    var filter = walked()
    let far = Self.origin.offset(east: 0, north: 90_000)
    filter.receive(
      TrustedFix(
        time: Timestamp(nanoseconds: 0), instant: Instant(.seconds(61)), coordinate: far, sigma: 4,
        restarts: true))
    #expect((filter.plane.origin - Ellipsoid.vector(far)).length < 1e-6)
    // The claim without the fix's own error, increased by a quarter, and that own error.
    #expect(abs(filter.sigma * filter.sigma - 1.5625 * (16 - 0.49) - 0.49) < 1e-9)
  }

  @Test func independentFixesAreAveraged() {
    // The own error of each fix is 10 m: the mean of 20 is better than one fix.
    var generator = SeededGenerator(seed: 5)
    var filter = PositionFilter(Self.fix(Step(time: 0, east: 0, north: 0, sigma: 10)))
    var worst = 0.0
    for second in 1..<120 {
      let (east, north) = (Self.noise(&generator), Self.noise(&generator))
      filter.receive(
        Self.fix(
          Step(time: Double(second), east: 10 * east, north: 10 * north, sigma: 10)))
      let place = TangentPlane(at: Ellipsoid.vector(Self.origin))
      if second > 60 { worst = max(worst, place.offset(of: filter.plane.origin).length) }
    }
    #expect(filter.ownError.sigma > 6 && filter.ownError.sigma < 14)
    #expect(worst < 12)
  }

  @Test func aSlowWalkersSpeedIsBelieved() {
    var filter = PositionFilter(
      Self.fix(Step(time: 0, east: 0, north: 0, speed: 0.4, track: 90)))
    #expect(filter.velocityKnown)
    // The fixes do not move, but Doppler has no lasting error.
    for second in 1..<30 {
      filter.receive(Self.fix(Step(time: Double(second), east: 0, north: 0, speed: 0.4, track: 90)))
    }
    #expect(filter.velocity.east > 0.3)
  }

  @Test func changeOfErrorIncreasesSigma() {
    var filter = walked()
    let before = filter.sigma
    for second in 60..<70 {
      filter.receive(
        Self.fix(
          Step(
            time: Double(second), east: Double(second), north: 2 * Double(second - 60), speed: 1,
            track: 90)))
    }
    #expect(filter.sigma > before + 1)
  }

  /// Noise with a variance of 1: the sum of twelve numbers.
  private static func noise(_ generator: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
  }

  /// A filter that has walked east for a minute at 1 m/s.
  private func walked() -> PositionFilter {
    var filter = PositionFilter(
      Self.fix(Step(time: 0, east: 0, north: 0, speed: 1, track: 90)))
    for second in 1..<60 {
      filter.receive(
        Self.fix(Step(time: Double(second), east: Double(second), north: 0, speed: 1, track: 90)))
    }
    return filter
  }

  fileprivate static func fix(_ step: Step) -> TrustedFix {
    TrustedFix(
      time: Timestamp(nanoseconds: 0), instant: Instant(.seconds(step.time)),
      coordinate: origin.offset(east: step.east, north: step.north), sigma: step.sigma,
      speed: step.speed, track: step.track)
  }
}

extension PositionFilter {
  /// The position one second later on a walk to the east at 1 m/s.
  fileprivate var expectedNext: TangentPlane { plane.moved(by: Offset(east: 1, north: 0)) }
}

/// The filter on a plane, written a second time with whole matrices.
///
/// The state is position, velocity and shared error, for each of the axes.
private struct Rule {
  private var state: [[Double]]
  private var covariance: [[Double]]
  private var claimed: Double
  private var own: OwnError
  private var recent = [0.0, 0.0]
  private var last: PositionFilterTests.Step
  private var doppler = Doppler()
  private var astray = 0.0
  private var manoeuvre = Manoeuvre()

  var east: Double { state[0][0] }
  var north: Double { state[0][1] }
  var variance: Double {
    let change = [state[2][0] - recent[0], state[2][1] - recent[1]]
    return covariance[0][0] + (change[0] * change[0] + change[1] * change[1]) / 2
  }

  init(_ step: PositionFilterTests.Step) {
    state = []
    covariance = []
    claimed = 0
    last = step
    own = OwnError(claim: Self.claim(step))
    claimed = shared(step)
    let velocity = doppler.velocity(of: PositionFilterTests.fix(step))
    start(step, components(velocity))
  }

  private static func claim(_ step: PositionFilterTests.Step) -> Double {
    min(max(step.sigma, 0.08), 500)
  }

  /// The part of the claim that is shared error, at least 3 m.
  private func shared(_ step: PositionFilterTests.Step) -> Double {
    let claim = max(Self.claim(step), 3)
    return max(9, 1.5625 * (claim * claim - own.variance)).squareRoot()
  }

  private mutating func start(_ step: PositionFilterTests.Step, _ velocity: [Double]?) {
    let s = claimed
    state = [[step.east, step.north], velocity ?? [0, 0], [0, 0]]
    covariance = [
      [s * s + own.variance, 0, -s * s], [0, velocity == nil ? 2 : 0.09, 0], [-s * s, 0, s * s],
    ]
    astray = 0
  }

  private func components(_ velocity: Offset?) -> [Double]? {
    velocity.map { [$0.east, $0.north] }
  }

  mutating func receive(_ step: PositionFilterTests.Step) {
    guard step.time > last.time else { return }
    let d = step.time - last.time
    let way = Offset(east: step.east - last.east, north: step.north - last.north)
    let velocity = components(
      doppler.velocity(of: PositionFilterTests.fix(step), after: way, over: d))
    own.receive(way, after: d, claim: Self.claim(step))
    let s = shared(step)
    let v = exp(-d / 120)
    let e = exp(-d / 45) * min(1, s / claimed)
    let transition = [[1, 120 * (1 - v), 0], [0, v, 0], [0, 0, e]]
    state = product(transition, state)
    covariance = product(product(transition, covariance), transposed(transition))
    let bent = min(d, 5)
    let square = state[1][0] * state[1][0] + state[1][1] * state[1][1]
    let change = 0.0625 + 0.0064 * square
    covariance[0][0] += change * pow(bent, 3) / 3 + (d > 5 ? 900 * (d - 5) * (d - 5) : 0)
    covariance[0][1] += change * bent * bent / 2
    covariance[1][0] += change * bent * bent / 2
    covariance[1][1] += change * bent
    covariance[2][2] += max(0, s * s - e * e * claimed * claimed)
    if let velocity {
      learn([0, 1, 0], velocity, 0.09 / min(d, 1), isFix: false)
    }
    let noise = own.isLeast ? own.variance / min(d, 1) : own.variance
    turn(step, d, velocity, noise)
    learn([1, 0, 1], [step.east, step.north], noise, isFix: true)
    let off = [step.east - east, step.north - north]
    astray =
      (off[0] * off[0] + off[1] * off[1]).squareRoot() > 3 * (s + own.sigma)
      ? astray + min(d, 5) : 0
    claimed = s
    last = step
    if astray > 25 { start(step, velocity) }
    for axis in 0..<2 { recent[axis] += (state[2][axis] - recent[axis]) * d / (d + 30) }
  }

  /// Opens the velocity where the fixes show another one.
  private mutating func turn(
    _ step: PositionFilterTests.Step, _ d: Double, _ velocity: [Double]?, _ noise: Double
  ) {
    let miss = Offset(
      east: step.east - state[0][0] - state[2][0], north: step.north - state[0][1] - state[2][1])
    let known = covariance[0][0] + 2 * covariance[0][2] + covariance[2][2] + noise
    let change = manoeuvre.change(miss, variance: known, own: own.sigma, after: d)
    let measured = velocity.map { Offset(east: $0[0], north: $0[1]) }
    guard let change, !doppler.isMissing(measured) else { return }
    let present = Offset(east: state[1][0], north: state[1][1])
    if let measured, (measured - present).length <= 0.3 * change { return }
    let seconds = max(1, d)
    let more = miss.length * miss.length / (2 * seconds * seconds)
    covariance[1][1] += more
    covariance[0][1] += more * seconds / 2
    covariance[1][0] += more * seconds / 2
    covariance[0][0] += more * seconds * seconds / 3
  }

  private mutating func learn(
    _ model: [Double], _ measured: [Double], _ noise: Double, isFix: Bool
  ) {
    let spread = product(covariance, model.map { [$0] }).map { $0[0] }
    let known = product([model], spread.map { [$0] })[0][0]
    let expected = product([model], state)[0]
    let off = [measured[0] - expected[0], measured[1] - expected[1]]
    let square = (off[0] * off[0] + off[1] * off[1]) / (known + noise)
    if isFix, square > 25 { return }
    let total = known + noise / (isFix ? min(1, 7 / (5 + square)) : 1)
    for row in 0..<3 {
      for axis in 0..<2 { state[row][axis] += spread[row] / total * off[axis] }
      for column in 0..<3 { covariance[row][column] -= spread[row] * spread[column] / total }
    }
  }

  private func product(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
    left.map { row in
      right[0].indices.map { column in
        row.indices.reduce(0) { $0 + row[$1] * right[$1][column] }
      }
    }
  }

  private func transposed(_ matrix: [[Double]]) -> [[Double]] {
    matrix[0].indices.map { column in matrix.map { $0[column] } }
  }
}
