import Testing

@testable import Geofence

struct RegionMonitorTests {
  // MARK: A first fix that is wrong

  /// The findings when the receiver starts 10 km away and corrects itself to a place inside.
  private func findingsAfterAWrongStart(_ memory: Memory) -> [Finding] {
    let region = Region(id: "home", shape: .circle(Circle(center: Walk.home, radius: 60)!))
    let walk = Walker([region], memory: memory)
    let right = TrustedFix(
      time: Walk.time(4), instant: Walk.instant(4), coordinate: Walk.home, sigma: 2, restarts: true)
    return walk.receive([Walk.fix(0, east: 10_000), right]) + walk.receive([Walk.fix(5, east: 0)])
  }

  @Test func correctedWrongStartIsNotAnEntry() {
    let found = findingsAfterAWrongStart(Memory())
    #expect(found.events.isEmpty)
    #expect(found.contains(.determined("home", .inside)))
  }

  @Test func wrongFirstFixKeepsTheKnownState() {
    let found = findingsAfterAWrongStart(
      Memory(regions: ["home": Memory.Known(state: .outside)]))
    #expect(found.events.map(\.kind) == [.enter])
  }

  // MARK: Events

  @Test func entryReportsRegionPlaceAndTime() throws {
    let walk = Walker([Self.disc(note: "Ladders are by the gate")])
    let findings = walk.receive(Walk.line(from: -150, to: -60, speed: 4))
    #expect(findings.count == 3)
    #expect(findings[0] == .sighted(at: Walk.epoch, unseen: nil))
    #expect(findings[1] == .determined("disc", .outside))
    let event = try #require(findings.events.first)
    #expect(event.sequence == 1)
    #expect(event.kind == .enter)
    #expect(event.region == "disc")
    #expect(event.note == "Ladders are by the gate")
    // The border at -100 is passed half way between two fixes, and at this pace 2 m in are enough.
    #expect(event.time == Walk.time(13))
    let crossed = try #require(event.crossed)
    #expect(abs(Walk.time(12.5).duration(to: crossed).inSeconds) < 0.05)
    #expect(event.coordinate == Walk.line(from: -150, to: -60, speed: 4)[13].coordinate)
    #expect(event.eph == 9.5)
    #expect(event.blind == nil)
    #expect(walk.monitor.state(of: "disc") == .inside)
    #expect(walk.monitor.inside == ["disc"])
  }

  @Test func firstSideComesBeforeAnEventFromIt() throws {
    let walk = Walker([Self.disc()])
    let findings = walk.receive(Walk.line(from: -103, to: -80, speed: 1))
    #expect(findings.count == 3)
    #expect(findings[1] == .determined("disc", .outside))
    #expect(findings.events.map(\.kind) == [.enter])
    let crossed = try #require(findings.events.first?.crossed)
    #expect(abs(Walk.time(3).duration(to: crossed).inSeconds) < 1)
  }

  @Test func anExitFollowsWithTheNextNumber() throws {
    let walk = Walker([Self.disc()])
    let events = walk.receive(Walk.line(from: -150, to: 150, speed: 4)).events
    #expect(events.map(\.kind) == [.enter, .exit])
    #expect(events.map(\.sequence) == [1, 2])
    #expect(walk.monitor.nextSequence == 3)
    #expect(walk.monitor.state(of: "disc") == .outside)
  }

  @Test func firstStateIsNotAnEvent() {
    let walk = Walker([Self.disc()])
    let findings = walk.receive([Walk.fix(0, east: 0)])
    #expect(findings == [.sighted(at: Walk.epoch, unseen: nil), .determined("disc", .inside)])
  }

  @Test(arguments: [true, false])
  func disabledNotificationGetsNoNumber(_ entry: Bool) {
    var region = Self.disc()
    region.notifyOnEntry = entry
    region.notifyOnExit = !entry
    let walk = Walker([region])
    let findings = walk.receive(Walk.line(from: -150, to: 150, speed: 4))
    #expect(findings.events.map(\.kind) == [entry ? .enter : .exit])
    #expect(findings.events.map(\.sequence) == [1])
    #expect(findings.contains(.determined("disc", entry ? .outside : .inside)))
  }

  @Test func unwatchedRegionHasNoState() {
    #expect(RegionMonitor(regions: []).state(of: "disc") == nil)
    #expect(RegionMonitor(regions: [Self.disc()]).state(of: "disc") == .unknown)
  }

  @Test func lastOfDuplicateIdentifiersIsWatched() {
    let monitor = RegionMonitor(regions: [Self.disc(note: "first"), Self.disc(note: "last")])
    #expect(monitor.regions["disc"]?.note == "last")
    #expect(monitor.regions.count == 1)
  }

  // MARK: Linger

  @Test func deadlineConfirmsACrossingBetweenFixes() throws {
    let walk = Walker([Self.disc(linger: .milliseconds(2500))])
    #expect(walk.receive(Walk.line(from: -150, to: -90, speed: 4)).events.isEmpty)
    let deadline = try #require(walk.monitor.deadline)
    #expect(deadline == Walk.instant(15.5))
    #expect(walk.advance(to: 15.499).isEmpty)
    let events = walk.advance(to: 16.2).events
    #expect(events.map(\.kind) == [.enter])
    #expect(events.first?.time == Walk.time(15.5))
    // At the place of the last fix.
    #expect(events.first?.coordinate == Walk.line(from: -150, to: -90, speed: 4).last?.coordinate)
  }

  @Test func deadlineWaitsForADueFix() {
    for turns in [false, true] {
      let walk = Walker([Self.disc(linger: .milliseconds(5500))])
      walk.receive(Walk.line(from: -150, to: -94, speed: 4))
      #expect(walk.monitor.deadline == Walk.instant(24))
      #expect(walk.advance(to: 23.9).isEmpty)
      // The delayed fixes show that the carrier went on, or that it turned back.
      let late = (15..<24).map { second in
        Walk.fix(
          Double(second), east: -94 + (turns ? -4 : 4) * Double(second - 14), speed: 4,
          track: turns ? 270 : 90)
      }
      let events = walk.receive(late).events
      #expect(events.map(\.time) == (turns ? [] : [Walk.time(18.5)]))
    }
  }

  @Test func timeConfirmsNothingWhileBlind() {
    let walk = Walker([Self.disc(linger: .milliseconds(2500))])
    walk.receive(Walk.line(from: -150, to: -94, speed: 4))
    #expect(walk.advance(to: 60) == [.blind(since: Walk.time(14))])
    // After the gap, the first two seconds prove nothing.
    let found = walk.receive((61...64).map { Walk.fix(Double($0), east: 0) })
    #expect(found.events.map(\.time) == [Walk.time(63)])
  }

  @Test func returnWithinTheLingerGivesNoEvent() {
    let walk = Walker([Self.disc(linger: .seconds(10))])
    // Inside for nine seconds.
    var fixes = Walk.line(from: -150, to: -82, speed: 4)
    fixes += Walk.line(from: -86, to: -150, speed: -4, at: 18)
    #expect(walk.receive(fixes).events.isEmpty)
  }

  // MARK: Dwell

  @Test func dwellIsReportedOnceAtItsInstant() {
    let walk = Walker([Self.disc(dwell: .milliseconds(60_300))])
    let events = walk.receive(Walk.line(from: -150, to: 0, speed: 4)).events
    #expect(events.map(\.kind) == [.enter])
    let stay = walk.receive((38..<200).map { Walk.fix(Double($0), east: 0, speed: 0) }).events
    #expect(stay.map(\.kind) == [.dwell])
    #expect(stay.first?.time == events.first?.time.advanced(by: .milliseconds(60_300)))
    #expect(stay.first?.sequence == 2)
    #expect(stay.first?.crossed == nil)
  }

  @Test func startInsideCountsAsAStay() {
    let walk = Walker([Self.disc(dwell: .seconds(30))])
    let events = walk.receive((0..<60).map { Walk.fix(Double($0), east: 0) }).events
    #expect(events.map(\.kind) == [.dwell])
    #expect(events.first?.time == Walk.time(30))
  }

  @Test func exitPrecedesASimultaneousDwell() {
    // In at 13 s, and out at the fix at which the dwell event would be due.
    let out = Walker([Self.disc()]).receive(Walk.line(from: -150, to: 150, speed: 4)).events
    let stay = out[0].time.duration(to: out[1].time)
    let walk = Walker([Self.disc(dwell: stay)])
    #expect(
      walk.receive(Walk.line(from: -150, to: 150, speed: 4)).events.map(\.kind) == [.enter, .exit])
    #expect(walk.receive((80..<200).map { Walk.fix(Double($0), east: 150) }).events.isEmpty)
  }

  @Test func likelyExitDelaysTheDwell() {
    // Four metres outside, which is not an exit yet, when the dwell event would be due.
    let walk = Walker([Self.disc(dwell: .seconds(50))])
    var fixes = (0..<25).map { Walk.fix(Double($0), east: 87) }
    fixes += (25..<42).map { Walk.fix(Double($0), east: 62 + Double($0)) }
    fixes += (42..<60).map { Walk.fix(Double($0), east: 104) }
    #expect(walk.receive(fixes).events.isEmpty)
    #expect(walk.monitor.state(of: "disc") == .inside)
    // Back inside, the event is reported, with the time of the fix that shows it.
    let back = walk.receive((60..<120).map { Walk.fix(Double($0), east: 80) }).events
    #expect(back.map(\.kind) == [.dwell])
    #expect(back.allSatisfy { $0.time >= Walk.time(60) })
  }

  @Test func aStaySurvivesARestart() {
    let region = Self.disc(dwell: .seconds(100))
    let first = Walker([region])
    #expect(
      first.receive(Walk.line(from: -150, to: 0, speed: 4)).events.map(\.kind) == [.enter])
    let second = Walker([region], memory: first.monitor.memory)
    let events = second.receive((40..<200).map { Walk.fix(Double($0), east: 0) }).events
    #expect(events.map(\.kind) == [.dwell])
    #expect(events.first?.time == Walk.time(113))
    #expect(events.first?.sequence == 2)
    let third = Walker([region], memory: second.monitor.memory)
    #expect(third.receive((200..<400).map { Walk.fix(Double($0), east: 0) }).events.isEmpty)
  }

  @Test func restartForgetsAStayThatEnded() {
    let region = Self.disc(dwell: .seconds(100))
    let first = Walker([region])
    first.receive(Walk.line(from: -150, to: 150, speed: 4))
    let second = Walker([region], memory: first.monitor.memory)
    #expect(second.receive((80..<400).map { Walk.fix(Double($0), east: 150) }).events.isEmpty)
  }

  // MARK: Blind

  @Test func monitorIsBlindAfterTheLimit() {
    let walk = Walker([Self.disc()])
    walk.receive([Walk.fix(0, east: 0)])
    #expect(walk.monitor.deadline == Walk.instant(10))
    #expect(walk.advance(to: 9.999).isEmpty)
    #expect(walk.monitor.blindSince == nil)
    #expect(walk.advance(to: 60) == [.blind(since: Walk.epoch)])
    #expect(walk.monitor.blindSince == Walk.start)
    #expect(walk.monitor.deadline == nil)
    #expect(walk.advance(to: 1000).isEmpty)
    #expect(
      walk.receive([Walk.fix(1200.5, east: 0)]) == [
        .sighted(at: Walk.time(1200.5), unseen: .milliseconds(1_200_500))
      ])
    #expect(walk.monitor.blindSince == nil)
  }

  @Test func blindLimitCountsFromTheStart() {
    let walk = Walker([], start: Walk.start)
    #expect(walk.monitor.deadline == Walk.instant(10))
    #expect(walk.advance(to: 10) == [.blind(since: nil)])
    #expect(
      walk.receive([Walk.fix(42, east: 0)]) == [
        .sighted(at: Walk.time(42), unseen: .seconds(42))
      ])
    #expect(Walker([]).monitor.deadline == nil)
  }

  @Test func nothingIsConfirmedWhileBlind() {
    let walk = Walker([Self.disc(linger: .seconds(30), dwell: .seconds(15))])
    walk.receive(Walk.line(from: -150, to: -94, speed: 4))
    #expect(walk.monitor.deadline == Walk.instant(24))
    #expect(walk.advance(to: 500) == [.blind(since: Walk.time(14))])
    #expect(walk.monitor.state(of: "disc") == .outside)
  }

  @Test(arguments: [(0.0, true), (-150, false)])
  func fixesAfterBlindnessDecide(_ east: Double, _ entered: Bool) {
    let walk = Walker([Self.disc(linger: .seconds(30))])
    walk.receive(Walk.line(from: -150, to: -94, speed: 4))
    let findings = walk.receive((100...102).map { Walk.fix(Double($0), east: east) })
    #expect(findings.first == .blind(since: Walk.time(14)))
    #expect(findings.events.map(\.kind) == (entered ? [.enter] : []))
  }

  @Test func unseenPassageReportsItsBlindTime() throws {
    let walk = Walker([Self.disc()])
    walk.receive(Walk.line(from: -180, to: -150, speed: 4))
    let after = (50...52).map { Walk.fix(Double($0), east: 0) }
    let event = try #require(walk.receive(after).events.first)
    #expect(event.kind == .enter)
    #expect(event.blind == .seconds(43))
    #expect(event.crossed == nil)
    #expect(event.time == Walk.time(52))
  }

  @Test func gapWithinTheLimitIsNotBlind() throws {
    let walk = Walker([Self.disc()])
    walk.receive([Walk.fix(0, east: -120), Walk.fix(1, east: -120)])
    let findings = walk.receive((11...13).map { Walk.fix(Double($0), east: -60) })
    let event = try #require(findings.events.first)
    #expect(findings.count == 1)
    #expect(event.blind == nil)
    #expect(event.crossed != nil)
  }

  // MARK: Restart

  @Test func exitDuringPowerLossIsReported() throws {
    let first = Walker([Self.disc()])
    first.receive(Walk.line(from: -150, to: 0, speed: 4))
    #expect(first.monitor.memory.seen == Walk.time(37))
    let second = Walker([Self.disc()], memory: first.monitor.memory)
    #expect(second.monitor.inside == ["disc"])
    let findings = second.receive([Walk.fix(1037, east: 150)])
    #expect(findings.first == .sighted(at: Walk.time(1037), unseen: .seconds(1000)))
    let event = try #require(findings.events.first)
    #expect(event.kind == .exit)
    #expect(event.sequence == 2)
    #expect(event.blind == .seconds(1000))
    #expect(event.crossed == nil)
  }

  @Test func restartKeepsAPendingPassageUnseen() throws {
    let first = Walker([Self.disc()])
    first.receive(Walk.line(from: -150, to: 0, speed: 4))
    let second = Walker([Self.disc()], memory: first.monitor.memory)
    #expect(second.receive([Walk.fix(1037, east: 103)]).events.isEmpty)
    #expect(second.monitor.memory.seen == Walk.time(37))
    let third = Walker([Self.disc()], memory: second.monitor.memory)
    let event = try #require(third.receive([Walk.fix(1040, east: 150)]).events.first)
    #expect(event.kind == .exit)
    #expect(event.blind == .seconds(1003))
    #expect(third.monitor.memory.seen == Walk.time(1040))
  }

  @Test func aRestartRepeatsNothing() {
    let first = Walker([Self.disc()])
    first.receive(Walk.line(from: -150, to: 0, speed: 4))
    let second = Walker([Self.disc()], memory: first.monitor.memory)
    #expect(
      second.receive([Walk.fix(40, east: 0)]) == [.sighted(at: Walk.time(40), unseen: nil)])
  }

  @Test func clockBehindTheMemoryMeasuresNothing() {
    let memory = Memory(
      nextSequence: 9, seen: Walk.time(1000),
      regions: ["disc": Memory.Known(state: .inside, stay: Stay(since: Walk.time(900)))])
    let walk = Walker([Self.disc(dwell: .seconds(60))], memory: memory)
    let events = walk.receive((0..<100).map { Walk.fix(Double($0), east: 0) }).events
    #expect(events.map(\.kind) == [.dwell])
    #expect(events.first?.time == Walk.time(60))
    #expect(events.first?.sequence == 9)
  }

  @Test func monitorWithoutFixesKeepsItsMemory() {
    let memory = Memory(
      nextSequence: 4, seen: Walk.time(7), regions: ["disc": Memory.Known(state: .outside)])
    #expect(RegionMonitor(regions: [Self.disc()], memory: memory).memory == memory)
  }

  @Test func unwatchedRegionIsNotRemembered() {
    let memory = Memory(regions: ["gone": Memory.Known(state: .inside)])
    let monitor = RegionMonitor(regions: [Self.disc()], memory: memory)
    #expect(monitor.memory.regions.isEmpty)
    #expect(monitor.inside.isEmpty)
  }

  // MARK: Other regions while running

  @Test func stillWatchedRegionKeepsItsState() {
    let walk = Walker([Self.disc(), Self.disc("other")])
    walk.receive(Walk.line(from: -150, to: 0, speed: 4))
    walk.monitor.watch([Self.disc(note: "new", dwell: .seconds(60)), Self.disc("third")])
    #expect(walk.monitor.inside == ["disc"])
    #expect(walk.monitor.state(of: "other") == nil)
    #expect(walk.monitor.state(of: "third") == .unknown)
    let events = walk.receive((38..<100).map { Walk.fix(Double($0), east: 0) }).events
    #expect(events.map(\.kind) == [.dwell])
    #expect(events.first?.note == "new")
    #expect(events.first?.time == Walk.time(73))
  }

  @Test(arguments: [true, false])
  func changedThresholdsDropPendingCrossings(_ changes: Bool) {
    let linger = Duration.milliseconds(9500)
    let walk = Walker([Self.disc(linger: linger)])
    walk.receive(Walk.line(from: -150, to: -62, speed: 4))
    walk.monitor.watch([Self.disc(note: "new", cushion: changes ? 1 : 0, linger: linger)])
    #expect(walk.monitor.deadline == Walk.instant(changes ? 32 : 22.5))
    #expect(walk.monitor.state(of: "disc") == .outside)
  }

  @Test func changedShapeKeepsTheState() throws {
    let walk = Walker([Self.disc(dwell: .seconds(20))])
    walk.receive((0..<10).map { Walk.fix(Double($0), east: 0) })
    var region = Self.disc(dwell: .seconds(20))
    region.shape = .circle(Circle(center: Walk.home.offset(east: 500, north: 0), radius: 100)!)
    walk.monitor.watch([region])
    #expect(walk.monitor.inside == ["disc"])
    // Outside the new shape there is no stay to report, and the next fix proves it.
    let proof = (0...2).map { Walk.fix(19.5 + Double($0), east: 0) }
    #expect(walk.receive(proof).events.map(\.kind) == [.exit])
    #expect(walk.receive((22..<60).map { Walk.fix(Double($0), east: 0) }).events.isEmpty)
  }

  @Test func reloadExchangesTheWatchedRegions() {
    let walk = Walker([Self.disc(), Self.disc("other")])
    walk.receive(Walk.line(from: -150, to: 0, speed: 4))
    var placement = RegionMonitor.Placement([Self.disc(note: "new"), Self.disc("a")])
    walk.monitor.watch(&placement)
    #expect(walk.monitor.inside == ["disc"])
    #expect(walk.monitor.regions["disc"]?.note == "new")
    #expect(walk.monitor.state(of: "a") == .unknown)
    #expect(walk.monitor.state(of: "other") == nil)
    #expect(placement.watched.map(\.region.id) == ["disc", "other"])
  }

  // MARK: Standings

  @Test func pendingAndNearestRegionsComeFirst() {
    func ring(_ id: String, radius: Double, linger: Duration = .zero) -> Region {
      Region(
        id: id, shape: .circle(Circle(center: Walk.home, radius: radius)!), linger: linger)
    }
    let walk = Walker([
      ring("a", radius: 190), ring("b", radius: 101), ring("c", radius: 97, linger: .seconds(60)),
      ring("d", radius: 120),
    ])
    // 92 m from the middle: c is about to be entered.
    walk.receive(Walk.line(from: -250, to: -92, speed: 2))
    let all = walk.monitor.standings
    #expect(all.map(\.region) == ["a", "b", "c", "d"])
    let pending = walk.monitor.pendingStandings(most: 10)
    #expect(pending.shown.map(\.region) == all.filter { $0.pending != nil }.map(\.region))
    #expect(pending.shown.map(\.region) == ["c"])
    #expect(pending.more == 0)
    let two = walk.monitor.standings(most: 2)
    #expect(two.shown.map(\.region) == ["b", "c"])
    #expect(two.more == 2)
    #expect(walk.monitor.standings(most: 4).shown == all)
    #expect(walk.monitor.standing(of: "d") == all.last)
    #expect(walk.monitor.standing(of: "e") == nil)
  }

  // MARK: Expiry

  @Test func expiredRegionIsNotWatched() {
    var region = Self.disc()
    region.expires = Walk.time(20)
    let walk = Walker([region, Self.disc("other")])
    let findings = walk.receive(Walk.line(from: -150, to: 150, speed: 4))
    #expect(findings.filter { $0 == .expired("disc") }.count == 1)
    #expect(findings.events.map(\.region) == ["disc", "other", "other"])
    #expect(walk.monitor.state(of: "disc") == nil)
    #expect(walk.monitor.regions["disc"] == nil)
    #expect(walk.monitor.memory.regions["disc"] == nil)
  }

  @Test func regionExpiresExactlyAtItsTime() {
    var region = Self.disc()
    region.expires = Walk.time(20)
    let walk = Walker([region])
    walk.receive([Walk.fix(19.999, east: 0)])
    #expect(walk.monitor.regions.count == 1)
    #expect(walk.receive([Walk.fix(20, east: 0)]) == [.expired("disc")])
  }

  @Test func aWrongYearEndsNothing() {
    var region = Self.disc()
    region.expires = Walk.time(500)
    let walk = Walker([region])
    walk.receive([Walk.fix(0, east: 0)])
    // An unproven date suspends the region, and a proven date ends it.
    let future = Walk.fix(1, east: 0).dated(Walk.time(90_000), isProven: false)
    #expect(walk.receive([future]).isEmpty)
    #expect(walk.monitor.memory.regions["disc"]?.state == .inside)
    #expect(walk.receive([Walk.fix(2, east: 0)]).isEmpty)
    #expect(walk.monitor.state(of: "disc") == .inside)
    let proven = Walk.fix(3, east: 0).dated(Walk.time(90_000), isProven: true)
    #expect(walk.receive([proven]) == [.expired("disc")])
    #expect(walk.monitor.inside.isEmpty)
  }

  @Test func correctedDateResumesARegion() {
    var region = Self.disc()
    region.expires = Walk.time(500)
    let walk = Walker([region])
    walk.receive([Walk.fix(0, east: 0), Walk.fix(1, east: 0).dated(Walk.time(900), isProven: true)])
    #expect(walk.receive([Walk.fix(2, east: 0)]) == [.resumed("disc")])
    #expect(walk.monitor.inside == ["disc"])
    let exits = walk.receive(Walk.line(from: 0, to: 200, speed: 4, at: 3)).events
    #expect(exits.map(\.kind) == [.exit])
  }

  @Test func reloadDoesNotRepeatAnExpiry() {
    var region = Self.disc()
    region.expires = Walk.time(20)
    let walk = Walker([region])
    #expect(walk.receive([Walk.fix(0, east: 0), Walk.fix(20, east: 0)]).last == .expired("disc"))
    walk.monitor.watch([region, Self.disc("other")])
    #expect(walk.monitor.regions.keys.sorted() == ["other"])
    #expect(walk.receive([Walk.fix(21, east: 0)]) == [.determined("other", .inside)])
    region.expires = Walk.time(90)
    walk.monitor.watch([region])
    #expect(walk.receive([Walk.fix(22, east: 0)]) == [.determined("disc", .inside)])
  }

  @Test func earlierStayWaitsForAProvenDate() {
    let memory = Memory(
      seen: Walk.time(-10), coordinate: Walk.home,
      regions: ["disc": Memory.Known(state: .inside, stay: Stay(since: Walk.time(-100)))])
    let walk = Walker([Self.disc(dwell: .seconds(300))], memory: memory)
    let wrong = Walk.fix(0, east: 0).dated(Walk.time(90_000), isProven: false)
    #expect(walk.receive([wrong]).events.isEmpty)
    let later = (1..<300).map { Walk.fix(Double($0), east: 0) }
    #expect(walk.receive(later).events.map(\.time) == [Walk.time(200)])
  }

  // MARK: Regions

  /// A circle of 100 m around the place.
  private static func disc(
    _ id: String = "disc", note: String? = nil, cushion: Double = 0, linger: Duration = .zero,
    dwell: Duration? = nil
  ) -> Region {
    Region(
      id: id, shape: .circle(Circle(center: Walk.home, radius: 100)!), note: note,
      cushion: cushion, linger: linger, dwell: dwell)
  }

  @Test func removedRegionLosesItsState() {
    let center = Coordinate(latitude: 51.5, longitude: -0.14)
    let region = Region(id: "r", shape: .circle(Circle(center: center, radius: 60)!))
    let other = Region(
      id: "s", shape: .circle(Circle(center: center.offset(east: 5000, north: 0), radius: 60)!))
    for isRemoved in [true, false] {
      var monitor = RegionMonitor(regions: [region, other])
      for second in 0...40 {
        _ = monitor.receive(
          TrustedFix(
            time: Timestamp(nanoseconds: Int64(second) * 1_000_000_000),
            instant: Instant(.seconds(second)), coordinate: center))
      }
      #expect(monitor.inside == ["r"])
      var disabled = region
      disabled.isEnabled = false
      monitor.watch(isRemoved ? [other] : [disabled, other])
      #expect(monitor.state(of: "r") == nil)
      #expect(monitor.regions.keys.sorted() == ["s"])
      #expect(monitor.memory.regions["r"] == nil)
      // A region that is added again starts anew: without an exit or an entry.
      monitor.watch([region, other])
      #expect(monitor.state(of: "r") == .unknown)
    }
  }

  @Test func disabledRegionStaysExcludedFromOthers() {
    let center = Coordinate(latitude: 51.5, longitude: -0.14)
    var pond = Region(id: "pond", shape: .circle(Circle(center: center, radius: 60)!))
    pond.isEnabled = false
    let garden = Region(
      id: "garden", shape: .circle(Circle(center: center, radius: 300)!), exclude: ["pond"])
    var monitor = RegionMonitor(regions: [garden, pond])
    for second in 0...40 {
      _ = monitor.receive(
        TrustedFix(
          time: Timestamp(nanoseconds: Int64(second) * 1_000_000_000),
          instant: Instant(.seconds(second)), coordinate: center))
    }
    #expect(monitor.state(of: "garden") == .outside)
    // A monitor that continues from this placement needs the region.
    #expect(monitor.placed == [garden, pond])
  }
}
