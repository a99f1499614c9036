import Testing

@testable import Geofence

struct SignalStrengthTests {
  @Test func signalsUnderTheOpenSkyChangeNothing() {
    #expect(SignalStrength.wander(of: 42) == 0 && SignalStrength.wander(of: 47) == 0)
    #expect(SignalStrength.wanderThatMatters(40) == nil)
  }

  @Test func wanderGrowsAsSignalsFall() {
    let wanders = stride(from: 42.0, through: 20, by: -1).map { SignalStrength.wander(of: $0) }
    for (less, more) in zip(wanders, wanders.dropFirst()) {
      #expect(more > less && more < 1.25 * less + 0.5)
    }
    #expect(abs(SignalStrength.wander(of: 22) - 27) < 1e-9)
    // A bad geometry doubles it at most.
    #expect(abs(SignalStrength.wander(of: 22, claim: 20) - 54) < 1e-9)
  }

  @Test func oneWeakReportCountsForLittle() {
    var signals = SignalStrength(44, at: Walk.time(0))
    signals.add(20, at: Walk.time(1))
    #expect(signals.wander(claim: 3) < 0.1)
    for second in 2..<60 { signals.add(24, at: Walk.time(Double(second))) }
    #expect(signals.wander(claim: 3) > 15)
  }

  /// The events of a circle of 40 m in whose middle the fixes stand for 2 min, and then slide out by
  /// 60 m with a velocity that agrees; `strength` is that of the signals.
  private static func events(strength: Double?) -> [Finding] {
    var filter = FixFilter()
    var monitor = RegionMonitor(
      regions: [Region(id: "a", shape: .circle(Circle(center: Walk.home, radius: 40)!))])
    var findings: [Finding] = []
    for second in 0..<160 {
      let east = min(60, max(0, Double(second - 120) * 4))
      var fix = Fix(mode: .fix3D, device: "/dev/a")
      fix.time = Walk.time(Double(second))
      fix.coordinate = Walk.home.offset(east: east, north: 0)
      fix.eph = 19
      (fix.speed, fix.track) = 0 < east && east < 60 ? (4, 90) : (0, nil)
      if second == 0 { (fix.speed, fix.track) = (1, 90) }
      fix.strength = strength
      guard case .trusted(let trusted) = filter.receive(fix) else { continue }
      findings += monitor.receive(trusted).filter { if case .event = $0 { true } else { false } }
    }
    return findings
  }

  @Test func slideBehindAWindowIsNoExit() {
    #expect(Self.events(strength: 24).isEmpty)
    #expect(Self.events(strength: 44).count == 1)
    #expect(Self.events(strength: nil).count == 1)
  }
}
