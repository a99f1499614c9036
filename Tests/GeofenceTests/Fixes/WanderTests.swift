import Testing

@testable import Geofence

struct WanderTests {
  private static let middle = Ellipsoid.vector(Coordinate(latitude: 47, longitude: 15))

  /// A wander after fixes once in two seconds, off by `metres` in turn to the east and the west.
  private static func wander(
    _ metres: Double, minutes: Int, stands: Double = 0.95, from start: Wander = Wander()
  ) -> Wander {
    let plane = TangentPlane(at: middle)
    var wander = start
    var now = Instant(.zero)
    for number in 0..<(30 * minutes) {
      let off = Offset(east: number / 20 % 2 == 0 ? metres : -metres, north: 0)
      wander.receive(plane.moved(by: off).origin, at: now, after: 2, stands: stands)
      now = now.advanced(by: .seconds(2))
    }
    return wander
  }

  @Test func tenMinutesOfStandingShowIt() {
    #expect(Self.wander(5, minutes: 9).doubt == 0)
    let wander = Self.wander(5, minutes: 11)
    // All of it is in one of two axes.
    #expect(abs(wander.deviation - 5 / 2.0.squareRoot()) < 0.2)
    #expect(abs(wander.doubt - 2.5 * wander.deviation) < 1e-9)
  }

  @Test func doubtHasALimit() {
    #expect(Self.wander(30, minutes: 11).doubt == 10)
  }

  @Test func motionShowsNoWander() {
    #expect(Self.wander(5, minutes: 20, stands: 0.5).deviation == 0)
  }

  @Test func wanderDoesNotCountOnTheWay() {
    let stood = Self.wander(5, minutes: 11)
    let moves = Self.wander(0, minutes: 5, stands: 0.05, from: stood)
    #expect(moves.doubt == 0 && moves.deviation > 3)
  }

  @Test func wanderFadesOverHours() {
    #expect(Wander.faded(4, over: 14_400) == 2)
    let later = Self.wander(0, minutes: 240, from: Wander(deviation: 4))
    #expect(abs(later.deviation - 2) < 0.05)
  }

  @Test func gapInTheFixesShowsNoWander() {
    var wander = Self.wander(0, minutes: 6)
    let far = TangentPlane(at: Self.middle).moved(by: Offset(east: 80, north: 0)).origin
    for second in stride(from: 4000, to: 4500, by: 2) {
      wander.receive(far, at: Instant(.seconds(second)), after: 2, stands: 0.95)
    }
    #expect(wander.deviation == 0)
  }

  @Test func wanderIsKeptOverARestart() {
    var monitor = RegionMonitor(regions: [], memory: Memory(seen: nil, wander: 4))
    #expect(monitor.memory.wander == 4)
    let epoch = Timestamp(nanoseconds: 1_780_000_000_000_000_000)
    monitor = RegionMonitor(regions: [], memory: Memory(seen: epoch, wander: 4))
    _ = monitor.receive(
      TrustedFix(
        time: epoch.advanced(by: .seconds(14_400)), instant: Instant(.zero),
        coordinate: Coordinate(latitude: 47, longitude: 15)))
    #expect(monitor.memory.wander == 2)
  }
}
