import Testing

@testable import Geofence

/// The standard deviation that a monitor reports for its position.
struct DeviationTests {
  private static func monitor(
    _ source: AccuracySource?, claiming sigma: Double = 3, scatter: Double = 0
  ) -> RegionMonitor {
    var monitor = RegionMonitor(regions: [])
    for second in 0..<120 {
      let off = second.isMultiple(of: 2) ? scatter : -scatter
      _ = monitor.receive(
        TrustedFix(
          time: Walk.time(Double(second)), instant: Walk.instant(Double(second)),
          coordinate: Walk.home.offset(east: off, north: 0), sigma: sigma, accuracySource: source))
    }
    return monitor
  }

  @Test(arguments: [AccuracySource.gst, .receiver, .hdop, .eph, nil])
  func deviationOfAClaimIsThatOfTheFilter(_ source: AccuracySource?) throws {
    let monitor = Self.monitor(source)
    let filter = try #require(monitor.position?.sigma)
    #expect(monitor.sigma == filter)
  }

  @Test func deviationWithoutAClaimIsLarger() throws {
    let monitor = Self.monitor(.nothing)
    let filter = try #require(monitor.position?.sigma)
    #expect(monitor.sigma == 2 * filter)
    #expect(monitor.estimate?.sigma == 2 * filter)
  }

  @Test func refutedClaimsAreWidened() throws {
    let monitor = Self.monitor(.eph, scatter: 10)
    let filter = try #require(monitor.position?.sigma)
    #expect(monitor.sigma == 1.25 * filter)
  }

  @Test func wanderWhileStandingIsReported() throws {
    var monitor = RegionMonitor(regions: [], memory: Memory(seen: Walk.time(0), wander: 3))
    for second in 0..<60 { _ = monitor.receive(Walk.fix(Double(second), east: 0)) }
    let sigma = try #require(monitor.sigma)
    #expect(sigma > 7 && sigma < 7.6)
  }
}
