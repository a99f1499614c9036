import Testing

@testable import Geofence

/// A `dwell` and a `linger` of one region, over gaps of the receiver and over restarts.
extension RegionMonitorTests {
  /// A carrier that walks in, stands in the middle, and walks out to the east.
  private static func visit(standing seconds: Int) -> [TrustedFix] {
    Walk.line(from: -150, to: 0, speed: 4) + stand(from: 38, for: seconds)
      + Walk.line(from: 4, to: 260, speed: 4, at: 38 + Double(seconds))
  }

  private static func stand(from second: Int, for seconds: Int, east: Double = 0) -> [TrustedFix] {
    (second..<second + seconds).map { Walk.fix(Double($0), east: east, speed: 0) }
  }

  private static func events(
    dwell: Double?, linger: Double = 0, _ fixes: [TrustedFix]
  ) -> [Event] {
    Walker([disc(dwell: dwell, linger: linger)]).receive(fixes).events
  }

  // MARK: Both of them

  @Test(arguments: [0, 2.5, 8, 20], [0.5, 5, 30, 60.3])
  func dwellCountsFromTheConfirmedEntry(_ linger: Double, _ dwell: Double) throws {
    let fixes = Self.visit(standing: 200)
    let plain = Self.events(dwell: nil, fixes)
    let events = Self.events(dwell: dwell, linger: linger, fixes)
    try #require(plain.map(\.kind) == [.enter, .exit])
    try #require(events.map(\.kind) == [.enter, .dwell, .exit])
    let pause = Duration.milliseconds(Int64(linger * 1000))
    #expect(events[0].time == plain[0].time.advanced(by: pause))
    #expect(events[1].time == events[0].time.advanced(by: .milliseconds(Int64(dwell * 1000))))
    #expect(events[2].time == plain[1].time.advanced(by: pause))
    #expect(events.map(\.sequence) == [1, 2, 3])
  }

  @Test(arguments: [0, 2.5, 8], [2.0, 5, 60])
  func briefVisitHasAllEventsOrNone(_ linger: Double, _ dwell: Double) throws {
    // Inside for as long as the linger, less or more.
    for metres in stride(from: 12.0, through: 90, by: 2) {
      let turn = -100 + metres
      let way = Walk.line(from: -152, to: turn, speed: 4)
      let back = Walk.line(from: turn - 4, to: -180, speed: -4, at: Double(way.count))
      let events = Self.events(dwell: dwell, linger: linger, way + back)
      let kinds = events.map(\.kind)
      #expect(
        kinds.isEmpty || kinds == [.enter, .exit] || kinds == [.enter, .dwell, .exit],
        "\(metres) m: \(kinds)")
      if kinds.count == 2 {
        #expect(
          events[0].time.duration(to: events[1].time)
            < .milliseconds(Int64((dwell + linger) * 1000) + 2000), "\(metres) m")
      }
    }
  }

  @Test(arguments: [6.0, 30])
  func returnWithinTheLingerKeepsTheStay(_ dwell: Double) throws {
    // Out for some seconds, less than the linger, and long before the dwell event is due or after it.
    let dwell = dwell + 26
    var fixes = Walk.line(from: -150, to: -92, speed: 4) + Self.stand(from: 15, for: 15, east: -88)
    fixes += Walk.line(from: -92, to: -112, speed: -4, at: 30)
    fixes += Walk.line(from: -108, to: -60, speed: 4, at: 36)
    fixes += Self.stand(from: 49, for: 60, east: -60)
    let events = Self.events(dwell: dwell, linger: 12, fixes)
    try #require(events.map(\.kind) == [.enter, .dwell])
    #expect(
      events[1].time == events[0].time.advanced(by: .milliseconds(Int64(dwell * 1000))))
  }

  @Test func dwellDueDuringAReturnComesAfterIt() throws {
    var fixes = Self.stand(from: 0, for: 20, east: -88)
    fixes += Walk.line(from: -92, to: -112, speed: -4, at: 20)
    fixes += Walk.line(from: -108, to: -60, speed: 4, at: 26)
    fixes += Self.stand(from: 39, for: 60, east: -60)
    // Due while the carrier is seen outside.
    let events = Self.events(dwell: 25, linger: 12, fixes)
    try #require(events.map(\.kind) == [.dwell])
    #expect(events[0].time > Walk.time(26) && events[0].time < Walk.time(34))
  }

  @Test(arguments: [0, 2.5, 12])
  func exitBeforeTheDwellEndsTheStay(_ linger: Double) {
    let out = Self.visit(standing: 20)
    let again = Self.stand(from: 123, for: 100, east: 260)
    #expect(
      Self.events(dwell: 100, linger: linger, out + again).map(\.kind) == [.enter, .exit])
  }

  @Test func secondVisitHasAStayOfItsOwn() throws {
    let back = Walk.line(from: 256, to: 0, speed: -4, at: 123) + Self.stand(from: 188, for: 200)
    let events = Self.events(dwell: 100, linger: 2.5, Self.visit(standing: 20) + back)
    try #require(events.map(\.kind) == [.enter, .exit, .enter, .dwell])
    #expect(events[3].time == events[2].time.advanced(by: .seconds(100)))
  }

  // MARK: Gaps

  @Test(arguments: [0, 2.5])
  func dwellDuringAGapWaitsForItsFix(_ linger: Double) throws {
    let walk = Walker([Self.disc(dwell: 60, linger: linger)])
    walk.receive(Array(Self.visit(standing: 0).prefix(38)) + Self.stand(from: 38, for: 32))
    // Due at 73 s; the receiver is silent from 69 s to 78 s.
    #expect(walk.advance(to: 77.9).events.isEmpty)
    let events = walk.receive(Self.stand(from: 78, for: 3)).events
    #expect(events.map(\.kind) == [.dwell])
    #expect(events.allSatisfy { $0.time == Walk.time(73 + linger) }, "\(events)")
  }

  @Test func dwellDuringAGapNeedsTheCarrierInside() throws {
    let walk = Walker([Self.disc(dwell: 60)])
    walk.receive(Array(Self.visit(standing: 0).prefix(38)) + Self.stand(from: 38, for: 32))
    // Due at 73 s; from 69 s to 76 s the receiver is silent, and then the carrier is 40 m outside.
    let out = (0..<30).map { second in
      Walk.fix(76 + Double(second), east: 140 + 20 * Double(second), speed: 20, track: 90)
    }
    #expect(walk.receive(out).events.map(\.kind) == [.exit])
  }

  @Test func lingerDuringAGapNeedsTheCarrierOutside() throws {
    let walk = Walker([Self.disc(dwell: nil, linger: 6)])
    walk.receive(Self.stand(from: 0, for: 10) + Walk.line(from: 0, to: 112, speed: 4, at: 10))
    #expect(walk.monitor.state(of: "disc") == .inside)
    // The linger ends in a gap of 7 s; after it the carrier is 20 m inside.
    let back = (0..<30).map { second in
      Walk.fix(45 + Double(second), east: 80 - 2 * Double(second), speed: 2, track: 270)
    }
    #expect(walk.receive(back).events.isEmpty)
  }

  @Test(arguments: [5, 25])
  func driveThroughAGapIsReportedSoon(_ standing: Int) throws {
    let walk = Walker([Self.disc(dwell: nil)])
    walk.receive(Array(Self.visit(standing: standing).prefix(38 + standing)))
    let start = Double(38 + standing + 7)
    let events = walk.receive(Walk.line(from: 80, to: 500, speed: 10, at: start)).events
    #expect(events.map(\.kind) == [.exit])
    // It is at the border 2 s after the gap.
    #expect(try #require(events.first).time <= Walk.time(start + 4))
  }

  @Test(arguments: [true, false])
  func dwellWhileBlindWaitsForSight(_ isInside: Bool) throws {
    let walk = Walker([Self.disc(dwell: 60)])
    walk.receive(Array(Self.visit(standing: 0).prefix(38)) + Self.stand(from: 38, for: 10))
    #expect(walk.advance(to: 400) == [.blind(since: Walk.time(47))])
    let east = isInside ? 0.0 : 160
    let events = walk.receive(Self.stand(from: 500, for: 30, east: east)).events
    try #require(events.map(\.kind) == [isInside ? .dwell : .exit])
    #expect(events[0].time >= Walk.time(500))
  }

  /// The process or the way from the receiver was stopped, and all fixes come at once: they count by
  /// their own times.
  @Test(arguments: [0, 2.5, 12])
  func lateFixesGiveTheSameStays(_ linger: Double) {
    let fixes = Self.visit(standing: 100)
    let inTime = Self.events(dwell: 60, linger: linger, fixes)
    for first in stride(from: 10, to: fixes.count, by: 7) {
      for length in [5, 9, 30] where first + length < fixes.count {
        let walk = Walker([Self.disc(dwell: 60, linger: linger)])
        var events: [Event] = []
        for (number, fix) in fixes.enumerated() {
          // Deadlines that pass meanwhile are only asked for while no fix is due.
          if number < first || number > first + length {
            events += walk.monitor.deadlineReached(at: fix.instant).events
          }
          events += walk.receive([fix]).events
        }
        #expect(events == inTime, "\(length) s from \(first) s")
      }
    }
  }

  // MARK: Restarts

  /// A receiver's date is not proven by its first fixes, and the carrier leaves before it is.
  @Test(arguments: [-30.0, 0, 20, 3600])
  func firstFixReportsADwellDueMeanwhile(_ late: Double) throws {
    let first = Walker([Self.disc(dwell: 60)])
    let before = first.receive(Array(Self.visit(standing: 20).prefix(58))).events
    try #require(before.map(\.kind) == [.enter])
    let second = Walker([Self.disc(dwell: 60)], memory: first.monitor.memory)
    // The entry was confirmed at 13 s.
    let fixes = [0.0, 1, 2].map { Walk.fix(73 + late + $0, east: 0, speed: 0, isDateProven: false) }
    let events = second.receive(fixes).events
    #expect(events.map(\.kind) == (late < 0 ? [] : [.dwell]))
    #expect(events.allSatisfy { $0.time == fixes[0].time })
  }

  /// Back to a date before the stay, or ahead by years: nothing is over by that.
  @Test(arguments: [-619_315_200.0, 630_720_000])
  func firstFixOfAWrongYearReportsNoDwell(_ error: Double) {
    let first = Walker([Self.disc(dwell: 60)])
    first.receive(Array(Self.visit(standing: 20).prefix(58)))
    let second = Walker([Self.disc(dwell: 60)], memory: first.monitor.memory)
    let fixes = [0.0, 1, 2].map {
      Walk.fix(80 + error + $0, east: 0, speed: 0, isDateProven: false)
    }
    #expect(second.receive(fixes).events.isEmpty)
  }

  @Test(arguments: [0, 2.5, 12])
  func restartAtAnyFixKeepsTheStay(_ linger: Double) {
    let fixes = Self.visit(standing: 100)
    let whole = Self.events(dwell: 60, linger: linger, fixes)
    // A restart while the entry or the exit is pending begins its linger again.
    for cut in [50, 60, 70, 72, 73, 74, 90, 120] {
      let first = Walker([Self.disc(dwell: 60, linger: linger)])
      let before = first.receive(Array(fixes[..<cut])).events
      let second = Walker([Self.disc(dwell: 60, linger: linger)], memory: first.monitor.memory)
      let after = second.receive(Array(fixes[cut...])).events
      #expect((before + after).map(\.kind) == whole.map(\.kind), "cut at \(cut)")
      #expect((before + after).map(\.sequence) == whole.map(\.sequence), "cut at \(cut)")
      #expect((before + after)[1].time == whole[1].time, "cut at \(cut)")
    }
  }
}
