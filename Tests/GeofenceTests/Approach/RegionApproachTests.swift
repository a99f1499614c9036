import Testing

@testable import Geofence

struct RegionApproachTests {
  /// A disc of 100 m around home that has a cue.
  private static func disc(
    _ side: ApproachRule.Side = .inside, radius: Double = 100, id: String = "disc",
    longest: Double = 20
  ) -> Region {
    var region = Region(id: id, shape: .circle(Circle(center: Walk.home, radius: radius)!))
    region.approach = ApproachRule(within: .seconds(12), from: side, atMost: .seconds(longest))
    return region
  }

  private static func cues(_ findings: [Finding]) -> [String] {
    findings.compactMap { finding in
      switch finding {
      case .cue(let cue, _): cue.map { "\($0.region) \($0.step)" } ?? "off"
      case .event(let event): event.kind.rawValue
      default: nil
      }
    }
  }

  @Test func aCueLeadsToTheExit() {
    let walk = Walker([Self.disc()])
    let found = Self.cues(walk.receive(Walk.line(from: 0, to: 130, speed: 1.4)))
    #expect(found == ["disc 1", "disc 2", "disc 3", "disc 4", "exit", "off"])
    #expect(walk.monitor.cue == nil)
  }

  @Test func insideRuleHasNoCueForEntries() {
    let walk = Walker([Self.disc()])
    #expect(Self.cues(walk.receive(Walk.line(from: -150, to: 0, speed: 1.4))) == ["enter"])
    #expect(walk.monitor.cueSilence(of: "disc") == .far)
  }

  @Test func bothSidesRuleCuesEntryAndExit() {
    let walk = Walker([Self.disc(.both)])
    let found = Self.cues(walk.receive(Walk.line(from: -150, to: 130, speed: 1.4)))
    let steps = ["disc 1", "disc 2", "disc 3", "disc 4"]
    #expect(found == steps + ["enter", "off"] + steps + ["exit", "off"])
  }

  @Test func regionWithoutARuleHasNoCue() {
    let region = Region(id: "disc", shape: .circle(Circle(center: Walk.home, radius: 100)!))
    let walk = Walker([region])
    #expect(
      Self.cues(walk.receive(Walk.line(from: -150, to: 130, speed: 1.4))) == ["enter", "exit"])
    #expect(walk.monitor.cueSilence(of: "disc") == nil)
  }

  @Test func turningBackEndsTheCue() {
    let walk = Walker([Self.disc()])
    let out = walk.receive(Walk.line(from: 40, to: 92, speed: 1.4))
    #expect(Self.cues(out).last?.hasPrefix("disc") == true)
    let back = walk.receive(Walk.line(from: 90, to: 40, speed: -1.4, at: 38))
    #expect(Self.cues(back).last == "off")
    #expect(!Self.cues(back).contains("exit"))
    #expect(walk.monitor.cueSilence(of: "disc") == .far)
  }

  @Test func standingEndsTheCue() {
    let walk = Walker([Self.disc()])
    walk.receive(Walk.line(from: 40, to: 92, speed: 1.4))
    let stand = (0..<10).map { Walk.fix(38 + Double($0), east: 92, speed: 0) }
    #expect(Self.cues(walk.receive(stand)).last == "off")
    #expect(walk.monitor.cueSilence(of: "disc") == .still)
  }

  @Test func nearestBorderInTimeHasTheCue() {
    let walk = Walker([Self.disc(id: "near"), Self.disc(radius: 112, id: "wide")])
    let found = Self.cues(walk.receive(Walk.line(from: 0, to: 140, speed: 1.4)))
    #expect(found.first == "near 1")
    #expect(found.filter { $0 == "exit" }.count == 2)
    #expect(found.last == "off")
    let turn = found.firstIndex { $0.hasPrefix("wide") }
    #expect(turn == found.firstIndex(of: "exit").map { $0 + 1 })
  }

  @Test func missingFixesEndTheCue() throws {
    let walk = Walker([Self.disc()])
    let fixes = Walk.line(from: 40, to: 92, speed: 1.4)
    walk.receive(fixes)
    let last = try #require(fixes.last).instant
    #expect(walk.monitor.deadline == last.advanced(by: .seconds(3)))
    #expect(walk.monitor.deadlineReached(at: last.advanced(by: .milliseconds(2999))).isEmpty)
    let found = walk.monitor.deadlineReached(at: last.advanced(by: .seconds(3)))
    #expect(found == [.cue(nil, at: last.advanced(by: .seconds(3)))])
    #expect(walk.monitor.cueSilence(of: "disc") == .unseen)
  }

  @Test func deadlineCallsDoNotChangeFindings() {
    var fixes = Walk.line(from: 40, to: 92, speed: 1.4)
    fixes += [Walk.fix(43, east: 98, speed: 1.4, track: 90)]
    fixes += Walk.line(from: 99.4, to: 130, speed: 1.4, at: 44)
    let (asked, unasked) = (Walker([Self.disc()]), Walker([Self.disc()]))
    var found: [Finding] = []
    for fix in fixes {
      while let deadline = asked.monitor.deadline, deadline < fix.instant {
        found += asked.monitor.deadlineReached(at: deadline)
      }
      found += asked.receive([fix])
    }
    #expect(found == unasked.receive(fixes))
    #expect(Self.cues(found).filter { $0 == "off" }.count == 2)
  }

  /// Walks begin at 20:26:40 UTC, and this one is at the border 71 s later.
  @Test func regionOutsideItsHoursHasNoCue() throws {
    func walker(_ hours: String) throws -> Walker {
      var disc = Self.disc(.both)
      disc.active = Hours(try Schedule(hours), clock: .utc, place: Walk.home)
      return Walker([disc])
    }
    let walk = Walk.line(from: 0, to: 130, speed: 1.4)
    let before = try walker("20:30-21:00")
    #expect(Self.cues(before.receive(walk)).isEmpty)
    #expect(before.monitor.cueSilence(of: "disc") == .hours)
    let after = try walker("20:00-20:26")
    #expect(Self.cues(after.receive(walk)).isEmpty)
    let within = try walker("20:00-21:00").receive(walk)
    #expect(within.contains { if case .cue(_?, _) = $0 { true } else { false } })
    #expect(within == Walker([Self.disc(.both)]).receive(walk))
  }

  @Test func endOfTheHoursEndsTheCue() throws {
    var disc = Self.disc()
    disc.active = Hours(try Schedule("20:00-20:28"), clock: .utc, place: Walk.home)
    let walker = Walker([disc])
    // The hours end at second 80, and the carrier is at the border at second 84.
    let found = walker.receive(Walk.line(from: 0, to: 140, speed: 1.4, at: 13))
    #expect(Self.cues(found).first == "disc 1")
    #expect(Self.cues(found).last == "off")
    #expect(found.contains(.cue(nil, at: Walk.instant(80))))
  }

  @Test func anAcknowledgedCueEnds() {
    let walk = Walker([Self.disc()])
    let fixes = Walk.line(from: 40, to: 130, speed: 1.4)
    walk.receive(Array(fixes[..<36]))
    let now = Walk.instant(35.5)
    #expect(walk.monitor.acknowledgeCue(at: now) == [.cue(nil, at: now)])
    #expect(walk.monitor.acknowledgeCue(at: now).isEmpty)
    #expect(Self.cues(walk.receive(Array(fixes[36...]))) == ["exit"])
  }

  @Test func snapshotContinuesTheCue() throws {
    let fixes = Walk.line(from: 40, to: 130, speed: 1.4)
    let walk = Walker([Self.disc()])
    walk.receive(Array(fixes[..<36]))
    #expect(walk.monitor.cue != nil)
    var other = RegionMonitor(regions: walk.monitor.placed, snapshot: walk.monitor.snapshot)
    #expect(other.cue == walk.monitor.cue)
    #expect(other.deadline == walk.monitor.deadline)
    for fix in fixes[36...] { #expect(other.receive(fix) == walk.monitor.receive(fix)) }
  }

  @Test func reloadKeepsAnUnchangedRegionsCue() {
    let fixes = Walk.line(from: 40, to: 130, speed: 1.4)
    let walk = Walker([Self.disc()])
    walk.receive(Array(fixes[..<36]))
    let before = walk.monitor.cue
    walk.monitor.watch([Self.disc(), Self.disc(radius: 5000, id: "another")])
    #expect(walk.monitor.cue == before)
    #expect(Self.cues(walk.receive([fixes[36]])).allSatisfy { $0.hasPrefix("disc") })
    walk.monitor.watch([Self.disc(.outside)])
    #expect(Self.cues(walk.receive([fixes[37]])) == ["off"])
  }

  @Test func cueEndsAfterItsLongestTime() {
    let walk = Walker([Self.disc(longest: 5)])
    let found = walk.receive(Walk.line(from: 40, to: 98, speed: 1.4))
    let spans = found.compactMap { finding in
      if case .cue(let cue, let instant) = finding { (cue, instant) } else { nil }
    }
    #expect(spans.last?.0 == nil)
    #expect(spans.first.map { $0.1.advanced(by: .seconds(5)) } == spans.last?.1)
    #expect(walk.monitor.cueSilence(of: "disc") == .lasted)
  }
}
