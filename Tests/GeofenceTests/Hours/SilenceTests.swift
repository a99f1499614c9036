import Testing

@testable import Geofence

/// Regions that report only in their hours.
///
/// Walks begin at 20:26:40 UTC: 20:30 is second 200.
struct SilenceTests {
  private static func disc(
    _ hours: String?, atStart: Bool = false, dwell: Duration? = nil, east: Double = 0,
    id: String = "disc"
  ) throws -> Region {
    Region(
      id: id, shape: .circle(Circle(center: Walk.home.offset(east: east, north: 0), radius: 50)!),
      dwell: dwell,
      active: try hours.map { Hours(try Schedule($0), clock: .utc, place: Walk.home) },
      reportsStart: atStart)
  }

  /// A carrier that stands.
  private static func stand(_ seconds: ClosedRange<Int>, east: Double = 0) -> [TrustedFix] {
    seconds.map { Walk.fix(Double($0), east: east) }
  }

  private static let half = Walk.time(200)

  @Test func stateContinuesSilentlyOutsideTheHours() throws {
    let walker = Walker([try Self.disc("20:30-21:00")])
    let findings = walker.receive(Walk.line(from: -300, to: 0, speed: 5))
    #expect(findings.events.isEmpty)
    #expect(findings.contains(.determined("disc", .inside)))
    #expect(walker.monitor.inside == ["disc"])
    #expect(walker.monitor.hours(of: "disc")?.isActive == false)
    #expect(walker.monitor.hours(of: "disc")?.end == Self.half)
  }

  @Test func hoursDoNotChangeReportsWithinThem() throws {
    let walk = Walk.line(from: -300, to: 300, speed: 5, at: 210)
    let timed = Walker([try Self.disc("20:30-21:00")]).receive(walk)
    let plain = Walker([try Self.disc(nil)]).receive(walk)
    #expect(timed == plain)
    #expect(timed.events.count == 2)
  }

  @Test(arguments: [(0.0, Event.Kind.enter), (3000, .exit), (70, .exit)])
  func theBeginningReportsTheSideOnce(_ east: Double, _ kind: Event.Kind) throws {
    let walker = Walker([try Self.disc("20:30-21:00", atStart: true)])
    let findings = walker.receive(Self.stand(0...2100, east: east))
    #expect(findings.events.map(\.kind) == [kind])
    #expect(findings.events.first?.isScheduled == true)
    #expect(findings.events.first?.time == Self.half)
  }

  @Test func aDeadlineReportsTheBeginningOnTime() throws {
    let walker = Walker([try Self.disc("20:30-21:00", atStart: true)])
    // A fix every 4 s, so that there is none at the beginning itself.
    walker.receive(stride(from: 2, through: 198, by: 4).map { Walk.fix($0, east: 0) })
    #expect(walker.monitor.deadline == Walk.instant(200))
    #expect(walker.advance(to: 199.9).isEmpty)
    #expect(walker.advance(to: 200).events.map(\.time) == [Self.half])
    #expect(walker.advance(to: 201).isEmpty)
    #expect(walker.receive([Walk.fix(202, east: 0)]).events.isEmpty)
  }

  @Test func unreportedSideGivesNoEvent() throws {
    var region = try Self.disc("20:30-21:00", atStart: true)
    region.notifyOnEntry = false
    let walker = Walker([region])
    #expect(walker.receive(Self.stand(0...400)).events.isEmpty)
  }

  @Test func withoutAtStartTheBeginningIsSilent() throws {
    let walker = Walker([try Self.disc("20:30-21:00")])
    #expect(walker.receive(Self.stand(0...400)).events.isEmpty)
  }

  @Test func crossingAtTheBeginningIsReportedOnce() throws {
    for second in 150...215 {
      let walker = Walker([try Self.disc("20:30-21:00", atStart: true)])
      let events = walker.receive(
        Self.stand(0...second - 1, east: -200)
          + Walk.line(from: -200, to: 0, speed: 5, at: Double(second))
          + Self.stand(second + 41...second + 300)
      ).events
      // The carrier enters after the beginning, before it, or exactly then.
      let kinds = events.map { "\($0.kind) \($0.isScheduled)" }
      #expect(
        kinds == ["exit true", "enter false"] || kinds == ["enter true"]
          || kinds == ["enter false"], "\(second): \(kinds)")
    }
  }

  // MARK: Restarts

  @Test func aRestartDoesNotRepeatTheBeginning() throws {
    let regions = [
      try Self.disc("20:30-21:00", atStart: true),
      try Self.disc("20:30-21:00", atStart: true, east: 9000, id: "far"),
    ]
    for cut in [100, 199, 200, 201, 500] {
      let walker = Walker(regions)
      let before = walker.receive(Self.stand(0...cut)).events
      let after = Walker(regions, memory: walker.monitor.memory).receive(Self.stand(cut + 1...700))
      let reported = (before + after.events).map { "\($0.kind) \($0.region) \($0.isScheduled)" }
      #expect(reported == ["enter disc true", "exit far true"], "\(cut)")
    }
  }

  @Test func beginningWithoutPowerIsReportedAfterwards() throws {
    let regions = [try Self.disc("20:30-21:00", atStart: true)]
    let walker = Walker(regions)
    walker.receive(Self.stand(0...100))
    let events = Walker(regions, memory: walker.monitor.memory).receive(Self.stand(600...700))
      .events
    #expect(events.map(\.isScheduled) == [true])
    let late = Walker(regions, memory: walker.monitor.memory).receive(Self.stand(2050...2150))
      .events
    #expect(late.isEmpty)
  }

  @Test func firstStartWithinTheHoursIsSilent() throws {
    let walker = Walker([try Self.disc("20:00-21:00", atStart: true)])
    #expect(walker.receive(Self.stand(0...100)).events.isEmpty)
  }

  @Test func regionAddedWithinItsHoursIsSilent() throws {
    let walker = Walker([try Self.disc("20:30-21:00", atStart: true)])
    walker.receive(Self.stand(0...300))
    let added = try Self.disc("20:30-21:00", atStart: true, id: "new")
    walker.monitor.watch([added, try Self.disc("20:30-21:00", atStart: true)])
    #expect(walker.receive(Self.stand(301...400)).events.isEmpty)
    #expect(walker.monitor.hours(of: "new")?.isActive == true)
  }

  @Test func newHoursApplyAtOnce() throws {
    let walker = Walker([try Self.disc("20:30-21:00")])
    walker.receive(Self.stand(0...100, east: -150))
    walker.monitor.watch([try Self.disc("20:00-21:00")])
    let events = walker.receive(Walk.line(from: -150, to: 0, speed: 5, at: 101)).events
    #expect(events.map(\.kind) == [.enter])
  }

  @Test func blindBeginningWaitsForTrustedFixes() throws {
    let walker = Walker([try Self.disc("20:30-21:00", atStart: true)])
    walker.receive(Self.stand(0...150))
    #expect(walker.advance(to: 250).events.isEmpty)
    // By then the carrier has left.
    let events = walker.receive(Self.stand(300...400, east: 200)).events
    #expect(events.map(\.kind) == [.exit])
  }

  @Test func unprovenDateBeginsNothing() throws {
    let walker = Walker([try Self.disc("20:30-21:00", atStart: true)])
    walker.receive(Self.stand(0...100))
    let events = walker.receive(
      Self.stand(101...300).map { $0.dated($0.time, isProven: false) }
    ).events
    #expect(events.isEmpty)
    #expect(walker.receive(Self.stand(301...310)).events.map(\.isScheduled) == [true])
  }

  // MARK: Dwell

  @Test func dwellCountsTheTimeWithinTheHours() throws {
    let region = try Self.disc("20:30-20:31,20:40-21:00", dwell: .seconds(90))
    let walker = Walker([region])
    let events = walker.receive(Self.stand(0...1000)).events
    // A minute in the first span, and half a minute in the second.
    #expect(events.map(\.kind) == [.dwell])
    #expect(events.first?.time == Walk.time(800 + 30))
  }

  @Test func dwellDueAtTheEndWaits() throws {
    let walker = Walker([try Self.disc("20:30-20:31,20:40-21:00", dwell: .seconds(60))])
    #expect(walker.receive(Self.stand(0...1000)).events.map(\.time) == [Walk.time(800)])
  }

  @Test func dwellContinuesThroughARestart() throws {
    let regions = [try Self.disc("20:30-20:31,20:40-21:00", dwell: .seconds(90))]
    let walker = Walker(regions)
    #expect(walker.receive(Self.stand(0...500)).events.isEmpty)
    let events = Walker(regions, memory: walker.monitor.memory).receive(Self.stand(501...1000))
      .events
    #expect(events.map(\.time) == [Walk.time(830)])
  }

  // MARK: Replays

  @Test(arguments: 0..<20)
  func deadlinesInTimeChangeNothing(_ seed: Int) throws {
    let hours = Hours(
      try Schedule("20:27-20:28,20:29-20:31,20:34-20:37"), clock: .utc, place: Walk.home)
    let regions = Walk.regions.enumerated().map { index, region in
      var region = region
      if index % 3 != 2 { region.active = hours }
      region.reportsStart = index % 2 == 0 && index % 3 != 2
      return region
    }
    let walk = Walk.random(seed: seed)
    let plain = Walker(regions).receive(walk)
    var walker = Walker(regions)
    var findings: [Finding] = []
    for (index, fix) in walk.enumerated() {
      // Each deadline before the next fix is handled; one time, a snapshot replaces the monitor.
      while let deadline = walker.monitor.deadline, deadline < fix.instant {
        findings += walker.monitor.deadlineReached(at: deadline)
      }
      if index == 20 * seed + 40 {
        let monitor = RegionMonitor(
          regions: walker.monitor.placed, snapshot: walker.monitor.snapshot)
        walker = Walker(regions)
        walker.monitor = monitor
      }
      findings += walker.receive([fix])
    }
    #expect(findings == plain)
    #expect(plain.events.contains { $0.isScheduled })
  }
}
