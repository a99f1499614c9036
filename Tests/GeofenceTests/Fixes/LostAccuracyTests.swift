import Testing

@testable import Geofence

/// Receivers that have reported an accuracy and stop, or only estimate their position.
struct LostAccuracyTests {
  private static func fix(
    _ second: Double, east: Double, eph: Double? = nil, sigma: Double? = nil,
    solution: Fix.Solution? = nil, device: String = "/dev/a"
  ) -> Fix {
    Fix(
      mode: .fix3D, device: device, time: Walk.time(second),
      coordinate: Walk.home.offset(east: east, north: 0), eph: eph, sigma: sigma,
      solution: solution)
  }

  private static func events(_ fixes: [Fix]) -> [Event.Kind] {
    var filter = FixFilter()
    var monitor = RegionMonitor(
      regions: [Region(id: "office", shape: .circle(Circle(center: Walk.home, radius: 50)!))])
    var kinds: [Event.Kind] = []
    for fix in fixes {
      guard case .trusted(let trusted) = filter.receive(fix) else { continue }
      for case .event(let event) in monitor.receive(trusted) { kinds.append(event.kind) }
    }
    return kinds
  }

  /// A carrier that stands, and whose position goes off by 120 m from second 40 to 115.
  private static func stand(_ good: (Double?, Double?), _ bad: (Double?, Double?)) -> [Fix] {
    (0..<130).map { second in
      let isOff = 40..<115 ~= second
      let off = isOff ? min(120, Double(second - 40) * 8) : 0
      let claim = isOff ? bad : good
      return fix(Double(second), east: off, eph: claim.0, sigma: claim.1)
    }
  }

  @Test func goodClaimsAreBelieved() {
    #expect(Self.events(Self.stand((17.1, nil), (17.1, nil))).contains(.exit))
  }

  @Test func lostEphConfirmsNothing() {
    #expect(Self.events(Self.stand((17.1, nil), (nil, nil))) == [])
  }

  @Test func lostDeviationConfirmsNothing() {
    #expect(Self.events(Self.stand((nil, 2), (nil, 0))) == [])
    #expect(Self.events(Self.stand((17.1, 2), (17.1, 0))) == [])
  }

  @Test func claimOfEachFifthFixCounts() {
    let leaving = (0..<60).map { second in
      Self.fix(
        Double(second), east: Double(second) * 2, eph: second.isMultiple(of: 5) ? 17.1 : nil)
    }
    #expect(Self.events(leaving) == [.exit])
  }

  @Test func worstClaimOfTheLastMinutesCounts() {
    var claims = ClaimedAccuracy()
    for (second, eph) in [(0.0, 18.9), (1, 63), (2, 18.9)] {
      _ = claims.accuracy(of: Self.fix(second, east: 0, eph: eph), at: Walk.time(second))
    }
    let lost = claims.accuracy(of: Self.fix(4, east: 0), at: Walk.time(4))
    #expect(lost.sigma == 10)
    let later = claims.accuracy(of: Self.fix(5, east: 0, eph: 18.9), at: Walk.time(5))
    #expect(later.sigma == 3)
  }

  @Test func anotherReceiverIsNotBlamed() {
    var filter = FixFilter()
    for second in 0..<10 { _ = filter.receive(Self.fix(Double(second), east: 0, eph: 17.1)) }
    var source: AccuracySource?
    for second in 10..<40 {
      if case .trusted(let fix) = filter.receive(
        Self.fix(Double(second), east: 0, device: "/dev/b"))
      {
        source = fix.accuracySource
      }
    }
    #expect(source == AccuracySource.nothing)
  }

  @Test func estimatedFixIsRejectedByItsName() {
    var filter = FixFilter()
    let estimated = Self.fix(0, east: 0, eph: 19, solution: .estimated)
    #expect(filter.receive(estimated) == .rejected(.estimated))
    let own = Self.fix(1, east: 0, eph: 19, sigma: 4, solution: .estimated)
    guard case .trusted(let fix) = filter.receive(own) else {
      Issue.record("an estimated fix with an error of its own")
      return
    }
    #expect(fix.sigma == 4)
  }

  /// A car that stops 100 m before a ring, while its receiver guesses that it goes on.
  @Test(arguments: [true, false]) func guessedWayIsNoCrossing(isSaid: Bool) {
    let way = (0..<90).map { second in
      let isGuess = 40..<52 ~= second
      let east = isGuess ? -150 + 12 * Double(second - 39) : -150 - 12 * max(0, Double(39 - second))
      return Self.fix(
        Double(second), east: east, eph: 19, solution: isGuess && isSaid ? .estimated : nil)
    }
    #expect(Self.events(way).isEmpty == isSaid)
  }

  @Test func positionWithoutAModeIsNamed() {
    var filter = FixFilter()
    var fix = Self.fix(0, east: 0)
    fix.mode = .notSeen
    #expect(filter.receive(fix) == .rejected(.noMode))
  }

  @Test func speedOfGpsdAloneDoesNotWidenTheReach() {
    var filter = FixFilter()
    for second in 0..<10 {
      // It moves a little: a place that stands still would be rejected.
      var fix = Self.fix(Double(second), east: Double(second) / 10)
      fix.speed = 140
      _ = filter.receive(fix)
    }
    #expect(filter.receive(Self.fix(10, east: 540)) == .rejected(.jump))
  }
}
