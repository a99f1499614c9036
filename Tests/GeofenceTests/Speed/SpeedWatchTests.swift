import Testing

@testable import Geofence

struct SpeedWatchTests {
  private static func zone(
    _ id: String, limit: Double?, radius: Double = 50_000, linger: Duration = .seconds(3)
  ) -> Region {
    var region = Region(id: id, shape: .circle(Circle(center: Walk.home, radius: radius)!))
    region.speedRule = limit.map { SpeedRule(limit: $0, linger: linger) }
    return region
  }

  /// A drive to the east whose speeds in km/h last for some seconds each.
  private static func drive(
    _ speeds: [(kmh: Double, seconds: Int)], at start: Double = 0, from east: Double = 0,
    hasDoppler: Bool = true
  ) -> [TrustedFix] {
    var (second, place) = (start, east)
    var fixes: [TrustedFix] = []
    for (kmh, seconds) in speeds {
      for _ in 0..<seconds {
        fixes.append(
          Walk.fix(
            second, east: place, speed: hasDoppler ? kmh / 3.6 : nil, track: hasDoppler ? 90 : nil))
        second += 1
        place += kmh / 3.6
      }
    }
    return fixes
  }

  @Test func aFastDriveIsReportedOnceAndEnded() throws {
    let walker = Walker([Self.zone("yard", limit: 20)])
    let events = walker.receive(
      Self.drive([(15, 30), (40, 20), (10, 20)])
    ).events
    #expect(events.map(\.kind) == [.speeding, .speedOK])
    let end = try #require(events.last)
    #expect(abs(try #require(end.topSpeed) - 40) < 2)
    #expect(abs(try #require(end.duration).inSeconds - 20) < 5)
    #expect(try #require(events.first?.motion).speed > 8)
  }

  @Test func aSuddenSprintIsReported() throws {
    let walker = Walker([Self.zone("yard", limit: 10)])
    let events = walker.receive(Self.drive([(5, 150), (15, 12), (5, 20)])).events
    #expect(events.map(\.kind) == [.speeding, .speedOK])
    #expect(abs(try #require(events.last?.topSpeed) - 15) < 2)
  }

  @Test(arguments: [(15.0, 0), (20, 0), (21, 0), (26, 1)])
  func theMarginIsNotReported(_ kmh: Double, _ count: Int) {
    let walker = Walker([Self.zone("yard", limit: 20)])
    let events = walker.receive(Self.drive([(10, 30), (kmh, 60)])).events
    #expect(events.count == count)
  }

  @Test func aShortBurstIsNotReported() {
    let walker = Walker([Self.zone("yard", limit: 20, linger: .seconds(10))])
    #expect(walker.receive(Self.drive([(10, 30), (40, 6), (10, 30)])).events.isEmpty)
  }

  @Test func theLowestLimitCounts() {
    let walker = Walker([
      Self.zone("a", limit: 90), Self.zone("b", limit: 50), Self.zone("c", limit: nil),
    ])
    let events = walker.receive(Self.drive([(30, 30), (70, 30)])).events
    #expect(events.map(\.region) == ["b"])
  }

  @Test func withoutDopplerNothingIsJudged() {
    let walker = Walker([Self.zone("yard", limit: 20)])
    #expect(walker.receive(Self.drive([(10, 30), (60, 60)], hasDoppler: false)).events.isEmpty)
    #expect(walker.monitor.lacksSpeed)
  }

  @Test func aReceiverThatHasStoodSinceItsStartReportsASpeed() {
    let walker = Walker([Self.zone("yard", limit: 20)])
    let standing = (0..<40).map { Walk.fix(Double($0), east: 0, speed: 0, track: 0) }
    walker.receive(standing)
    #expect(!walker.monitor.lacksSpeed)
    // It moves, and still reports that it stands.
    let moving = (40..<70).map {
      Walk.fix(Double($0), east: Double($0 - 40) * 10, speed: 0, track: 0)
    }
    #expect(walker.receive(moving).events.isEmpty)
    #expect(walker.monitor.lacksSpeed)
  }

  @Test func speedIsMissingWhileVelocitiesAreDoubted() {
    let walker = Walker([Self.zone("yard", limit: 20)])
    let fixes = Self.drive([(10, 100)]).enumerated().map { index, fix in
      index > 40 && index % 5 < 4 ? Walk.fix(Double(index), east: 10 * Double(index) / 3.6) : fix
    }
    walker.receive(fixes)
    #expect(walker.monitor.position?.believesVelocities == false)
    #expect(walker.monitor.lacksSpeed)
  }

  @Test func unseenTimeOfASpeedingRunIsNamed() throws {
    let walker = Walker([Self.zone("yard", limit: 20)])
    walker.receive(Self.drive([(15, 10), (40, 20)]))
    let events = walker.receive(Self.drive([(40, 10), (10, 20)], at: 90, from: 900)).events
    let end = try #require(events.last)
    #expect(end.kind == .speedOK)
    #expect(abs(try #require(end.blind).inSeconds - 61) < 0.1)
    #expect(try #require(end.duration) > .seconds(80))
  }

  @Test func oneFixWithoutAVelocityEndsNothing() {
    let walker = Walker([Self.zone("yard", limit: 20)])
    var fixes = Self.drive([(15, 30), (40, 10)])
    fixes[32] = Walk.fix(32, east: 30 * 15 / 3.6 + 2 * 40 / 3.6)
    let events = walker.receive(fixes).events
    #expect(events.first.map { $0.kind == .speeding && $0.time <= Walk.time(34) } ?? false)
    #expect(!walker.monitor.lacksSpeed)
  }

  @Test func leavingEndsIt() {
    let walker = Walker([Self.zone("yard", limit: 20, radius: 300)])
    let events = walker.receive(Self.drive([(10, 20), (60, 60)])).events
    #expect(Set(events.map(\.kind)) == [.speeding, .speedOK, .exit])
    #expect(walker.monitor.speeding == nil)
  }

  @Test func aRestartRepeatsNothing() throws {
    let zones = [Self.zone("yard", limit: 20)]
    let walker = Walker(zones)
    #expect(walker.receive(Self.drive([(10, 30), (60, 20)])).events.map(\.kind) == [.speeding])
    let memory = walker.monitor.memory
    #expect(memory.speeding?.region == "yard")
    let later = Walker(zones, memory: memory)
    let events = later.receive(
      Self.drive([(60, 20), (10, 20)], at: 55, from: 450)
    ).events
    #expect(events.map(\.kind) == [.speedOK])
    #expect(try #require(events.first?.duration) > .seconds(35))
  }

  @Test func aGapIsNoSpeed() {
    let walker = Walker([Self.zone("yard", limit: 20)])
    _ = walker.receive(Self.drive([(10, 30)]))
    let events = walker.receive(Self.drive([(60, 2), (10, 20)], at: 90, from: 200)).events
    #expect(events.isEmpty)
  }

  @Test func theCueBeginsAtTheLimit() {
    let walker = Walker([Self.zone("yard", limit: 20)])
    var steps: [Int] = []
    for fix in Self.drive([(10, 20), (30, 10), (10, 10)]) {
      _ = walker.monitor.receive(fix)
      steps.append(walker.monitor.cue?.step ?? 0)
    }
    #expect(steps[..<20].allSatisfy { $0 == 0 })
    #expect(steps[24] == 4)
    #expect(steps.last == 0)
    #expect(walker.monitor.cue == nil)
  }
}
