import Testing

@testable import Geofence

struct GapTrustTests {
  @Test func fixesInARowAreBelieved() {
    let feed = Feed()
    for _ in 0..<100 { #expect(feed.receive()) }
  }

  @Test func gapDelaysTrustByTwoSeconds() {
    let feed = Feed()
    for _ in 0..<10 { feed.receive() }
    #expect(!feed.receive(passed: 20))
    #expect(!feed.receive())
    #expect(feed.receive())
  }

  @Test func aSlowReceiverHasNoGaps() {
    let feed = Feed()
    // The first intervals count as gaps until they are the usual length.
    for _ in 0..<20 { feed.receive(passed: 5) }
    for _ in 0..<20 { #expect(feed.receive(passed: 5)) }
    #expect(!feed.receive(passed: 30))
  }

  @Test func slowReceiverDecidesAtItsThirdFix() {
    let feed = Feed()
    // The interval is known after two steps.
    feed.receive(passed: 60)
    #expect(feed.receive(passed: 60, interval: 60))
    for _ in 0..<20 { #expect(feed.receive(passed: 60, interval: 60)) }
  }

  @Test func slowFixesOnALineAreBelieved() {
    let feed = Feed()
    for _ in 0..<100 { feed.receive(passed: 10, speed: 0, hasSpeed: nil, interval: 10) }
    // It was parked and is driven off: at 1.5 m/s, four times that and 10 s are 60 m.
    #expect(
      !feed.receive(passed: 10, leap: 150, speed: 15, hasSpeed: nil, interval: 10, miss: 150))
    for _ in 0..<10 {
      #expect(feed.receive(passed: 10, leap: 150, speed: 15, hasSpeed: nil, interval: 10))
    }
  }

  @Test func slowFixBeginsNoSecondWaitAlone() {
    let feed = Feed()
    for _ in 0..<10 { feed.receive(passed: 60, hasSpeed: nil, interval: 60) }
    #expect(!feed.receive(passed: 60, leap: 900, hasSpeed: nil, interval: 60, miss: 900))
    // The wait of 25 s was over before this fix, which turns off.
    #expect(feed.receive(passed: 60, leap: 900, hasSpeed: nil, interval: 60, miss: 900))
    #expect(!feed.receive(passed: 60, leap: 900, hasSpeed: nil, interval: 60, miss: 900))
  }

  @Test func quickReceiverWaitsAsBefore() {
    let feed = Feed()
    for _ in 0..<60 { feed.receive(interval: 1) }
    // Fixes that agree after a leap are no proof: a real receiver was 1.5 km off for 20 s.
    #expect(!feed.receive(passed: 20, leap: 1500, interval: 1, miss: 1500))
    for _ in 0..<24 { #expect(!feed.receive(interval: 1)) }
    #expect(feed.receive(interval: 1))
  }

  @Test func impossibleDistanceInAGapIsDoubted() {
    let feed = Feed()
    for _ in 0..<10 { feed.receive() }
    // At 1.5 m/s, four times that and 20 s are 120 m.
    feed.receive(passed: 20, leap: 100)
    for _ in 0..<2 { feed.receive() }
    #expect(feed.receive())
    feed.receive(passed: 20, leap: 160)
    for _ in 0..<24 { #expect(!feed.receive()) }
    #expect(feed.receive())
  }

  @Test func standBeforeAGapLimitsTheDistance() {
    let feed = Feed()
    for _ in 0..<10 { feed.receive(hasSpeed: nil, stood: 0.95) }
    // Half a metre for each of 20 s and three deviations of 3 m are 19 m.
    feed.receive(passed: 20, leap: 18, hasSpeed: nil, stood: 0.95)
    for _ in 0..<2 { feed.receive(hasSpeed: nil, stood: 0.5) }
    #expect(feed.receive(hasSpeed: nil, stood: 0.5))
    for _ in 0..<10 { feed.receive(hasSpeed: nil, stood: 0.95) }
    feed.receive(passed: 20, leap: 26, hasSpeed: nil, stood: 0.95)
    // Sliding fixes are not motion.
    for _ in 0..<24 { #expect(!feed.receive(hasSpeed: nil, stood: 0.1)) }
    #expect(feed.receive(hasSpeed: nil, stood: 0.1))
  }

  @Test func velocityShowsMotionInAGap() {
    let feed = Feed()
    for _ in 0..<10 { feed.receive(stood: 0.95) }
    feed.receive(passed: 20, leap: 26, stood: 0.95)
    for _ in 0..<10 { #expect(!feed.receive(stood: 0.5)) }
    #expect(feed.receive(stood: 0.1))
  }

  @Test func carMayGoFartherInAGap() {
    let feed = Feed()
    for _ in 0..<120 { feed.receive(speed: 15) }
    feed.receive(passed: 20, leap: 300, speed: 15)
    for _ in 0..<2 { feed.receive(speed: 15) }
    #expect(feed.receive(speed: 15))
  }

  @Test func velocityShowsTheDistanceOfAGap() {
    let feed = Feed()
    for _ in 0..<30 { feed.receive(speed: 0, stood: 0.95) }
    // 80 m in 8 s, at a measured 10 m/s.
    #expect(!feed.receive(passed: 8, leap: 80, speed: 10, stood: 0.95))
    #expect(!feed.receive(speed: 10, stood: 0.5))
    #expect(feed.receive(speed: 10, stood: 0.1))
  }

  @Test func leapSoonAfterAGapDelaysTrust() {
    let feed = Feed()
    for _ in 0..<10 { feed.receive() }
    feed.receive(passed: 20)
    for _ in 0..<5 { feed.receive() }
    #expect(!feed.receive(leap: 30))
    #expect(!feed.receive())
    #expect(feed.receive())
    // A minute later a leap is only one wild fix.
    for _ in 0..<60 { feed.receive() }
    #expect(feed.receive(leap: 30))
  }

  @Test func missingVelocitiesDelayTrust() {
    let feed = Feed()
    for _ in 0..<60 { feed.receive() }
    for _ in 0..<3 { #expect(feed.receive(hasSpeed: false)) }
    for _ in 0..<20 { feed.receive(hasSpeed: false) }
    #expect(!feed.receive(hasSpeed: false))
    for _ in 0..<30 { feed.receive() }
    #expect(feed.receive())
  }

  @Test func receiverWithoutVelocitiesIsTrusted() {
    let feed = Feed()
    for _ in 0..<60 { #expect(feed.receive(hasSpeed: nil)) }
  }

  @Test func lastingNewTopSpeedIsTrusted() {
    let feed = Feed()
    for _ in 0..<120 { feed.receive(speed: 1.5, hasSpeed: nil) }
    #expect(!feed.receive(speed: 4, hasSpeed: nil))
    var waited = 0
    while !feed.receive(speed: 4, hasSpeed: nil), waited < 60 { waited += 1 }
    #expect(waited > 15 && waited < 25)
    for _ in 0..<10 { #expect(feed.receive(speed: 4, hasSpeed: nil)) }
  }

  @Test func measuredNewTopSpeedIsTrustedAtOnce() {
    let feed = Feed()
    for _ in 0..<120 { feed.receive(speed: 1.5) }
    for _ in 0..<10 { #expect(feed.receive(speed: 6)) }
  }

  @Test func surgeWithMissingVelocitiesIsDoubted() {
    let feed = Feed()
    for _ in 0..<120 { feed.receive(speed: 1.5) }
    for _ in 0..<3 { feed.receive(speed: 1.5, hasSpeed: false) }
    #expect(!feed.receive(speed: 4))
  }

  @Test func theFirstMinuteHasNoTopSpeed() {
    let feed = Feed()
    for _ in 0..<20 { #expect(feed.receive(speed: 1)) }
    #expect(feed.receive(speed: 12))
  }

  @Test func parkedCarKeepsItsTopSpeed() {
    let feed = Feed()
    for _ in 0..<120 { feed.receive(speed: 14) }
    for _ in 0..<3600 { feed.receive(speed: 0) }
    #expect(feed.receive(speed: 12))
  }
}

/// A trust that receives one fix a second.
private final class Feed {
  private var trust = GapTrust()
  private var instant = Instant(.zero)

  /// Receives a fix, and returns whether it is trusted.
  @discardableResult
  func receive(
    passed: Double = 1, leap: Double = 0, speed: Double = 1, hasSpeed: Bool? = true,
    stood: Double = 0.05, interval: Double? = nil, miss: Double = 0
  ) -> Bool {
    instant = instant.advanced(by: .seconds(passed))
    trust.receive(
      GapTrust.Sign(
        instant: instant, passed: passed, leap: leap, miss: miss, own: 0.7, shared: 3,
        speed: speed, hasSpeed: hasSpeed, stood: stood, interval: interval))
    trust.note(pace: speed, over: passed)
    return trust.trusts(instant)
  }
}
