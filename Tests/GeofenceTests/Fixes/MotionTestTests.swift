import Testing

@testable import Geofence

struct MotionTestTests {
  /// The probability that a carrier stands, after some seconds at a velocity to the east.
  private func stands(
    _ speed: Double, doppler: Double?, seconds: Int = 60
  ) -> Double {
    var test = MotionTest(Offset(east: 0, north: 0), variance: 0.5)
    for _ in 0..<seconds {
      test.receive(
        Offset(east: speed, north: 0), after: 1, doppler.map { Offset(east: $0, north: 0) },
        variance: 0.5)
    }
    return test.stands
  }

  @Test func stationaryCarrierStands() {
    #expect(stands(0, doppler: 0) > 0.9)
    #expect(stands(0, doppler: nil) > 0.9)
  }

  @Test func driftingErrorCountsAsStanding() {
    #expect(stands(0.1, doppler: 0) > 0.8)
    #expect(stands(0.1, doppler: nil) > 0.8)
  }

  @Test(arguments: [0.4, 1.4, 15]) func aCarrierOnTheWayMoves(_ speed: Double) {
    #expect(stands(speed, doppler: speed) < 0.1)
  }

  @Test(arguments: [1.0, 1.4, 15]) func motionIsFoundWithoutDoppler(_ speed: Double) {
    #expect(stands(speed, doppler: nil) < 0.1)
  }

  @Test func motionIsKnownWithinSeconds() {
    var test = MotionTest(Offset(east: 0, north: 0), variance: 0.5)
    let still = Offset(east: 0, north: 0)
    for _ in 0..<60 { test.receive(still, after: 1, still, variance: 0.5) }
    let walk = Offset(east: 1.4, north: 0)
    for _ in 0..<8 { test.receive(walk, after: 1, walk, variance: 0.5) }
    #expect(test.stands < 0.2)
  }

  @Test func gapLeavesMotionUndecided() {
    var test = MotionTest(Offset(east: 0, north: 0), variance: 0.5)
    let still = Offset(east: 0, north: 0)
    for _ in 0..<60 { test.receive(still, after: 1, still, variance: 0.5) }
    test.receive(Offset(east: 50, north: 0), after: 30, nil, variance: 0.5)
    #expect(test.stands > 0.2 && test.stands < 0.8)
  }
}
