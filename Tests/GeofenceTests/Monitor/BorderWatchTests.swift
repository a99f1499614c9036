import Testing

@testable import Geofence

struct BorderWatchTests {
  // MARK: The first state

  @Test(arguments: [(12.1, RegionState.inside), (-12.1, .outside), (500, .inside)])
  func aClearDistanceTellsTheState(_ depth: Double, _ state: RegionState) {
    let feed = Feed(state: .unknown)
    #expect(!feed.take(depth))
    #expect(feed.watch.state == state)
  }

  @Test(arguments: [(0.0, 2.0, 12.0), (0, 10, 20), (18, 2, 18), (18, 10, 20)])
  func whatIsClearDependsOnCushionAndAccuracy(
    _ cushion: Double, _ sigma: Double, _ clear: Double
  ) {
    let feed = Feed(cushion: cushion, state: .unknown)
    #expect(!feed.take(-clear + 0.1, sigma: sigma))
    #expect(feed.watch.state == .unknown)
    #expect(!feed.take(-clear - 0.1, sigma: sigma))
    #expect(feed.watch.state == .outside)
  }

  @Test(arguments: [(3.0, RegionState.inside), (-3, .outside)])
  func afterThirtySecondsTheStateIsWhatItLooksLike(_ depth: Double, _ state: RegionState) {
    let feed = Feed(state: .unknown)
    for _ in 0..<30 {
      #expect(!feed.take(depth))
      #expect(feed.watch.state == .unknown)
    }
    #expect(!feed.take(depth))
    #expect(feed.watch.state == state)
  }

  @Test func theEvidenceForTheFirstStateIsNoneForTheNext() {
    let feed = Feed(state: .unknown)
    feed.take(-13)
    // Deep inside at once: 26 m of run, but only now is it past the border.
    #expect(feed.take(13))
    #expect(feed.watch.state == .inside)
  }

  // MARK: One run, or deep

  @Test func whoComesInOneRunMustBeFourMetresPastInTwoSeconds() {
    // At half a metre a second two seconds are one metre.
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -50, through: 30, by: 0.5)) == 3.5)
    #expect(feed.watch.state == .inside)
    #expect(feed.confirmed(stride(from: 30, through: -30, by: -0.5)) == -3.5)
    #expect(feed.watch.state == .outside)
  }

  @Test(arguments: [(0.25, 3.75), (1.0, 3.0), (1.25, 2.5), (5, 5), (10, 10)])
  func theFasterTheSoonerButNeverAtTheBorderItself(_ pace: Double, _ depth: Double) {
    #expect(Feed().confirmed(stride(from: -50, through: 30, by: pace)) == depth)
  }

  @Test func withoutDopplerTwoMetresMoreAreAsked() {
    let feed = Feed(velocityKnown: false)
    #expect(feed.confirmed(stride(from: -50, through: 30, by: 1)) == 5)
  }

  @Test func aSprintWithoutDopplerIsNotBelieved() {
    let feed = Feed(velocityKnown: false)
    #expect(feed.confirmed([-50, -50, -50, -35, -20, -5, 2.9]) == nil)
    #expect(feed.confirmed([3.1]) == 3.1)
  }

  @Test func aRunOfLessDoesNotCount() {
    let feed = Feed()
    // From 16 m outside, 20 m of run are reached 4 m inside.
    #expect(feed.confirmed(stride(from: -16, through: 30, by: 0.5)) == 4)
  }

  @Test func turningBackThreeMetresEndsARun() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -30, through: 1, by: 0.5)) == nil)
    #expect(feed.confirmed([-2.5]) == nil)
    // Deep is twelve metres in four seconds.
    #expect(feed.confirmed(stride(from: -2, through: 30, by: 0.5)) == 10)
  }

  @Test func turningBackLessDoesNotEndARun() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -30, through: 1, by: 0.5)) == nil)
    #expect(feed.confirmed([-2]) == nil)
    #expect(feed.confirmed(stride(from: -1.5, through: 30, by: 0.5)) == 3.5)
  }

  @Test func whoStopsAtTheBorderMustComeFurther() {
    let feed = Feed()
    feed.confirmed(stride(from: -30, through: 1, by: 1))
    for _ in 0..<60 { #expect(!feed.take(1)) }
    #expect(feed.confirmed(stride(from: 1, through: 12, by: 0.05)).map { $0 > 3.85 } == true)
  }

  @Test func whoCreepsInMustComeDeep() {
    let feed = Feed()
    var depths: [Double] = []
    // Five metres in at half a metre a second, and back by more than a run allows.
    for start in stride(from: -10.0, through: 20, by: 1.5) {
      depths += stride(from: start, to: start + 5, by: 0.5)
      depths += stride(from: start + 5, to: start + 1.5, by: -0.5)
    }
    let depth = feed.confirmed(depths) ?? 0
    // Less than ten, because a part of the time it was clearly inside.
    #expect(depth >= 8 && depth <= 10)
  }

  @Test(arguments: [(2.0, 6.5), (1, 4.5)])
  func whoStaysClearlyInsideIsBelievedAfterAWhile(_ sigma: Double, _ depth: Double) {
    let feed = Feed()
    feed.confirmed(stride(from: -10, through: depth, by: 0.25))
    var seconds = 0
    while !feed.take(depth, sigma: sigma), seconds < 300 { seconds += 1 }
    #expect(seconds > 80 && seconds < 120)
  }

  @Test func whatMayBeErrorIsNeverBelieved() {
    let feed = Feed()
    feed.confirmed(stride(from: -10, through: 5.5, by: 0.25))
    for _ in 0..<600 { #expect(!feed.take(5.5, sigma: 2)) }
  }

  @Test func theFixItselfMustAgree() {
    let feed = Feed()
    feed.take(-50)
    for depth in [10.0, 30, 50] { #expect(!feed.take(depth, raw: 1.4)) }
    #expect(feed.take(60, raw: 1.6))
  }

  @Test func theFixAloneIsNotEnough() {
    let feed = Feed()
    feed.take(-50)
    #expect(!feed.take(1.4, raw: 40))
    #expect(feed.take(1.6, raw: 40))
  }

  @Test(arguments: [(1.0, 3.5), (5.0, 5.5), (11, 11.5), (30, 30.5)])
  func aCushionRaisesWhatMustBePassed(_ cushion: Double, _ depth: Double) {
    let feed = Feed(cushion: cushion)
    #expect(feed.confirmed(stride(from: -50, through: 60, by: 0.5)) == depth)
    #expect(feed.confirmed(stride(from: 60, through: -60, by: -0.5)) == -depth)
  }

  @Test func aCushionOfThirtyMetresHoldsForTheDeepOnesToo() {
    let feed = Feed(cushion: 30)
    feed.take(-1)
    #expect(!feed.take(30))
    #expect(feed.take(30.1))
  }

  @Test func ofASmallShapeLessIsAskedForAnEntryOnly() {
    // 0.6 times 5 m is deep, 0.3 times 5 m the least.
    let feed = Feed(inradius: 5)
    #expect(feed.confirmed([-1, 0, 1, 2, 3, 3.1]) == 3.1)
    #expect(feed.confirmed(stride(from: 3, through: -10, by: -0.25)) == nil)
    #expect(feed.confirmed(stride(from: -10, through: -20, by: -0.25)) == -10.5)
    let run = Feed(inradius: 5)
    #expect(run.confirmed([-30, 1.5, 1.6]) == 1.6)
    #expect(run.confirmed([5, -2, -14, -15.1]) == -14)
  }

  @Test func aCushionCannotKeepASmallShapeFromBeingEntered() {
    let feed = Feed(cushion: 50, inradius: 10)
    #expect(feed.confirmed([-1, 3, 5.9, 6.1]) == 6.1)
    #expect(feed.confirmed([5, -30, -50, -50.1]) == -50.1)
  }

  // MARK: Linger

  @Test func aCrossingIsConfirmedByItsDeadline() throws {
    let feed = Feed(linger: .seconds(10))
    feed.take(-50)
    #expect(feed.watch.deadline == nil)
    #expect(!feed.take(5))
    let deadline = try #require(feed.watch.deadline)
    #expect(deadline == Instant(.seconds(11)))
    #expect(!feed.deadlineReached(at: deadline.advanced(by: .nanoseconds(-1))))
    #expect(feed.watch.state == .outside)
    #expect(feed.deadlineReached(at: deadline))
    #expect(feed.watch.state == .inside)
    #expect(feed.watch.deadline == nil)
    #expect(!feed.deadlineReached(at: deadline.advanced(by: .seconds(60))))
  }

  @Test func aCrossingIsConfirmedByAFix() {
    let feed = Feed(linger: .seconds(10))
    feed.take(-50)
    for _ in 0..<10 { #expect(!feed.take(5)) }
    #expect(feed.take(5))
  }

  @Test func goingBackEndsTheWait() {
    let feed = Feed(linger: .seconds(10))
    feed.take(-50)
    for _ in 0..<8 { #expect(!feed.take(20)) }
    #expect(!feed.take(1))
    #expect(feed.watch.deadline == nil)
    for _ in 0..<10 { #expect(!feed.take(20)) }
    #expect(feed.take(20))
  }

  @Test func theWaitGoesOnForWhoStopsJustInside() {
    let feed = Feed(linger: .seconds(10))
    feed.take(-50)
    feed.take(5)
    feed.take(20)
    // The run has ended, and it is not deep any more; but it has not gone back.
    for depth in [15.0, 8, 4, 2, 2, 2, 2, 2] {
      #expect(!feed.take(depth))
      #expect(feed.watch.deadline == Instant(.seconds(11)))
    }
    #expect(feed.take(2))
  }

  @Test func afterAnEventTheWayBackNeedsEvidenceOfItsOwn() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -50, through: 3, by: 1)) == 3)
    #expect(feed.confirmed(stride(from: 3, through: -9.75, by: -0.25)) == nil)
    #expect(feed.confirmed(stride(from: -10, through: -20, by: -0.25)) == -10.5)
  }

  @Test func theWayBackBeginsWhereTheEventWas() {
    let feed = Feed()
    #expect(feed.confirmed([-50, 13]) == 13)
    #expect(feed.take(-8))
    let other = Feed()
    #expect(other.confirmed([-50, 11]) == 11)
    #expect(!other.take(-8))
  }

  // MARK: When it passed

  @Test func theTimeOfThePassageIsBetweenTwoFixes() {
    let feed = Feed()
    feed.take(-50)
    feed.take(-4)
    feed.take(1)
    #expect(feed.watch.passage?.instant == Feed.instant(1.8))
    #expect(feed.take(40))
    #expect(feed.watch.passage?.instant == Feed.instant(1.8))
  }

  @Test func onlyTheLastPassageCounts() {
    let feed = Feed()
    feed.confirmed([-50, 1, -1])
    #expect(feed.watch.passage == nil)
    #expect(feed.take(31))
    #expect(feed.watch.passage?.instant == Feed.instant(2.03125))
  }

  @Test func theWayBackHasItsOwnPassage() {
    let feed = Feed()
    feed.confirmed([-50, 50])
    #expect(feed.take(-30))
    #expect(feed.watch.passage?.instant == Feed.instant(1.625))
  }

  @Test func whatWasNotSeenHasNoTime() {
    let feed = Feed()
    feed.take(-50)
    feed.second += 40
    #expect(feed.take(50, unseen: .seconds(41)))
    #expect(feed.watch.passage?.unseen == .seconds(41))
  }

  @Test func whatHappenedBeforeTheFirstFixHasNoTime() {
    for unseen in [nil, Duration.seconds(300)] {
      let feed = Feed(state: .inside)
      #expect(feed.take(-13, unseen: unseen))
      #expect(feed.watch.state == .outside)
      #expect(feed.watch.passage?.unseen == unseen)
    }
  }

  @Test func aPassageThatWasSeenKeepsItsTimeThroughAGap() {
    let feed = Feed(linger: .seconds(10))
    feed.confirmed([-50, 50])
    feed.second += 40
    #expect(feed.take(60, unseen: .seconds(41)))
    #expect(feed.watch.passage?.instant == Feed.instant(0.5))
  }
}

/// A watch that is fed one depth a second.
private final class Feed {
  private(set) var watch: BorderWatch
  var second = 0.0
  private let velocityKnown: Bool

  init(
    cushion: Double = 0, linger: Duration = .zero, inradius: Double = 100,
    state: RegionState = .outside, velocityKnown: Bool = true
  ) {
    self.velocityKnown = velocityKnown
    watch = BorderWatch(cushion: cushion, linger: linger, inradius: inradius, state: state)
  }

  static func instant(_ seconds: Double) -> Instant {
    Instant(.seconds(seconds))
  }

  /// Takes a depth in, that of the fix itself being the same unless it is given.
  @discardableResult
  func take(
    _ depth: Double, raw: Double? = nil, sigma: Double = 2, unseen: Duration? = nil
  ) -> Bool {
    defer { second += 1 }
    return watch.receive(
      BorderWatch.Look(
        depth: depth, rawDepth: raw ?? depth, sigma: sigma, velocityKnown: velocityKnown,
        instant: Self.instant(second), unseen: unseen))
  }

  func deadlineReached(at instant: Instant) -> Bool {
    watch.deadlineReached(at: instant)
  }

  /// Takes depths in until one of them changes the state, and returns that one.
  @discardableResult
  func confirmed(_ depths: some Sequence<Double>) -> Double? {
    for depth in depths where take(depth) { return depth }
    return nil
  }
}
