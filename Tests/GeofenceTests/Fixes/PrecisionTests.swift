#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Testing

@testable import Geofence

/// Fixes of 5 Hz from a receiver that claims 2 cm.
struct PrecisionTests {
  // MARK: Proof

  @Test func fixesThatStayLowerTheError() {
    let feed = Feed()
    feed.stand(60)
    #expect(feed.scale < 0.06)
  }

  @Test func nothingIsLoweredForTwentySeconds() {
    let feed = Feed()
    feed.stand(19)
    #expect(feed.scale == 1)
  }

  @Test(arguments: [0.7, 3, 20])
  func usualClaimsLowerNothing(_ claim: Double) {
    let feed = Feed(claim: claim)
    feed.stand(600)
    #expect(feed.scale == 1)
  }

  @Test func dilutionOfPrecisionLowersNothing() {
    let feed = Feed(claim: 0.3, source: .hdop)
    feed.stand(600)
    #expect(feed.scale == 1)
  }

  @Test func fixedSolutionNeedsNoClaim() {
    let feed = Feed(claim: 2.7, source: .hdop, solution: .fixed)
    feed.stand(60)
    #expect(feed.scale < 0.06)
  }

  @Test func floatingSolutionIsDecimetres() {
    let feed = Feed(claim: 2.7, source: .hdop, solution: .floating)
    feed.stand(600)
    #expect(feed.scale > 0.1 && feed.scale < 0.2)
  }

  @Test func aMinuteLowersTheErrorOfAFloat() {
    // An error of a quarter of an hour changes by 0.37 of itself in a minute.
    let feed = Feed(claim: 0.35)
    feed.stand(60)
    #expect(feed.scale > 0.3 && feed.scale < 0.35)
  }

  @Test(arguments: [true, false])
  func motionKeepsThePrecision(_ hasSpeed: Bool) {
    let feed = Feed(hasSpeed: hasSpeed)
    feed.stand(60)
    feed.go(90, speed: 0.5)
    #expect(feed.scale < 0.1)
  }

  // MARK: Refutation

  @Test(arguments: [true, false])
  func leapRaisesTheErrorAtOnce(_ hasSpeed: Bool) {
    let feed = Feed(hasSpeed: hasSpeed)
    feed.stand(120)
    feed.leap(3)
    #expect(feed.scale == 1)
    feed.stand(30)
    #expect(feed.scale == 1)
    feed.stand(90)
    #expect(feed.scale < 1)
  }

  @Test func slidingErrorRaisesTheError() {
    let feed = Feed()
    feed.stand(120)
    // 5 cm in a second, which the velocity does not show.
    feed.slide(10, speed: 0.05)
    #expect(feed.scale == 1)
  }

  @Test func scatterRaisesTheError() {
    let feed = Feed()
    feed.stand(120)
    feed.scatter(20, by: 1)
    #expect(feed.scale == 1)
  }

  @Test func gapRaisesTheError() {
    let feed = Feed()
    feed.stand(120)
    feed.wait(10)
    feed.stand(1)
    #expect(feed.scale == 1)
  }

  @Test func worseClaimRaisesTheErrorAtOnce() {
    let feed = Feed()
    feed.stand(120)
    feed.claim = 2
    feed.stand(1)
    #expect(feed.scale == 1)
  }

  // MARK: False claims

  /// The false events of a receiver off by 3 m that paces 5 m inside and more, for each claim.
  @Test(arguments: [1.0, 3, 10, 30, 100, 300, 1000, 3600], [true, false])
  func falseClaimIsAsQuietAsNone(_ life: Double, _ hasSpeed: Bool) {
    let claims: [(Double, Fix.Solution?)] = [(3, nil), (0.02, nil), (0.02, .fixed)]
    let counts = claims.map { claim, solution in
      let feed = Feed(claim: claim, solution: solution, hasSpeed: hasSpeed, rate: 2)
      feed.error = Feed.Lasting(deviation: 3, life: life)
      feed.place.east = -25
      feed.stand(300)
      for _ in 0..<10 {
        feed.go(20, speed: 1)
        feed.go(20, speed: -1)
      }
      feed.stand(300)
      return feed.events.count
    }
    #expect(counts[1] <= counts[0] && counts[2] <= counts[0], "\(counts)")
  }

  // MARK: Crossings

  @Test(arguments: [true, false])
  func preciseExitOfThreeMetresIsReported(_ hasSpeed: Bool) throws {
    let feed = Feed(hasSpeed: hasSpeed)
    feed.place.east = -1
    feed.stand(300)
    feed.go(8, speed: 0.5)
    #expect(feed.events.map(\.kind) == [.exit])
    // After 2 s it is at the border.
    let time = try #require(feed.events.first?.time)
    #expect(time <= Walk.time(304))
  }

  @Test(arguments: [true, false])
  func onlyVisitsBeyondTheBorderAreReported(_ isVisit: Bool) {
    let feed = Feed()
    feed.place.east = -10
    feed.stand(60)
    for _ in 0..<5 {
      // To 1 m past the border, or to 1 m before it.
      feed.go(isVisit ? 11 : 9, speed: 1)
      feed.stand(2)
      feed.go(isVisit ? 11 : 9, speed: -1)
    }
    #expect(feed.events.map(\.kind) == (isVisit ? (0..<5).flatMap { _ in [.exit, .enter] } : []))
  }
}

/// A monitor of a large circle, whose border is at the place 0, and a receiver east and west of it.
private final class Feed {
  /// An error that fixes share.
  struct Lasting {
    let deviation: Double
    let life: Double
    var now: (east: Double, north: Double)?
  }

  var place = (east: -500.0, north: 0.0)
  var claim: Double
  var error: Lasting?
  private(set) var events: [Event] = []

  private let source: AccuracySource
  private let solution: Fix.Solution?
  private let hasSpeed: Bool
  private let rate: Double
  private var monitor: RegionMonitor
  private var generator = SeededGenerator(seed: 7)
  private var seconds = 0.0
  private var isFirst = true

  private static let radius = 2000.0

  init(
    claim: Double = 0.02, source: AccuracySource = .receiver, solution: Fix.Solution? = nil,
    hasSpeed: Bool = true, rate: Double = 5
  ) {
    (self.claim, self.source, self.solution) = (claim, source, solution)
    (self.hasSpeed, self.rate) = (hasSpeed, rate)
    monitor = RegionMonitor(regions: [
      Region(id: "circle", shape: .circle(Circle(center: Walk.home, radius: Self.radius)!))
    ])
  }

  var scale: Double { monitor.position?.scale ?? 1 }

  func stand(_ seconds: Double) { go(seconds, speed: 0) }

  func go(_ seconds: Double, speed: Double) {
    for _ in 0..<Int(seconds * rate) {
      place.east += speed / rate
      receive(speed)
    }
  }

  func slide(_ seconds: Double, speed: Double) {
    for _ in 0..<Int(seconds * rate) {
      place.east += speed / rate
      receive(0)
    }
  }

  func scatter(_ seconds: Double, by metres: Double) {
    for _ in 0..<Int(seconds * rate) { receive(0, off: random() * metres) }
  }

  func leap(_ metres: Double) {
    place.east += metres
    receive(0)
  }

  func wait(_ seconds: Double) { self.seconds += seconds }

  private func receive(_ speed: Double, off: Double = 0) {
    seconds += 1 / rate
    var shared = (east: 0.0, north: 0.0)
    if var error {
      let stays = exp(-1 / rate / error.life)
      let renewed = error.deviation * (1 - stays * stays).squareRoot()
      let last = error.now ?? (error.deviation * random(), error.deviation * random())
      shared = (last.east * stays + renewed * random(), last.north * stays + renewed * random())
      error.now = shared
      self.error = error
    }
    let noise = 0.01
    let coordinate = Walk.home.offset(
      east: Self.radius + place.east + shared.east + off + noise * random(),
      north: place.north + shared.north + noise * random())
    // Velocities are believed once a course was seen with one.
    let measured = hasSpeed ? (isFirst ? 1 : speed) + 0.02 * random() : nil
    isFirst = false
    let fix = TrustedFix(
      time: Walk.time(seconds), instant: Walk.instant(seconds), coordinate: coordinate,
      sigma: claim, speed: measured.map(abs), track: measured.map { $0 > 0 ? 90 : 270 },
      accuracySource: source, solution: solution)
    events += monitor.receive(fix).events
  }

  /// A normal error of deviation 1.
  private func random() -> Double {
    let radius = (-2 * log(Double.random(in: 1e-12...1, using: &generator))).squareRoot()
    return radius * cos(Double.random(in: 0...2 * .pi, using: &generator))
  }
}
