import Testing

@testable import Geofence

/// Positions are never believed to be better than 3.7 m: after a straight run 1.6 m past the border
/// are needed, 4.7 m of a carrier that stops, and 11.8 m without a run.
struct BorderWatchTests {
  // MARK: The first state

  @Test(arguments: [(5.6, RegionState.inside), (-5.6, .outside), (500, .inside)])
  func aClearDistanceMakesTheState(_ depth: Double, _ state: RegionState) {
    let feed = Feed(state: .unknown)
    #expect(!feed.take(depth))
    #expect(feed.watch.state == state)
  }

  @Test(arguments: [(0.0, 2.0, 5.55), (0, 10, 15), (18, 2, 18), (18, 10, 18)])
  func whatIsClearDependsOnCushionAndAccuracy(
    _ cushion: Double, _ sigma: Double, _ clear: Double
  ) {
    let feed = Feed(cushion: cushion, state: .unknown)
    #expect(!feed.take(-clear + 0.1, sigma: sigma))
    #expect(feed.watch.state == .unknown)
    #expect(!feed.take(-clear - 0.1, sigma: sigma))
    #expect(feed.watch.state == .outside)
  }

  @Test func theMiddleOfASmallShapeIsInside() {
    let feed = Feed(inradius: 5, state: .unknown)
    #expect(!feed.take(3.1))
    #expect(feed.watch.state == .inside)
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

  // MARK: A first side that is a guess

  @Test func aWrongGuessIsCorrectedSilently() {
    // It stands 12 m inside, and the first fixes were 18 m off.
    let feed = Feed(state: .unknown)
    feed.take(-6)
    #expect(feed.watch.state == .outside)
    var corrected: Int?
    for second in 0..<60 where corrected == nil {
      #expect(!feed.take(12, advance: 0, stands: 0.95))
      if feed.outcome == .corrected { corrected = second }
    }
    // Half a minute clearly past it: not the two of a side that was certain.
    #expect(corrected.map { $0 >= 29 && $0 <= 31 } == true)
    #expect(feed.watch.state == .inside)
  }

  @Test func aWayProvesAFirstSide() {
    // 6 m outside at first, and it walks 12 m in: less than a run.
    let feed = Feed(state: .unknown)
    feed.take(-6)
    #expect(feed.confirmed(stride(from: -5, through: 6, by: 1)) == 2)
  }

  @Test func anErrorThatShrinksIsNotAWay() {
    let feed = Feed(state: .unknown)
    feed.take(-6)
    for depth in stride(from: -5.0, through: 6, by: 1) {
      #expect(!feed.take(depth, advance: 0))
    }
  }

  @Test func longAfterTheStartAShortWayProvesNothing() {
    let feed = Feed(state: .unknown)
    feed.take(-6)
    for _ in 0..<90 { feed.take(-6, stands: 0.95) }
    #expect(feed.confirmed(stride(from: -5, through: 6, by: 1)) == nil)
  }

  @Test func aRunFromAGuessCountsByWhereItBegan() {
    // It was taken to be 2 m inside after half a minute; then 8 m, and it walks out.
    let feed = Feed(state: .unknown)
    for _ in 0..<31 { feed.take(2, stands: 0.95) }
    #expect(feed.watch.state == .inside)
    for _ in 0..<60 { feed.take(8, advance: 0, stands: 0.95) }
    #expect(feed.confirmed(stride(from: 7, through: -20, by: -1)) != nil)
  }

  @Test func aStateFromBeforeIsCertain() {
    let feed = Feed(state: .inside)
    #expect(feed.take(-13))
  }

  // MARK: After a run

  @Test func aSteadyRunNeedsLittle() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -50, through: 30, by: 0.5)) == 2)
    #expect(feed.watch.state == .inside)
    #expect(feed.confirmed(stride(from: 30, through: -30, by: -0.5)) == -2)
    #expect(feed.watch.state == .outside)
  }

  @Test(arguments: [(0.25, 1.75), (1.0, 2.0), (5, 5), (10, 10)])
  func whatIsNeededDoesNotDependOnThePace(_ pace: Double, _ depth: Double) {
    #expect(Feed().confirmed(stride(from: -50, through: 30, by: pace)) == depth)
  }

  @Test func aCarrierThatSlowsDownNeedsMore() {
    let feed = Feed()
    feed.confirmed(stride(from: -30, through: 1, by: 1))
    let depth = feed.confirmed(stride(from: 1.1, through: 12, by: 0.1))
    #expect(depth.map { $0 > 3 && $0 < 4.8 } == true)
  }

  @Test func aWorsePositionNeedsMore() {
    let feed = Feed()
    for depth in stride(from: -50.0, through: 4, by: 0.5) { #expect(!feed.take(depth, sigma: 10)) }
    #expect(feed.take(4.5, sigma: 10))
  }

  @Test func withoutDopplerMoreIsNeeded() {
    let feed = Feed(velocityKnown: false)
    #expect(feed.confirmed(stride(from: -50, through: 30, by: 1)) == 5)
  }

  @Test func aShorterRunDoesNotCount() {
    let feed = Feed()
    // From 14 m outside, 20 m of run are reached 6 m inside.
    feed.take(-14)
    #expect(feed.confirmed(stride(from: -13.5, through: 30, by: 0.5), stands: 0.5) == 6)
  }

  @Test func turningBackFiveMetresEndsARun() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -30, through: 1, by: 0.5)) == nil)
    #expect(feed.confirmed([-4.5]) == nil)
    #expect(feed.confirmed(stride(from: -4, through: 30, by: 0.5), stands: 0.5) == 12)
  }

  @Test func turningBackLessDoesNotEndARun() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -30, through: 1, by: 0.5)) == nil)
    #expect(feed.confirmed([-3.5]) == nil)
    #expect(feed.confirmed(stride(from: -3, through: 30, by: 0.5)) == 2)
  }

  @Test func standingForgetsARun() {
    let feed = Feed()
    feed.confirmed(stride(from: -30, through: 1, by: 1))
    for _ in 0..<180 { feed.take(1, advance: 0, stands: 0.95) }
    #expect(feed.confirmed(stride(from: 1.5, through: 10, by: 0.5), stands: 0.5) == nil)
  }

  @Test func anErrorThatDriftsIsNotARun() {
    let feed = Feed()
    for depth in stride(from: -30.0, through: 11.5, by: 0.5) {
      #expect(!feed.take(depth, advance: 0))
    }
  }

  @Test func withoutDopplerACreepIsNotARun() {
    // At a tenth of a metre a second errors drift.
    let feed = Feed(velocityKnown: false)
    #expect(feed.confirmed(stride(from: -30, through: 8, by: 0.1), stands: 0.5) == nil)
    let doppler = Feed()
    #expect(doppler.confirmed(stride(from: -30, through: 8, by: 0.1), stands: 0.5) != nil)
  }

  // MARK: A passage

  @Test func aPassageCountsWithoutARun() {
    // 11.5 m on this side and 4.9 m on the other are less than 20 m.
    let feed = Feed()
    feed.take(-11.5)
    #expect(feed.confirmed(stride(from: -11, through: 8, by: 0.5)) == 5)
  }

  @Test func aPassageMustBeginClearly() {
    let feed = Feed()
    feed.take(-10)
    #expect(feed.confirmed(stride(from: -9.5, through: 8, by: 0.5)) == nil)
  }

  @Test func aCarrierThatMayStandPassesNothing() {
    let feed = Feed()
    feed.take(-11.5)
    #expect(feed.confirmed(stride(from: -11, through: 8, by: 0.5), stands: 0.5) == nil)
  }

  // MARK: Without a run

  @Test func withoutARunItMustBeDeep() {
    let feed = Feed()
    feed.take(-1)
    #expect(!feed.take(11.8, advance: 0))
    #expect(feed.take(11.9, advance: 0))
  }

  @Test func whileItStandsDeepIsNotEnough() {
    let feed = Feed()
    feed.take(-1)
    for _ in 0..<60 { #expect(!feed.take(14, advance: 0, stands: 0.95)) }
  }

  @Test func aLongStayIsBelieved() {
    let feed = Feed()
    feed.take(-1)
    var seconds = 0
    while !feed.take(11.5, advance: 0, stands: 0.95), seconds < 300 { seconds += 1 }
    #expect(seconds >= 118 && seconds <= 121)
  }

  @Test func whatMayBeErrorIsNeverBelieved() {
    let feed = Feed()
    feed.take(-1)
    for _ in 0..<600 { #expect(!feed.take(10.5, advance: 0, stands: 0.95)) }
  }

  // MARK: The fix itself

  @Test func theFixItselfMustAgree() {
    let feed = Feed()
    feed.take(-50)
    // 1.6 m are needed, of which two of its own deviations of 0.7 m may be missing.
    for depth in [10.0, 30, 50] { #expect(!feed.take(depth, raw: 0.1)) }
    #expect(feed.take(60, raw: 0.3))
  }

  @Test func aFixWithMoreErrorMayBeFartherOff() {
    let feed = Feed()
    feed.take(-50)
    #expect(feed.take(10, raw: -7, own: 5))
  }

  @Test func theFixAloneIsNotEnough() {
    for (depth, isEnough) in [(1.5, false), (1.7, true)] {
      let feed = Feed()
      feed.take(-50)
      #expect(feed.take(depth, raw: 40) == isEnough)
    }
  }

  @Test func nothingIsDecidedByFixesInDoubt() {
    let feed = Feed()
    feed.take(-50)
    for _ in 0..<5 { #expect(!feed.take(30, isTrusted: false)) }
    #expect(feed.take(30, advance: 0))
  }

  @Test func aLingerWaitsForFixesToBeBelieved() {
    let feed = Feed(linger: .seconds(3))
    feed.take(-50)
    #expect(!feed.take(30))
    #expect(feed.watch.deadline == Instant(.seconds(4)))
    for _ in 0..<10 { #expect(!feed.take(30, isTrusted: false)) }
    #expect(feed.watch.deadline == nil)
    #expect(feed.take(30))
  }

  // MARK: Sense

  @Test func aQuickRegionIsEarlierThanAQuietOne() {
    func depth(_ sense: Sense) -> Double? {
      Feed(sense: sense).confirmed(stride(from: -50, through: 30, by: 0.2))
    }
    let depths = [Sense.quick, .even, .quiet].map { depth($0) ?? 0 }
    #expect(zip(depths, [0.94, 1.6, 3.58]).allSatisfy { $0 > $1 - 0.05 && $0 < $1 + 0.25 })
  }

  // MARK: Cushions and small shapes

  @Test(arguments: [(1.0, 2.0), (5.0, 5.5), (11, 11.5), (30, 30.5)])
  func aCushionRaisesWhatMustBePassed(_ cushion: Double, _ depth: Double) {
    let feed = Feed(cushion: cushion)
    #expect(feed.confirmed(stride(from: -50, through: 60, by: 0.5)) == depth)
    #expect(feed.confirmed(stride(from: 60, through: -60, by: -0.5)) == -depth)
  }

  @Test func aCushionHoldsWithoutARunToo() {
    let feed = Feed(cushion: 30)
    feed.take(-1)
    #expect(!feed.take(30))
    #expect(feed.take(30.1))
  }

  @Test func aCushionHoldsForAPassage() {
    let feed = Feed(cushion: 8)
    feed.take(-11.5)
    #expect(feed.confirmed(stride(from: -11, through: 8, by: 0.5)) == nil)
    #expect(feed.confirmed([8.5]) == 8.5)
  }

  @Test func aSmallShapeNeedsLessForAnEntryOnly() {
    // 0.6 times 5 m is deep, 0.3 times 5 m after a run.
    let feed = Feed(inradius: 5)
    feed.take(-1)
    #expect(!feed.take(2.9, advance: 0))
    #expect(feed.take(3.1, advance: 0))
    #expect(feed.confirmed([2, -4, -8, -11.5], stands: 0.5) == nil)
    #expect(feed.take(-12, advance: -0.5, stands: 0.5))
    let run = Feed(inradius: 5)
    #expect(run.confirmed([-30, 1.4, 1.6]) == 1.6)
  }

  @Test func aCushionCannotKeepASmallShapeFromBeingEntered() {
    let feed = Feed(cushion: 50, inradius: 10)
    feed.take(-1)
    #expect(!feed.take(5.9, advance: 0))
    #expect(feed.take(6.1, advance: 0))
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
    #expect(!feed.take(-1))
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

  @Test func theWayBackNeedsEvidenceOfItsOwn() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -50, through: 3, by: 1)) == 2)
    #expect(feed.confirmed(stride(from: 3, through: -11.75, by: -0.25)) == nil)
    #expect(feed.confirmed(stride(from: -11.8, through: -20, by: -0.1)) == -11.9)
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
  private(set) var outcome = BorderWatch.Outcome.nothing
  var second = 0.0
  private let velocityKnown: Bool
  private var last: Double?

  init(
    cushion: Double = 0, linger: Duration = .zero, inradius: Double = 100, sense: Sense = .even,
    state: RegionState = .outside, velocityKnown: Bool = true
  ) {
    self.velocityKnown = velocityKnown
    watch = BorderWatch(
      cushion: cushion, linger: linger, inradius: inradius, sense: sense, state: state)
  }

  static func instant(_ seconds: Double) -> Instant {
    Instant(.seconds(seconds))
  }

  /// Takes a depth in.
  ///
  /// - Parameters:
  ///   - raw: That of the fix itself; the same unless it is given.
  ///   - advance: How much of it is motion; all unless it is given.
  /// - Returns: whether the border was crossed.
  @discardableResult
  func take(
    _ depth: Double, raw: Double? = nil, own: Double = 0.7, sigma: Double = 2,
    advance: Double? = nil, stands: Double = 0.05, isTrusted: Bool = true, unseen: Duration? = nil
  ) -> Bool {
    defer {
      second += 1
      last = depth
    }
    outcome = watch.receive(
      BorderWatch.Look(
        depth: depth, rawDepth: raw ?? depth, sigma: sigma, own: own,
        advance: advance ?? last.map { depth - $0 }, velocityKnown: velocityKnown, stands: stands,
        isTrusted: isTrusted, instant: Self.instant(second), unseen: unseen))
    return outcome == .crossed
  }

  func deadlineReached(at instant: Instant) -> Bool {
    watch.deadlineReached(at: instant)
  }

  /// Takes depths in until one of them is a crossing, and returns that one.
  @discardableResult
  func confirmed(_ depths: some Sequence<Double>, stands: Double = 0.05) -> Double? {
    for depth in depths where take(depth, stands: stands) { return depth }
    return nil
  }
}
