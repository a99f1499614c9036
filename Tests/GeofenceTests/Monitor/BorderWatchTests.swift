import Testing

@testable import Geofence

/// The error of a position is never assumed below 3.7 m: after a straight run 1.6 m past the border
/// are needed, 4.7 m if the carrier stops, and 11.8 m without a run.
struct BorderWatchTests {
  // MARK: The first state

  @Test(arguments: [(5.6, RegionState.inside), (-5.6, .outside), (500, .inside)])
  func clearDistanceDecidesTheFirstState(_ depth: Double, _ state: RegionState) {
    let feed = Feed(state: .unknown)
    #expect(!feed.receive(depth))
    #expect(feed.watch.state == state)
  }

  @Test(arguments: [(0.0, 2.0, 5.55), (0, 10, 15), (18, 2, 18), (18, 10, 18)])
  func clearDistanceDependsOnCushionAndAccuracy(
    _ cushion: Double, _ sigma: Double, _ clear: Double
  ) {
    let feed = Feed(cushion: cushion, state: .unknown)
    #expect(!feed.receive(-clear + 0.1, sigma: sigma))
    #expect(feed.watch.state == .unknown)
    #expect(!feed.receive(-clear - 0.1, sigma: sigma))
    #expect(feed.watch.state == .outside)
  }

  @Test func middleOfASmallShapeIsInside() {
    let feed = Feed(inradius: 5, state: .unknown)
    #expect(!feed.receive(3.1))
    #expect(feed.watch.state == .inside)
  }

  @Test(arguments: [(3.0, RegionState.inside), (-3, .outside)])
  func stateIsGuessedAfterThirtySeconds(_ depth: Double, _ state: RegionState) {
    let feed = Feed(state: .unknown)
    for _ in 0..<30 {
      #expect(!feed.receive(depth))
      #expect(feed.watch.state == .unknown)
    }
    #expect(!feed.receive(depth))
    #expect(feed.watch.state == state)
  }

  // MARK: A first side that is a guess

  @Test(arguments: [(true, 20), (false, 30)])
  func aWrongGuessIsCorrectedSilently(_ velocityKnown: Bool, _ seconds: Int) {
    // The carrier stands 12 m inside, and the first fixes were wrong by 18 m.
    let feed = Feed(state: .unknown, velocityKnown: velocityKnown)
    feed.receive(-6)
    #expect(feed.watch.state == .outside)
    var corrected: Int?
    for second in 0..<60 where corrected == nil {
      #expect(!feed.receive(12, advance: 0, stands: 0.95))
      if feed.outcome == .corrected { corrected = second }
    }
    // In the mean past the border; without a velocity, clearly past it for half a minute.
    #expect(corrected.map { abs($0 - seconds) <= 1 } == true)
    #expect(feed.watch.state == .inside)
  }

  @Test(arguments: [(18.0, 12.0, true), (18, 4, false), (3, 3, true)])
  func aGuessTurnsWithTheMeanDepth(_ sigma: Double, _ deep: Double, _ isEvent: Bool) {
    // For 30 s the carrier seems to be 1 m outside a circle of 30 m, later some metres inside.
    let feed = Feed(inradius: 30, state: .unknown)
    for _ in 0..<31 { feed.receive(-1, sigma: sigma, advance: 0, stands: 0.95) }
    #expect(feed.watch.state == .outside)
    var turned: Int?
    for second in 1...30 {
      let isCrossed = feed.receive(deep, sigma: sigma, advance: 0, stands: 0.95)
      #expect(!isCrossed)
      if feed.outcome == .corrected { turned = turned ?? second }
    }
    // Once the mean is inside, and the side is still a guess.
    #expect(turned.map { abs(Double($0) - 30 / deep) <= 1 } == true)
    #expect(feed.watch.state == .inside)
    #expect(!feed.watch.isSure)
    // The way out is an event if it began 0.15 inradii inside, or within 90 s 0.43 deviations.
    let start = feed.watch.latest?.depth ?? 0
    var crossed = false
    for step in 1...40 {
      crossed = feed.receive(start - Double(step), sigma: sigma) || crossed
    }
    #expect(crossed == isEvent)
  }

  @Test func aShakyMeanTurnsAGuessOnlyOnTheOtherSide() {
    // In the mean the carrier was inside, but now it is outside again.
    let feed = Feed(state: .unknown)
    for _ in 0..<31 { feed.receive(-1, advance: 0, stands: 0.95) }
    for _ in 0..<4 { feed.receive(4, raw: -4, advance: 0, stands: 0.95) }
    for _ in 0..<10 { feed.receive(-0.5, advance: 0, stands: 0.95) }
    #expect(feed.watch.state == .outside)
  }

  @Test func motionProvesAFirstSide() {
    // The carrier starts 6 m outside and walks 12 m in: less than a run.
    let feed = Feed(state: .unknown)
    feed.receive(-6)
    #expect(feed.confirmed(stride(from: -5, through: 6, by: 1)) == 2)
  }

  @Test func shrinkingErrorIsNotMotion() {
    let feed = Feed(state: .unknown)
    feed.receive(-6)
    for depth in stride(from: -5.0, through: 6, by: 1) {
      #expect(!feed.receive(depth, advance: 0))
    }
  }

  @Test func lateShortWayProvesNothing() {
    let feed = Feed(state: .unknown)
    for _ in 0..<120 { feed.receive(-3, stands: 0.95) }
    #expect(feed.confirmed(stride(from: -2, through: 9, by: 1)) == nil)
  }

  @Test func aGuessHardensWithTime() {
    // A car stands 4 m inside for two minutes and drives off.
    let feed = Feed(state: .unknown)
    for _ in 0..<120 { feed.receive(4, advance: 0, stands: 0.95) }
    #expect(feed.confirmed(stride(from: -1, through: -26, by: -5)) != nil)
  }

  @Test func aShortStayLeavesItAGuess() throws {
    let feed = Feed(state: .unknown)
    for _ in 0..<60 { feed.receive(4, advance: 0, stands: 0.95) }
    for _ in 0..<5 { feed.receive(-14, advance: -1) }
    #expect(try #require(feed.watch.evidence).isGuess)
    let standing = feed.watch.standing("r", rawDepth: -14, at: Feed.instant(feed.second))
    #expect(
      standing?.missing.contains { if case .firstSide = $0 { true } else { false } } == true)
  }

  @Test func wanderHardensNoGuess() {
    let feed = Feed(state: .unknown, velocityKnown: false)
    for _ in 0..<600 { feed.receive(4, advance: 0, stands: 0.95) }
    #expect(feed.confirmed(stride(from: -1, through: -26, by: -5)) == nil)
  }

  @Test(arguments: [(1.0, true), (2.5, false)])
  func aLongCalmStayHardensAGuess(_ scatter: Double, _ isCertain: Bool) {
    // Without a velocity: 5 m inside for 40 min, to and fro by the scatter.
    let feed = Feed(state: .unknown, velocityKnown: false)
    for second in 0..<2400 {
      feed.receive(5 + (second % 2 == 0 ? scatter : -scatter), advance: 0, stands: 0.95)
    }
    #expect(feed.watch.isSure == isCertain)
  }

  @Test(arguments: [(3.0, true), (1, false)])
  func earlyWayFromALikelyGuessCounts(_ outside: Double, _ isLikely: Bool) {
    // Half a minute beside the border; then 21 m in.
    let feed = Feed(state: .unknown)
    for _ in 0..<31 { feed.receive(-outside, stands: 0.95) }
    let way = (1...21).map { Double($0) - outside }
    #expect((feed.confirmed(way) != nil) == isLikely)
  }

  @Test(arguments: [(3.0, true), (1, false)])
  func wayFromALikelySideCounts(_ outside: Double, _ isLikely: Bool) {
    // The side is clear only past the border.
    let feed = Feed(state: .unknown)
    feed.receive(-outside)
    #expect(feed.confirmed([-1, 1, 3, 5]) == nil)
    #expect(feed.watch.state == .unknown)
    #expect(feed.receive(7) == isLikely)
    #expect(feed.watch.state == .inside)
  }

  @Test func wayOutFromTheFirstLookCounts() {
    let feed = Feed(state: .unknown)
    #expect(feed.confirmed([3, 1, -1, -3, -5, -7]) == -7)
    #expect(feed.watch.passage?.instant == Feed.instant(1.5))
  }

  @Test func settlingFirstFixesAreNoWay() {
    let feed = Feed(state: .unknown)
    feed.receive(-3)
    for depth in [1.0, 4, 7] { #expect(!feed.receive(depth, advance: 0)) }
    #expect(feed.watch.state == .inside && feed.watch.pending == nil)
  }

  @Test func firstFixesInDoubtProveNoWay() {
    let feed = Feed(state: .unknown)
    feed.receive(-3)
    for depth in [-1.0, 1, 3, 5, 7] { #expect(!feed.receive(depth, isTrusted: false)) }
    #expect(feed.watch.state == .inside)
  }

  @Test func wayFromTheFirstLookWaitsOutALinger() {
    let feed = Feed(linger: .seconds(3), state: .unknown)
    #expect(feed.confirmed(stride(from: -3, through: 13, by: 2)) == 13)
    #expect(feed.watch.state == .inside)
  }

  // MARK: Wander

  @Test func wanderRaisesWhatAPlaceNeeds() {
    func crossed(_ depth: Double, wander: Double?) -> Bool {
      let feed = Feed(wander: wander)
      feed.confirmed([-20])
      return feed.receive(depth, advance: 0, stands: 0.5)
    }
    #expect(crossed(13, wander: nil) && !crossed(13, wander: 8) && crossed(27, wander: 8))
  }

  @Test func wanderLengthensARun() {
    // Weak signals, with a velocity that slides as the fixes do; or a place that was seen to wander.
    func crossed(_ velocityKnown: Bool, wander: Double?) -> Bool {
      let feed = Feed(velocityKnown: velocityKnown, wander: wander)
      return feed.confirmed(stride(from: -14, through: 12, by: 1), stands: 0.3) != nil
    }
    #expect(crossed(true, wander: nil) && crossed(true, wander: 3) && !crossed(true, wander: 8))
    #expect(!crossed(false, wander: 8))
  }

  @Test func runFromAGuessCountsWhole() {
    // After half a minute the guess is 2 m inside; then the carrier is 8 m inside, and walks out.
    let feed = Feed(state: .unknown)
    for _ in 0..<31 { feed.receive(2, stands: 0.95) }
    #expect(feed.watch.state == .inside)
    for _ in 0..<60 { feed.receive(8, advance: 0, stands: 0.95) }
    #expect(feed.confirmed(stride(from: 7, through: -20, by: -1)) != nil)
  }

  @Test func badPositionsNeedNoDepthBeyondTheInradius() {
    // With 18 m of error, 1.5 deviations are 27 m: nobody is so deep in a circle of 30 m.
    let feed = Feed(inradius: 30, state: .unknown)
    for _ in 0..<31 { feed.receive(12, sigma: 18, stands: 0.95) }
    #expect(feed.watch.state == .inside)
    // The way of 40 m ends 20 m outside: it began 20 m inside.
    var crossed = false
    for step in 1...32 {
      crossed =
        feed.receive(12 - Double(step), sigma: 18, advance: -1.25) || crossed
    }
    #expect(crossed)
  }

  @Test func rememberedStateIsCertain() {
    let feed = Feed(state: .inside)
    #expect(feed.receive(-13))
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
  func neededDepthIsIndependentOfThePace(_ pace: Double, _ depth: Double) {
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
    for depth in stride(from: -50.0, through: 4, by: 0.5) {
      #expect(!feed.receive(depth, sigma: 10))
    }
    #expect(feed.receive(4.5, sigma: 10))
  }

  @Test func withoutDopplerMoreIsNeeded() {
    let feed = Feed(velocityKnown: false)
    #expect(feed.confirmed(stride(from: -50, through: 30, by: 1)) == 5)
  }

  @Test func aShorterRunDoesNotCount() {
    let feed = Feed()
    // A run from 11 m outside has its 17 m at 6 m inside.
    feed.receive(-11)
    #expect(feed.confirmed(stride(from: -10.5, through: 30, by: 0.5), stands: 0.5) == 6)
  }

  @Test func partialRunLowersTheNeededDepth() {
    // From the border itself: half of 17 m lowers the need half of the way from 11.8 m to 1.6 m.
    let feed = Feed()
    feed.receive(-0.5)
    #expect(feed.confirmed(stride(from: 0, through: 12, by: 0.5)) == 7.5)
    let sliding = Feed(velocityKnown: false)
    sliding.receive(-0.5)
    #expect(sliding.confirmed(stride(from: 0, through: 12, by: 0.5)) == 12)
  }

  @Test func turningBackFiveMetresEndsARun() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -30, through: 1, by: 0.5)) == nil)
    #expect(feed.confirmed([-4.5]) == nil)
    #expect(feed.confirmed(stride(from: -4, through: 30, by: 0.5), stands: 0.5) == 12)
  }

  @Test func turningBackLessKeepsTheRun() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -30, through: 1, by: 0.5)) == nil)
    #expect(feed.confirmed([-3.5]) == nil)
    #expect(feed.confirmed(stride(from: -3, through: 30, by: 0.5)) == 2)
  }

  @Test func standingForgetsARun() {
    let feed = Feed()
    feed.confirmed(stride(from: -30, through: 1, by: 1))
    for _ in 0..<180 { feed.receive(1, advance: 0, stands: 0.95) }
    #expect(feed.confirmed(stride(from: 1.5, through: 10, by: 0.5), stands: 0.5) == nil)
  }

  @Test func driftingErrorIsNotARun() {
    let feed = Feed()
    for depth in stride(from: -30.0, through: 11.5, by: 0.5) {
      #expect(!feed.receive(depth, advance: 0))
    }
  }

  @Test func creepWithoutDopplerIsNotARun() {
    // Errors drift at a tenth of a metre a second.
    let feed = Feed(velocityKnown: false)
    #expect(feed.confirmed(stride(from: -30, through: 8, by: 0.1), stands: 0.5) == nil)
    let doppler = Feed()
    #expect(doppler.confirmed(stride(from: -30, through: 8, by: 0.1), stands: 0.5) != nil)
  }

  // MARK: A passage

  @Test func aPassageCountsWithoutARun() {
    // 11.5 m on this side and 4.9 m on the other are less than 17 m.
    let feed = Feed(velocityKnown: false)
    feed.receive(-11.5)
    #expect(feed.confirmed(stride(from: -11, through: 8, by: 0.5)) == 5)
  }

  @Test func aPassageMustBeginClearly() {
    let feed = Feed(velocityKnown: false)
    feed.receive(-10)
    #expect(feed.confirmed(stride(from: -9.5, through: 8, by: 0.5)) == nil)
  }

  @Test func aCarrierThatMayStandPassesNothing() {
    let feed = Feed(velocityKnown: false)
    feed.receive(-11.5)
    #expect(feed.confirmed(stride(from: -11, through: 8, by: 0.5), stands: 0.5) == nil)
  }

  // MARK: Without a run

  @Test func withoutARunDepthIsNeeded() {
    let feed = Feed()
    feed.receive(-1)
    #expect(!feed.receive(11.8, advance: 0))
    #expect(feed.receive(11.9, advance: 0))
  }

  @Test func depthIsEnoughWhileStanding() {
    let feed = Feed()
    feed.receive(-1)
    #expect(!feed.receive(11.8, advance: 0, stands: 0.95))
    #expect(feed.receive(11.9, advance: 0, stands: 0.95))
  }

  @Test func possibleErrorIsNeverBelieved() {
    let feed = Feed()
    feed.receive(-1)
    for _ in 0..<600 { #expect(!feed.receive(11.5, advance: 0, stands: 0.95)) }
  }

  // MARK: The fix itself

  @Test func theFixItselfMustAgree() {
    let feed = Feed()
    feed.receive(-50)
    // 1.6 m are needed; the fix may fall short by two of its own deviations of 0.7 m.
    for depth in [10.0, 30, 50] { #expect(!feed.receive(depth, raw: 0.1)) }
    #expect(feed.receive(60, raw: 0.3))
  }

  @Test func lessAccurateFixMayBeFartherOff() {
    let feed = Feed()
    feed.receive(-50)
    #expect(feed.receive(10, raw: -7, own: 5))
  }

  @Test func theFixAloneIsNotEnough() {
    for (depth, isEnough) in [(1.5, false), (1.7, true)] {
      let feed = Feed()
      feed.receive(-50)
      #expect(feed.receive(depth, raw: 40) == isEnough)
    }
  }

  @Test func nothingIsDecidedByFixesInDoubt() {
    let feed = Feed()
    feed.receive(-50)
    for _ in 0..<5 { #expect(!feed.receive(30, isTrusted: false)) }
    #expect(feed.receive(30, advance: 0))
  }

  // MARK: Doubt

  @Test func distrustMakesTheStateUnsure() {
    let feed = Feed()
    feed.receive(-50)
    for _ in 0..<2 {
      feed.receive(-50, isTrusted: false)
      #expect(!feed.watch.isUnsure)
    }
    feed.receive(-50, isTrusted: false)
    #expect(feed.watch.isUnsure && feed.watch.state == .outside)
    let standing = feed.watch.standing("r", rawDepth: -50, at: Feed.instant(feed.second))
    #expect(standing?.state == .unsure && standing?.side == .outside)
    #expect(feed.watch.evidence?.isUnsure == true)
    feed.receive(-50)
    #expect(!feed.watch.isUnsure)
  }

  @Test func unconfirmedDepthMakesTheStateUnsure() {
    // The raw fix disagrees, so that nothing is confirmed.
    let feed = Feed()
    feed.receive(-50)
    for depth in [-5.0, 6, 11] {
      feed.receive(depth, raw: -20)
      #expect(!feed.watch.isUnsure)
    }
    feed.receive(13, raw: -20)
    #expect(feed.watch.isUnsure && feed.watch.state == .outside)
    #expect(feed.receive(14, advance: 0))
    #expect(!feed.watch.isUnsure && feed.watch.state == .inside)
  }

  @Test func waitingOutALingerIsNoDoubt() {
    let feed = Feed(linger: .seconds(60))
    feed.receive(-50)
    for _ in 0..<30 { feed.receive(40) }
    #expect(feed.watch.deadline != nil && !feed.watch.isUnsure)
  }

  @Test func unknownSideIsNeverUnsure() {
    let feed = Feed(state: .unknown)
    for _ in 0..<5 { feed.receive(2, isTrusted: false) }
    #expect(feed.watch.state == .unknown && !feed.watch.isUnsure)
  }

  @Test func lingerWaitsForTrustedFixes() {
    let feed = Feed(linger: .seconds(3))
    feed.receive(-50)
    #expect(!feed.receive(30))
    #expect(feed.watch.deadline == Instant(.seconds(4)))
    for _ in 0..<10 { #expect(!feed.receive(30, isTrusted: false)) }
    #expect(feed.watch.deadline == nil)
    #expect(feed.receive(30))
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
  func cushionRaisesTheNeededDepth(_ cushion: Double, _ depth: Double) {
    let feed = Feed(cushion: cushion)
    #expect(feed.confirmed(stride(from: -50, through: 60, by: 0.5)) == depth)
    #expect(feed.confirmed(stride(from: 60, through: -60, by: -0.5)) == -depth)
  }

  @Test func aCushionHoldsWithoutARunToo() {
    let feed = Feed(cushion: 30)
    feed.receive(-1)
    #expect(!feed.receive(30))
    #expect(feed.receive(30.1))
  }

  @Test func aCushionHoldsForAPassage() {
    let feed = Feed(cushion: 8)
    feed.receive(-11.5)
    #expect(feed.confirmed(stride(from: -11, through: 8, by: 0.5)) == nil)
    #expect(feed.confirmed([8.5]) == 8.5)
  }

  @Test func smallShapeNeedsLessForEntriesOnly() {
    // An entry needs 0.6 times 5 m, or 0.3 times 5 m after a run.
    let feed = Feed(inradius: 5)
    feed.receive(-1)
    #expect(!feed.receive(2.9, advance: 0))
    #expect(feed.receive(3.1, advance: 0))
    #expect(feed.confirmed([2, -4, -8, -11.5], stands: 0.5) == nil)
    #expect(feed.receive(-12, advance: -0.5, stands: 0.5))
    let run = Feed(inradius: 5)
    #expect(run.confirmed([-30, 1.4, 1.6]) == 1.6)
  }

  @Test func cushionCannotPreventEntryToSmallShapes() {
    let feed = Feed(cushion: 50, inradius: 10)
    feed.receive(-1)
    #expect(!feed.receive(5.9, advance: 0))
    #expect(feed.receive(6.1, advance: 0))
    #expect(feed.confirmed([5, -30, -50, -50.1]) == -50.1)
  }

  // MARK: Linger

  @Test func aCrossingIsConfirmedByItsDeadline() throws {
    let feed = Feed(linger: .seconds(10))
    feed.receive(-50)
    #expect(feed.watch.deadline == nil)
    #expect(!feed.receive(5))
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
    feed.receive(-50)
    for _ in 0..<10 { #expect(!feed.receive(5)) }
    #expect(feed.receive(5))
  }

  @Test func goingBackEndsTheWait() {
    let feed = Feed(linger: .seconds(10))
    feed.receive(-50)
    for _ in 0..<8 { #expect(!feed.receive(20)) }
    #expect(!feed.receive(-1))
    #expect(feed.watch.deadline == nil)
    for _ in 0..<10 { #expect(!feed.receive(20)) }
    #expect(feed.receive(20))
  }

  @Test func stoppingJustInsideKeepsTheWait() {
    let feed = Feed(linger: .seconds(10))
    feed.receive(-50)
    feed.receive(5)
    feed.receive(20)
    // The run has ended, and the carrier is no longer deep; but it has not turned back.
    for depth in [15.0, 8, 4, 2, 2, 2, 2, 2] {
      #expect(!feed.receive(depth))
      #expect(feed.watch.deadline == Instant(.seconds(11)))
    }
    #expect(feed.receive(2))
  }

  @Test func wayBackNeedsItsOwnEvidence() {
    let feed = Feed()
    #expect(feed.confirmed(stride(from: -50, through: 3, by: 1)) == 2)
    // From 3 m inside, a run of 9.5 m replaces a part of the 11.8 m.
    #expect(feed.confirmed(stride(from: 3, through: -20, by: -0.25)) == -6.5)
  }

  // MARK: The time of the passage

  @Test func passageTimeIsBetweenTwoFixes() {
    let feed = Feed()
    feed.receive(-50)
    feed.receive(-4)
    feed.receive(1)
    #expect(feed.watch.passage?.instant == Feed.instant(1.8))
    #expect(feed.receive(40))
    #expect(feed.watch.passage?.instant == Feed.instant(1.8))
  }

  @Test func onlyTheLastPassageCounts() {
    let feed = Feed()
    feed.confirmed([-50, 1, -1])
    #expect(feed.watch.passage == nil)
    #expect(feed.receive(31))
    #expect(feed.watch.passage?.instant == Feed.instant(2.03125))
  }

  @Test func theWayBackHasItsOwnPassage() {
    let feed = Feed()
    feed.confirmed([-50, 50])
    #expect(feed.receive(-30))
    #expect(feed.watch.passage?.instant == Feed.instant(1.625))
  }

  @Test func unseenPassageHasNoTime() {
    let feed = Feed()
    feed.receive(-50)
    feed.second += 40
    #expect(feed.receive(50, unseen: .seconds(41)))
    #expect(feed.watch.passage?.unseen == .seconds(41))
  }

  @Test func passageBeforeAnyFixHasNoTime() {
    for unseen in [nil, Duration.seconds(300)] {
      let feed = Feed(state: .inside)
      #expect(feed.receive(-13, unseen: unseen))
      #expect(feed.watch.state == .outside)
      #expect(feed.watch.passage?.unseen == unseen)
    }
  }

  @Test func gapKeepsASeenPassagesTime() {
    let feed = Feed(linger: .seconds(10))
    feed.confirmed([-50, 50])
    feed.second += 40
    #expect(feed.receive(60, unseen: .seconds(41)))
    #expect(feed.watch.passage?.instant == Feed.instant(0.5))
  }
}

/// A watch that receives one depth a second.
private final class Feed {
  private(set) var watch: BorderWatch
  private(set) var outcome = BorderWatch.SideChange.nothing
  var second = 0.0
  private let velocityKnown: Bool
  private let wander: Double?
  private var last: Double?

  init(
    cushion: Double = 0, linger: Duration = .zero, inradius: Double = 100, sense: Sense = .even,
    state: RegionState = .outside, velocityKnown: Bool = true,
    wander: Double? = nil
  ) {
    self.velocityKnown = velocityKnown
    self.wander = wander
    watch = BorderWatch(
      cushion: cushion, linger: linger, inradius: inradius, sense: sense, state: state)
  }

  static func instant(_ seconds: Double) -> Instant {
    Instant(.seconds(seconds))
  }

  /// Receives a depth.
  ///
  /// - Parameters:
  ///   - raw: The depth of the fix itself; by default the same.
  ///   - advance: The metres of motion; by default the whole change.
  /// - Returns: whether the border was crossed.
  @discardableResult
  func receive(
    _ depth: Double, raw: Double? = nil, own: Double = 0.7, sigma: Double = 2,
    advance: Double? = nil, stands: Double = 0.05, isTrusted: Bool = true, unseen: Duration? = nil
  ) -> Bool {
    defer {
      second += 1
      last = depth
    }
    outcome = watch.receive(
      BorderWatch.Observation(
        depth: depth, rawDepth: raw ?? depth, sigma: sigma, own: own,
        advance: advance ?? last.map { depth - $0 }, velocityKnown: velocityKnown, stands: stands,
        wander: wander, isTrusted: isTrusted, instant: Self.instant(second), unseen: unseen))
    return outcome == .crossed
  }

  func deadlineReached(at instant: Instant) -> Bool {
    watch.deadlineReached(at: instant)
  }

  /// Receives depths until one of them is a crossing, and returns that depth.
  @discardableResult
  func confirmed(_ depths: some Sequence<Double>, stands: Double = 0.05) -> Double? {
    for depth in depths where receive(depth, stands: stands) { return depth }
    return nil
  }
}
