import Base
import Geofence
@testable import Picket
import Records
import Testing

struct WhyAccountTests {
  @Test func straightEntryReportsItsRequirement() {
    var course = Course()
    course.ride(from: -150, to: 0, speed: 5)
    #expect(
      course.why() == [
        "ring: inside; from 2026-06-03T09:00:00.000Z to 09:00:29 UTC",
        "09:00:21 enter (event 1): the border was passed at 09:00:20, 1 s before; it was 5 m inside "
          + "its border when it was reported",
        "needed 1.6 m after a straight run of 104.9 m; reached 5 m",
      ])
  }

  @Test func turningBackReportsTheClosestApproach() {
    var course = Course()
    course.ride(from: -150, to: -53, speed: 2)
    course.ride(from: -53, to: -120, speed: 2)
    #expect(
      course.why().last == "closest approach 4.4 m outside at 09:00:49: the border was not passed")
  }

  @Test func pacingReportsTheMissingDistance() {
    var course = Course()
    course.ride(from: -150, to: -60, speed: 1.4)
    for _ in 0..<2 {
      course.ride(from: -60, to: -48, speed: 1.4)
      course.ride(from: -48, to: -60, speed: 1.4)
    }
    course.ride(from: -60, to: -80, speed: 1.4)
    let lines = course.why()
    #expect(lines.contains { $0.contains("; no entry, since ") }, "\(lines)")
    #expect(lines.contains { $0.contains(" were needed since it had turned back ") }, "\(lines)")
  }

  @Test func crossingAfterPacingReportsItsRequirement() {
    var course = Course()
    course.ride(from: -150, to: -55, speed: 1.4)
    for _ in 0..<3 {
      course.ride(from: -55, to: -46, speed: 1.4)
      course.ride(from: -46, to: -55, speed: 1.4)
    }
    course.ride(from: -55, to: -80, speed: 1.4)
    let last = course.why().last ?? ""
    #expect(last.hasPrefix("needed ") && last.contains(" m; reached "), "\(last)")
  }

  @Test func disagreeingRawFixIsReported() {
    var course = Course()
    course.ride(from: -150, to: -60, speed: 2)
    course.ride(from: -60, to: -40, speed: 2, error: -14)
    course.ride(from: -40, to: -80, speed: 2, error: -14)
    #expect(
      course.why().last == """
        09:00:51, for 5 s: past the border by 8 m at most (09:00:54); no entry, since the raw fix \
        disagreed for 5 s
        """)
  }

  @Test func sourcesOfTheAccuracyAreNamed() {
    var course = Course()
    course.ride(from: -150, to: -120, speed: 2, source: .hdop)
    course.ride(from: -120, to: -90, speed: 2, source: .receiver)
    #expect(course.why().contains("accuracy of the fixes: the receiver's own, from HDOP"))
  }

  @Test func timesAreInTheZone() {
    var course = Course()
    course.ride(from: -150, to: -60, speed: 2)
    course.ride(from: -60, to: -40, speed: 2, error: -14)
    course.ride(from: -40, to: -80, speed: 2, error: -14)
    let lines = course.why(zone: Zone { _ in -12_600 })
    #expect(
      lines.first
        == "ring: outside; from 2026-06-03T05:30:00.000-03:30 to 05:31:14 (UTC-03:30)")
    #expect(lines.last?.hasPrefix("05:30:51, for 5 s: ") == true, "\(lines)")
    #expect(
      course.why().first == "ring: outside; from 2026-06-03T09:00:00.000Z to 09:01:14 UTC")
  }

  @Test func waitingForTheLingerIsReported() {
    var course = Course(Self.ring(linger: .seconds(20)))
    course.ride(from: -150, to: -35, speed: 5)
    #expect(
      course.why().last == """
        since 09:00:21 past the border, by 10 m now; the entry is not reported yet: it waits for the \
        region's linger
        """)
    course.ride(from: -35, to: -150, speed: 5)
    #expect(course.why().last?.hasSuffix("went back before the region's linger was over") == true)
    course.ride(from: -150, to: 0, speed: 5)
    course.ride(from: 0, to: 30, speed: 2)
    let lines = course.why()
    #expect(lines.contains { $0.contains(", and then waited for the region's linger") }, "\(lines)")
  }

  @Test func aGuessedFirstSideIsNamed() {
    let step = Excursion.TimedEvidence(
      time: Timestamp(nanoseconds: 0), instant: Instant(.zero),
      evidence: Evidence(state: .inside, depth: -13, isGuess: true))
    #expect(
      Excursion(step, turns: 0).missing.map(\.text)
        == ["the side before was a guess: only a run that began clearly on it counts"])
  }

  @Test func gapsAndUntrustedFixesAreReported() {
    var course = Course()
    course.ride(from: -150, to: -100, speed: 5)
    course.wait(40)
    course.ride(from: 0, to: 20, speed: 2)
    #expect(course.why().contains("no trusted fix for 41 s from 09:00:09 on"))
    #expect(course.why().contains { $0.contains("for 41 s while the border was passed, so the") })
    course.reject(.noFix, count: 3)
    course.reject(.jump, count: 1)
    course.reject(.duplicate, count: 9)
    course.ride(from: 20, to: 150, speed: 2)
    #expect(course.why().contains("fixes not trusted: 3 no fix, 1 impossible jump"))
  }

  @Test func nextApproachCountsAfterAnEvent() {
    var course = Course()
    course.ride(from: 0, to: 150, speed: 2)
    #expect(course.why().last?.contains(" after a straight run of ") == true)
    course.ride(from: 150, to: 60, speed: 2)
    course.ride(from: 60, to: 90, speed: 2)
    let approach = course.why().last?.split(separator: " at ").first
    #expect(approach == "closest approach after that 11.2 m outside")
    // The event was before these ten seconds.
    #expect(course.why(last: 10).count == 2)
  }

  @Test func crossingWithoutAnEventIsReported() {
    var ring = Self.ring()
    ring.notifyOnExit = false
    var course = Course(ring)
    course.ride(from: -150, to: 150, speed: 5)
    let lines = course.why()
    // It was passed twice, so "the border was not passed" would be wrong.
    #expect(lines.contains { $0.contains(" enter (event 1): ") }, "\(lines)")
    #expect(lines.last == "09:00:41 exit confirmed, without an event", "\(lines)")
    course.ride(from: 150, to: 70, speed: 5)
    course.ride(from: 70, to: 100, speed: 5)
    #expect(course.why().last?.hasPrefix("closest approach after that ") == true)
  }

  @Test func gateReportsItsCrossing() {
    var gate = Region(
      id: "ring",
      shape: .corridor(
        Corridor(
          lines: [
            [
              Coordinate(latitude: 46.999, longitude: 15),
              Coordinate(latitude: 47.001, longitude: 15),
            ]
          ], width: 0.2)!))
    gate.isGate = true
    var course = Course(gate)
    course.ride(from: -150, to: -50, speed: 5)
    // It was within reach all the time.
    let before = course.why().last ?? ""
    #expect(before.hasPrefix("its line was not crossed; it is 5"), "\(before)")
    course.ride(from: -50, to: 150, speed: 5)
    let after = course.why().last ?? ""
    #expect(after.contains(" cross (event 1): the border was passed at 09:00:30"), "\(after)")
  }

  @Test func speedingIsReported() {
    var ring = Self.ring()
    ring.speedRule = SpeedRule(limit: 10)
    var course = Course(ring)
    course.ride(from: -150, to: 20, speed: 5)
    let lines = course.why()
    let speeding = lines.first { $0.contains(" speeding (event ") }
    #expect(speeding?.hasSuffix(": 18 km/h at most, over the limit for 3 s") == true, "\(lines)")
    course.ride(from: 20, to: 60, speed: 5)
    course.ride(from: 60, to: 40, speed: 2)
    course.ride(from: 40, to: 0, speed: 2)
    // Each has its place in time.
    let times = course.why().filter { $0.contains(" (event ") }.map { $0.prefix(8) }
    #expect(times.count == 2)
    #expect(times == times.sorted(), "\(course.why())")
  }

  @Test func distantRegionIsReported() {
    var course = Course()
    #expect(course.why() == ["ring: unknown; no fix came in this time"])
    course.ride(from: -3000, to: -2900, speed: 20)
    #expect(
      course.why().last
        == "it was never within reach (200 m, or twice its cushion), and is 2.9 km outside its "
        + "border now")
    var near = Course()
    near.ride(from: -54, to: -53, speed: 0.2)
    #expect(near.why().last?.hasPrefix("its state is not known yet: 3.2 m from its border") == true)
  }

  @Test func nearestRegionIsTheDefault() {
    let far = Region(
      id: "far",
      shape: .circle(Circle(center: Coordinate(latitude: 47.002, longitude: 15), radius: 60)!))
    var course = Course(far, Self.ring())
    course.ride(from: -150, to: -60, speed: 2)
    #expect(course.why().first?.hasPrefix("ring: outside") == true)
  }

  @Test func clockThatIsSetBackHidesNoEvent() {
    let far = Region(
      id: "far",
      shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15.02), radius: 50)!))
    var course = Course(far, Self.ring())
    course.ride(from: -150, to: 0, speed: 2)
    #expect(course.why().contains { $0.contains("enter (event 1)") })
    course.ahead = -3600
    course.ride(from: 0, to: 150, speed: 2)
    let lines = course.why()
    #expect(lines.contains { $0.contains("exit (event 2)") }, "\(lines)")
    #expect(!lines.contains { $0.contains("the border was not passed") }, "\(lines)")
    course.ahead = 10 * 86_400
    course.ride(from: 150, to: 0, speed: 2)
    let last = course.why()
    #expect(last.first?.contains(#/; from \S+ to \d{4}-\d\d-\d\dT\d\d:/#) == true, "\(last)")
    #expect(last.contains { $0.contains("enter (event 3)") }, "\(last)")
  }

  @Test func hindsightIsBoundedAndReportsItsStart() {
    let regions = (0..<20).map { number in
      Region(
        id: "ring \(number)",
        shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!))
    }
    var course = Course(regions)
    for _ in 0..<3 {
      course.ride(from: -150, to: 150, speed: 0.5)
      course.ride(from: 150, to: -150, speed: 0.5)
    }
    #expect(course.hindsight.moments.places.count == 900)
    #expect(course.hindsight.observations.places.count == 4096)
    #expect(course.hindsight.decisions.places.count == 64)
    let first = course.why(last: 86_400).first
    #expect(first?.hasSuffix("earlier fixes are no longer kept") == true, "\(first ?? "")")
  }

  static func ring(linger: Duration = .zero) -> Region {
    Region(
      id: "ring",
      shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!),
      linger: linger)
  }
}

/// A carrier on the way east or west through a ring of 50 m, one fix a second.
struct Course {
  private(set) var hindsight = Hindsight()
  private var monitor: RegionMonitor
  private var second = 0.0
  /// The seconds by which the receiver's clock is ahead.
  var ahead = 0.0

  init(_ regions: Region...) {
    self.init(regions)
  }

  init(_ regions: [Region]) {
    monitor = RegionMonitor(regions: regions.isEmpty ? [WhyAccountTests.ring()] : regions)
  }

  /// Rides from one distance east of the centre to another, in metres.
  mutating func ride(
    from: Double, to: Double, speed: Double, error: Double = 0,
    source: AccuracySource? = nil
  ) {
    let steps = Int((abs(to - from) / speed).rounded())
    for step in 0..<steps {
      let east = from + (to - from) * Double(step) / Double(steps)
      let fix = TrustedFix(
        time: time, instant: Instant(.seconds(second)),
        coordinate: Coordinate(latitude: 47, longitude: 15 + (east + error) / 76_057), sigma: 3,
        speed: speed, track: to > from ? 90 : 270, accuracySource: source)
      for case .event(let event) in monitor.receive(fix) {
        hindsight.decide(event, monitor.grounds(of: event.region))
      }
      hindsight.receive(fix, &monitor)
      second += 1
    }
  }

  /// Receives nothing for a number of seconds.
  mutating func wait(_ seconds: Double) {
    for case .event(let event) in monitor.deadlineReached(at: Instant(.seconds(second + seconds))) {
      hindsight.decide(event, monitor.grounds(of: event.region))
    }
    second += seconds
  }

  /// Receives fixes that are not trusted.
  mutating func reject(_ reason: Rejection, count: Int) {
    for _ in 0..<count {
      hindsight.reject(reason, time: time, at: Instant(.seconds(second)))
      second += 1
    }
  }

  /// The explanation of the ring, or of the region that is chosen without a name.
  func why(last seconds: Double = 900, zone: Zone = .utc) -> [String] {
    answer(last: seconds).lines.map(Voice.log.times(in: zone).say)
  }

  func answer(last seconds: Double = 900) -> WhyAccount {
    let since = Instant(.seconds(second - seconds))
    let region = WhyAccount.subject(of: hindsight, since: since) ?? "ring"
    return WhyAccount(
      hindsight, region: region, since: since, state: monitor.state(of: region) ?? .unknown,
      neighbour: monitor.neighbour(region),
      isGate: monitor.watching[region]?.isGate ?? false)
  }

  private var time: Timestamp {
    // 2026-06-03T09:00:00Z
    Timestamp(nanoseconds: 1_780_477_200_000_000_000 + Int64((second + ahead) * 1e9))
  }
}
