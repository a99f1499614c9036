import Testing

@testable import Geofence

struct DopplerTests {
  @Test func slowSpeedMeansStandingAfterACourse() {
    let feed = Feed()
    #expect(feed.velocity(speed: 0.4) == nil)
    #expect(feed.velocity(speed: 1, track: 90)?.east == 1)
    #expect(feed.velocity(speed: 0.4) == Offset(east: 0, north: 0))
    #expect(feed.velocity(speed: 0.6) == nil)
  }

  @Test func blankCourseWhileMovingIsNotTrusted() {
    // A boat at 2.7 m/s: for 39 s its receiver leaves the course blank and reports 0.3 m/s.
    let feed = Feed()
    for _ in 0..<20 { feed.velocity(speed: 2.7, track: 90, step: 2.7) }
    var believed = 0
    while feed.velocity(speed: 0.3, step: 2.7) != nil, believed < 39 { believed += 1 }
    #expect(believed < 8)
    for _ in believed..<39 { #expect(feed.velocity(speed: 0.3, step: 2.7) == nil) }
  }

  @Test func courseStaysTrustedThroughAnExcursion() {
    // The positions drift 40 m away within 7 s, stay there for 6 s, and come back.
    let feed = Feed()
    for _ in 0..<20 { feed.velocity(speed: 1, track: 90, step: 1) }
    for second in 0..<20 {
      let slide = second < 7 ? 5.7 : second < 13 ? 0 : -5.7
      #expect(feed.velocity(speed: 1, track: 90, step: 1 + slide) != nil)
    }
  }

  @Test func longContradictionEndsTrustInACourse() {
    let feed = Feed()
    for _ in 0..<20 { feed.velocity(speed: 3, track: 90, step: 3) }
    var believed = 0
    while feed.velocity(speed: 0.3, track: 90, step: 3) != nil, believed < 60 { believed += 1 }
    #expect(believed > 15 && believed < 30)
    // The trust returns once the positions have agreed for as long.
    for _ in 0..<90 { feed.velocity(speed: 3, track: 90, step: 3) }
    #expect(feed.velocity(speed: 3, track: 90, step: 3) != nil)
  }

  @Test func lowSpeedIsBelievedOnceFixesObey() {
    // A collar that is switched on and lies still has no course to show.
    let feed = Feed()
    for _ in 0..<59 { #expect(feed.velocity(speed: 0.1) == nil) }
    for _ in 0..<60 { #expect(feed.velocity(speed: 0.1) == Offset(east: 0, north: 0)) }
    // It is carried away, and its receiver does not notice.
    var believed = 0
    while feed.velocity(speed: 0.1, step: 1.4) != nil, believed < 60 { believed += 1 }
    #expect(believed < 19)
  }

  @Test func movingFixesDoNotObeyALowSpeed() {
    let feed = Feed()
    for _ in 0..<120 { #expect(feed.velocity(speed: 0.1, step: 1.4) == nil) }
  }

  @Test func gapDoesNotContradictAVelocity() {
    let feed = Feed()
    for _ in 0..<20 { feed.velocity(speed: 1, track: 90, step: 1) }
    #expect(feed.velocity(speed: 0.2, step: 400, passed: 60) != nil)
  }
}

/// A Doppler velocity that receives one fix a second.
private final class Feed {
  private var doppler = Doppler()
  private var instant = Instant(.zero)

  /// The velocity of the next fix, `step` metres farther east.
  @discardableResult
  func velocity(
    speed: Double?, track: Double? = nil, step: Double = 0, passed: Double = 1
  ) -> Offset? {
    instant = instant.advanced(by: .seconds(passed))
    let fix = TrustedFix(
      time: Timestamp(nanoseconds: 0), instant: instant,
      coordinate: Coordinate(latitude: 0, longitude: 0), speed: speed, track: track)
    return doppler.velocity(of: fix, after: Offset(east: step, north: 0), over: passed)
  }
}
