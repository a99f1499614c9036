import Testing

@testable import Geofence

struct AccuracyCheckTests {
  @Test func standWithinItsClaimIsNotDoubtful() {
    let feed = Feed(claim: 3)
    for _ in 0..<3600 { #expect(feed.stand(wander: 3) == nil) }
  }

  @Test func standBeyondItsClaimIsDoubtful() throws {
    let feed = Feed(claim: 1)
    var seconds = 0
    while feed.stand(wander: 6) == nil, seconds < 3600 { seconds += 1 }
    #expect(seconds >= 590 && seconds <= 610)
    let doubt = try #require(feed.stand(wander: 6))
    #expect(doubt.isOptimistic)
    #expect(abs(doubt.claimed - 1) < 1e-9)
    #expect(doubt.observed > 5 && doubt.observed < 7)
  }

  @Test func pessimisticClaimBecomesDoubtfulLater() throws {
    let feed = Feed(claim: 12)
    var seconds = 0
    while feed.stand(wander: 1) == nil, seconds < 3600 { seconds += 1 }
    #expect(seconds >= 1790 && seconds <= 1810)
    #expect(feed.stand(wander: 1)?.isOptimistic == false)
  }

  @Test func walkDoesNotEndAStandsDoubt() {
    let feed = Feed(claim: 1)
    for _ in 0..<700 { feed.stand(wander: 6) }
    for _ in 0..<60 { #expect(feed.walk(own: 0.7)?.isOptimistic == true) }
    // The next long stand ends it.
    var isDoubtful = true
    for _ in 0..<700 { isDoubtful = feed.stand(wander: 0.8) != nil }
    #expect(!isDoubtful)
  }

  @Test func scatterBeyondTheClaimIsDoubtful() {
    let feed = Feed(claim: 2)
    for _ in 0..<290 { #expect(feed.walk(own: 8) == nil) }
    for _ in 0..<20 { feed.walk(own: 8) }
    #expect(feed.walk(own: 8)?.isOptimistic == true)
    for _ in 0..<900 { feed.walk(own: 0.7) }
    #expect(feed.walk(own: 0.7) == nil)
  }

  @Test func oneMinuteOfScatterIsNotDoubtful() {
    let feed = Feed(claim: 2)
    for _ in 0..<60 { #expect(feed.walk(own: 8) == nil) }
    for _ in 0..<600 { #expect(feed.walk(own: 0.7) == nil) }
  }

  @Test func withoutAClaimNothingIsDoubtful() {
    let feed = Feed(claim: 1, source: .nothing)
    for _ in 0..<1000 { #expect(feed.stand(wander: 6) == nil) }
  }
}

/// A check that receives one fix a second.
private final class Feed {
  private var check = AccuracyCheck()
  private var second = 0.0
  private var place = 0.0
  private let claim: Double
  private let source: AccuracySource

  init(claim: Double, source: AccuracySource = .receiver) {
    (self.claim, self.source) = (claim, source)
  }

  /// Stands while the fixes wander to and fro, with this standard deviation each minute.
  @discardableResult
  func stand(wander: Double) -> AccuracyCheck.Doubt? {
    // A triangle from -a to a has a deviation of a / √3; only one of two axes has it.
    let phase = second.truncatingRemainder(dividingBy: 60) / 60
    let now = (abs(4 * phase - 2) - 1) * wander * 6.0.squareRoot()
    defer { place = now }
    return add(now - place, own: 0.5, stands: 0.95)
  }

  /// Walks with fixes whose own errors have this standard deviation.
  @discardableResult
  func walk(own: Double) -> AccuracyCheck.Doubt? { add(1.4, own: own * own, stands: 0.05) }

  private func add(_ east: Double, own: Double, stands: Double) -> AccuracyCheck.Doubt? {
    second += 1
    let fix = TrustedFix(
      time: Timestamp(nanoseconds: 0), instant: Instant(.seconds(second)),
      coordinate: Coordinate(latitude: 47, longitude: 15), sigma: claim, accuracySource: source)
    check.add(
      fix,
      after: AccuracyCheck.Step(
        way: Offset(east: east, north: 0), passed: 1, own: own, stands: stands))
    return check.doubt
  }
}
