import Testing

@testable import Geofence

/// Reloads of regions and thresholds in a run, and the events after them.
extension RegionMonitorTests {
  static func disc(
    dwell: Double?, linger: Double = 0, cushion: Double = 0, isEnabled: Bool = true
  ) -> Region {
    Region(
      id: "disc", shape: .circle(Circle(center: Walk.home, radius: 100)!), cushion: cushion,
      linger: .milliseconds(Int64(linger * 1000)),
      dwell: dwell.map { .milliseconds(Int64($0 * 1000)) }, isEnabled: isEnabled)
  }

  /// A carrier that stands in the middle for 300 seconds.
  private static let still = (0...300).map { Walk.fix(Double($0), east: 0) }

  @Test(arguments: [600, nil] as [Double?])
  func dwellDueByReloadHasTheReloadsTime(_ before: Double?) throws {
    let walk = Walker([Self.disc(dwell: before)])
    walk.receive(Self.still)
    walk.monitor.watch([Self.disc(dwell: 60)], at: Walk.instant(300.4))
    #expect(walk.monitor.deadline == Walk.instant(300.4))
    let event = try #require(walk.advance(to: 305).events.first)
    #expect(event.kind == .dwell)
    #expect(event.time == Walk.time(300.4))
    #expect(walk.receive([Walk.fix(306, east: 0)]).events.isEmpty)
  }

  /// The second argument is the carrier's place, and the third the seconds since its last fix.
  @Test(arguments: [
    (true, 0.0, 0.5, RegionState.inside), (false, 0, 0.5, .unknown), (true, 95, 0.5, .unknown),
    (true, 130, 0.5, .unknown), (true, 0, 60, .unknown),
  ])
  func latchingRegionBeginsWhereTheCarrierIs(
    latches: Bool, east: Double, age: Double, state: RegionState
  ) {
    let walk = Walker([])
    walk.receive((0...60).map { Walk.fix(Double($0), east: east) })
    var disc = Self.disc(dwell: nil)
    disc.latches = latches
    walk.monitor.watch([disc], at: Walk.instant(60 + age))
    #expect(walk.monitor.state(of: "disc") == state)
    // Regions that are watched again keep what they know.
    walk.monitor.watch([disc], at: Walk.instant(60 + age))
    #expect(walk.monitor.state(of: "disc") == state)
  }

  @Test func reloadWithoutInstantUsesTheLastFix() throws {
    let walk = Walker([Self.disc(dwell: 600)])
    walk.receive(Self.still)
    walk.monitor.watch([Self.disc(dwell: 60)])
    let event = try #require(walk.receive([Walk.fix(301, east: 0)]).events.first)
    #expect(event.time == Walk.time(300))
  }

  @Test func lengthenedDwellIsReportedLater() throws {
    let walk = Walker([Self.disc(dwell: 301)])
    walk.receive(Self.still)
    walk.monitor.watch([Self.disc(dwell: 310)], at: Walk.instant(300.4))
    #expect(walk.advance(to: 309.9).events.isEmpty)
    #expect(walk.monitor.stays.map(\.deadline) == [Walk.instant(310)])
  }

  @Test func dwellDueByReloadWaitsForSight() throws {
    let walk = Walker([Self.disc(dwell: 600)])
    walk.receive(Self.still)
    walk.monitor.watch([Self.disc(dwell: 60)], at: Walk.instant(310.5))
    #expect(walk.advance(to: 400).events.isEmpty)
    let event = try #require(walk.receive([Walk.fix(500, east: 0)]).events.first)
    #expect(event.kind == .dwell)
    #expect(event.time == Walk.time(500))
  }

  @Test func snapshotReportsDwellAtTheSameTime() throws {
    let walk = Walker([Self.disc(dwell: 600)])
    walk.receive(Self.still)
    walk.monitor.watch([Self.disc(dwell: 60)], at: Walk.instant(300.4))
    var other = RegionMonitor(regions: walk.monitor.placed, snapshot: walk.monitor.snapshot)
    let event = try #require(other.deadlineReached(at: Walk.instant(305)).events.first)
    #expect(event.time == Walk.time(300.4))
  }

  @Test func dwellAfterPowerLossWaitsForProof() throws {
    let first = Walker([Self.disc(dwell: 60)])
    first.receive(Array(Self.still[...30]))
    let second = Walker([Self.disc(dwell: 60)], memory: first.monitor.memory)
    // Past the border, but without an exit yet: that does not prove a stay.
    #expect(second.receive([Walk.fix(500, east: 101)]).events.isEmpty)
    #expect(second.advance(to: 500.9).events.isEmpty)
    let event = try #require(second.receive([Walk.fix(501, east: 98)]).events.first)
    #expect(event.kind == .dwell)
    #expect(event.time == Walk.time(501))
  }

  @Test func reenabledRegionBeginsANewStay() throws {
    let walk = Walker([Self.disc(dwell: 100)])
    walk.receive(Array(Self.still[...50]))
    walk.monitor.watch([Self.disc(dwell: 100, isEnabled: false)], at: Walk.instant(50.2))
    walk.receive(Array(Self.still[51...150]))
    walk.monitor.watch([Self.disc(dwell: 100)], at: Walk.instant(150.2))
    let event = try #require(walk.receive(Array(Self.still[151...])).events.first)
    #expect(event.kind == .dwell)
    #expect(event.time == Walk.time(251))
  }

  @Test func reloadNeverMovesEventTimesBack() {
    var dwells = 0
    var reloads = 0
    for seed in 1...100 {
      var generator = SeededGenerator(seed: seed)
      func chance(_ share: Double) -> Bool { .random(in: 0..<1, using: &generator) < share }
      func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
      let walk = Walker(Walk.regions)
      var last = Walk.epoch
      var sequence = 0
      var floor = Walk.epoch
      func check(_ findings: [Finding]) {
        for event in findings.events {
          sequence += 1
          #expect(event.sequence == sequence, "seed \(seed)")
          #expect(event.time >= last && event.time >= floor, "seed \(seed)")
          last = event.time
          if event.kind == .dwell { dwells += 1 }
        }
      }
      for fix in Walk.random(seed: seed, fixes: 200) {
        check(walk.receive([fix]))
        // Later events have the time of this fix or a later one.
        floor = fix.time
        guard chance(0.1) else { continue }
        reloads += 1
        let after = Duration.milliseconds(Int64(random(0...900)))
        let regions = Walk.regions.map { region in
          var region = region
          if chance(0.5) { region.dwell = chance(0.2) ? nil : .seconds(random(0.5...60)) }
          if chance(0.2) { region.linger = .seconds(random(0...9)) }
          if chance(0.2) { region.cushion = random(0...9) }
          if chance(0.2) { region.notifyOnEntry.toggle() }
          if chance(0.1) { region.isEnabled = false }
          if chance(0.1) { region.exclude = ["small"] }
          return region
        }
        let isKnown = chance(0.7)
        if isKnown { check(walk.monitor.deadlineReached(at: fix.instant.advanced(by: after))) }
        walk.monitor.watch(regions, at: isKnown ? fix.instant.advanced(by: after) : nil)
        if isKnown { floor = fix.time.advanced(by: after) }
        if chance(0.5) {
          check(walk.monitor.deadlineReached(at: fix.instant.advanced(by: .milliseconds(950))))
        }
      }
    }
    #expect(dwells > 100 && reloads > 1000, "\(dwells) \(reloads)")
  }
}
