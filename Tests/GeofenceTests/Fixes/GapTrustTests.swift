import Testing

@testable import Geofence

struct GapTrustTests {
  @Test func fixesInARowAreBelieved() {
    let feed = Feed()
    for _ in 0..<100 { #expect(feed.take()) }
  }

  @Test func afterAGapItWaitsTwoSeconds() {
    let feed = Feed()
    for _ in 0..<10 { feed.take() }
    #expect(!feed.take(passed: 20))
    #expect(!feed.take())
    #expect(feed.take())
  }

  @Test func aSlowReceiverHasNoGaps() {
    let feed = Feed()
    // The first intervals look like gaps until they are the usual ones.
    for _ in 0..<20 { feed.take(passed: 5) }
    for _ in 0..<20 { #expect(feed.take(passed: 5)) }
    #expect(!feed.take(passed: 30))
  }

  @Test func nobodyComesSoFarInAGap() {
    let feed = Feed()
    for _ in 0..<10 { feed.take() }
    // At 1.5 m/s, four times that and 20 s are 120 m.
    feed.take(passed: 20, leap: 100)
    for _ in 0..<2 { feed.take() }
    #expect(feed.take())
    feed.take(passed: 20, leap: 160)
    for _ in 0..<24 { #expect(!feed.take()) }
    #expect(feed.take())
  }

  @Test func aCarComesFartherInAGap() {
    let feed = Feed()
    for _ in 0..<120 { feed.take(speed: 15) }
    feed.take(passed: 20, leap: 300, speed: 15)
    for _ in 0..<2 { feed.take(speed: 15) }
    #expect(feed.take(speed: 15))
  }

  @Test func aReceiverThatStillLeapsIsNotBelieved() {
    let feed = Feed()
    for _ in 0..<10 { feed.take() }
    feed.take(passed: 20)
    for _ in 0..<5 { feed.take() }
    #expect(!feed.take(leap: 30))
    #expect(!feed.take())
    #expect(feed.take())
    // A minute later a leap is only a wild fix.
    for _ in 0..<60 { feed.take() }
    #expect(feed.take(leap: 30))
  }

  @Test func velocitiesThatGoMissingAreABadSign() {
    let feed = Feed()
    for _ in 0..<60 { feed.take() }
    for _ in 0..<3 { #expect(feed.take(hasSpeed: false)) }
    for _ in 0..<20 { feed.take(hasSpeed: false) }
    #expect(!feed.take(hasSpeed: false))
    for _ in 0..<30 { feed.take() }
    #expect(feed.take())
  }

  @Test func aReceiverThatNeverHasVelocitiesIsBelieved() {
    let feed = Feed()
    for _ in 0..<60 { #expect(feed.take(hasSpeed: nil)) }
  }

  @Test func fasterThanEverIsBelievedOnceItLasts() {
    let feed = Feed()
    for _ in 0..<120 { feed.take(speed: 1.5) }
    #expect(!feed.take(speed: 4))
    var waited = 0
    while !feed.take(speed: 4), waited < 60 { waited += 1 }
    #expect(waited > 15 && waited < 25)
    for _ in 0..<10 { #expect(feed.take(speed: 4)) }
  }

  @Test func theFirstMinuteHasNoTopSpeed() {
    let feed = Feed()
    for _ in 0..<20 { #expect(feed.take(speed: 1)) }
    #expect(feed.take(speed: 12))
  }

  @Test func aCarThatParksKeepsItsTopSpeed() {
    let feed = Feed()
    for _ in 0..<120 { feed.take(speed: 14) }
    for _ in 0..<3600 { feed.take(speed: 0) }
    #expect(feed.take(speed: 12))
  }
}

/// A trust that is fed one fix a second.
private final class Feed {
  private var trust = GapTrust()
  private var instant = Instant(.zero)

  /// Takes in a fix, and returns whether it is believed.
  @discardableResult
  func take(
    passed: Double = 1, leap: Double = 0, speed: Double = 1, hasSpeed: Bool? = true
  ) -> Bool {
    instant = instant.advanced(by: .seconds(passed))
    trust.receive(
      GapTrust.Sign(
        instant: instant, passed: passed, leap: leap, own: 0.7, shared: 3, speed: speed,
        hasSpeed: hasSpeed))
    trust.note(pace: speed, over: passed)
    return trust.trusts(instant)
  }
}
