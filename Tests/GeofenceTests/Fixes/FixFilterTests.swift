import Testing

@testable import Geofence

struct FixFilterTests {
  private static let home = Coordinate(latitude: 51.5, longitude: -0.14)
  private static let epoch = Timestamp(nanoseconds: 1_780_000_000_000_000_000)

  // MARK: One fix

  @Test(arguments: [
    (Fix(mode: .notSeen, time: epoch, coordinate: home), Rejection.noFix),
    (Fix(mode: .noFix, time: epoch, coordinate: home), .noFix),
    (Fix(mode: .fix3D, time: epoch), .noPosition),
    (at(.nan, 0), .noPosition),
    (at(0, .infinity), .noPosition),
    (at(90.001, 0), .outOfRange),
    (at(-91, 0), .outOfRange),
    (at(10, 180.001), .outOfRange),
    (at(0, 0), .nullIsland),
    (at(-0.000_000_5, 0.000_000_9), .nullIsland),
    (Fix(mode: .fix2D, coordinate: home), .noTime),
    (at(51.5, -0.14, device: "/dev/ttyS0"), .otherDevice),
    (at(51.5, -0.14, device: nil), .otherDevice),
  ])
  func whatIsNoFixIsRejectedWithItsReason(_ fix: Fix, _ reason: Rejection) {
    var fix = fix
    // The configured device, but where it is the device that is tested.
    let device = "/dev/ttyACM0"
    if reason != .otherDevice { fix.device = device }
    let filter = Judge(device: device)
    #expect(filter.receive(fix) == .rejected(reason))
    #expect(filter.timelineLead == .zero)
  }

  @Test func aFixOfModeTwoOrThreeIsTrustedAsItIs() throws {
    for mode in [Fix.Mode.fix2D, .fix3D] {
      let filter = Judge()
      let fix = Fix(
        mode: mode, device: "a", time: Self.epoch, coordinate: Self.home, eph: 12.6, speed: 1.5,
        track: 90)
      let trusted = try filter.trusted(fix, arrival: 7)
      #expect(
        trusted
          == TrustedFix(
            time: Self.epoch, instant: Instant(.seconds(7)), coordinate: Self.home, sigma: 2,
            speed: 1.5, track: 90, eph: 12.6, isDateProven: false,
            accuracySource: .eph))
    }
  }

  @Test(arguments: [(150.0, 150.0), (151, nil), (1e300, nil), (.infinity, nil), (.nan, nil)])
  func aSpeedThatNoCarrierHasIsNotKnown(_ speed: Double, _ believed: Double?) throws {
    let filter = Judge()
    let fix = Fix(
      mode: .fix3D, device: "a", time: Self.epoch, coordinate: Self.home, speed: speed, track: 90)
    #expect(try filter.trusted(fix).speed == believed)
  }

  @Test func onTheEquatorOrInGreenwichIsAPlace() throws {
    for place in [(0.0, 10.0), (10, 0), (0, 0.000_01)] {
      let filter = Judge()
      try filter.trusted(Self.at(place.0, place.1))
    }
  }

  @Test(arguments: [
    (2.5, 100.0, 2.5), (nil, 12.6, 2), (nil, nil, 3), (0, 12.6, 2), (.nan, nil, 3),
    (nil, .infinity, 3), (nil, 0, 3), (-1, -1, 3),
  ])
  func theReceiversOwnSigmaComesBeforeTheEstimate(
    _ sigma: Double?, _ eph: Double?, _ expected: Double
  ) throws {
    let filter = Judge()
    var fix = Self.fix(0)
    fix.sigma = sigma
    fix.eph = eph
    let sigma = try filter.trusted(fix).sigma
    #expect(sigma == expected)
  }

  @Test(arguments: [
    (EphBasis.receiver, nil as Double?, 3.0, AccuracySource.nothing), (.unknown, 12.6, 2, .eph),
    (.dilution, 12.6, 2, .hdop), (.circle95, 4.9, 2, .receiver),
    // Not an HDOP of 99: it is that bad.
    (.receiver, 2.0.squareRoot() * 2000, 2000, .receiver),
  ])
  func ephIsConvertedByWhatItWasMadeFrom(
    _ basis: EphBasis, _ eph: Double?, _ expected: Double, _ source: AccuracySource
  ) throws {
    let filter = Judge()
    for second in 0..<12 {
      var fix = Self.fix(Double(second))
      fix.eph = eph
      fix.ephBasis = basis
      let trusted = try filter.trusted(fix)
      #expect(abs(trusted.sigma - expected) < 1e-9)
      #expect(trusted.accuracySource == source)
    }
  }

  // MARK: Time that repeats

  @Test func anErrorThatStaysUnknownIsTakenForTheUsualOne() throws {
    let filter = Judge()
    func sigma(_ second: Double) throws -> Double {
      var fix = Self.fix(second)
      fix.eph = 19 * 99.99
      return try filter.trusted(fix).sigma
    }
    // Ten fixes long it may be a receiver that has only just found its position.
    let first = try (0..<10).map { try sigma(Double($0)) }
    #expect(first.allSatisfy { $0 > 300 })
    let later = try sigma(10)
    #expect(later == 3)
    filter.receive(Fix(mode: .noFix))
    let again = try sigma(11)
    #expect(again > 300)
  }

  @Test func oneEpochIsTakenOnce() throws {
    let filter = Judge()
    try filter.trusted(Self.fix(0))
    for _ in 0..<18 { #expect(filter.receive(Self.fix(0)) == .rejected(.duplicate)) }
    try filter.trusted(Self.fix(1))
  }

  @Test func timeThatStandsStillIsToldFromARepetition() throws {
    let filter = Judge()
    try filter.trusted(Self.fix(0), arrival: 100)
    for (arrival, reason) in [
      (100.1, Rejection.duplicate), (103, .duplicate), (103.1, .frozenTime), (500, .frozenTime),
    ] {
      #expect(filter.receive(Self.fix(0), arrival: arrival) == .rejected(reason))
    }
    try filter.trusted(Self.fix(1), arrival: 501)
  }

  // MARK: Several devices

  @Test func theDeviceThatHasAFixFirstIsTheOneInUse() throws {
    let filter = Judge()
    for second in 0..<20 {
      let time = Double(second)
      try filter.trusted(Self.fix(time, device: "a"), arrival: 100 + time)
      #expect(
        filter.receive(Self.fix(time + 0.4, device: "b"), arrival: 100.4 + time)
          == .rejected(.otherDevice))
    }
  }

  @Test(arguments: [nil, 100.0])
  func anotherDeviceTakesOverAfterTenSeconds(_ start: Double?) {
    let filter = Judge()
    func arrival(_ time: Double) -> Double? { start.map { $0 + time } }
    filter.receive(Self.fix(0, device: "a"), arrival: arrival(0))
    for time in [1.0, 5, 9.9] {
      #expect(
        filter.receive(Self.fix(time, device: "b"), arrival: arrival(time))
          == .rejected(.otherDevice))
    }
    for time in [10.0, 11] {
      let verdict = filter.receive(Self.fix(time, device: "b"), arrival: arrival(time))
      #expect(verdict.isTrusted)
    }
    #expect(
      filter.receive(Self.fix(12, device: "a"), arrival: arrival(12)) == .rejected(.otherDevice))
  }

  @Test(arguments: [-300_000_000.0, 300_000_000])
  func aDeviceWhoseClockIsYearsOffTakesOverLikeAnyOther(_ years: Double) {
    let filter = Judge()
    filter.receive(Self.fix(0, device: "a"), arrival: 100)
    for time in 1..<10 {
      #expect(
        filter.receive(
          Self.fix(years + Double(time), device: "b"), arrival: 100 + Double(time))
          == .rejected(.otherDevice))
    }
    let last = (10..<20).map { time in
      filter.receive(
        Self.fix(years + Double(time), device: "b"), arrival: 100 + Double(time))
    }.last
    #expect(last?.isTrusted == true)
  }

  @Test(arguments: [-300_000_000.0, 300_000_000])
  func anotherDevicesClockIsNotOneThatWasSet(_ ahead: Double) {
    let filter = Judge()
    filter.receive(Self.fix(0, device: "a"), arrival: 100)
    filter.receive(Self.fix(1 + ahead, device: "b"), arrival: 101)
    // At once, and not after the 5 s that prove that one receiver's clock was set.
    for time in 10...20 {
      let verdict = filter.receive(
        Self.fix(Double(time) + ahead, device: "b"), arrival: 100 + Double(time))
      #expect(verdict.isTrusted, "\(time): \(verdict)")
    }
  }

  @Test(arguments: [-31_536_000.0, 31_536_000])
  func inAReplayAYearBetweenTwoDevicesHidesNeither(_ ahead: Double) {
    let filter = Judge()
    var trusted = 0
    for second in 0..<150 {
      let isSecond = (35..<70).contains(second)
      let fix = Self.fix(Double(second) + (isSecond ? ahead : 0), device: isSecond ? "b" : "a")
      if filter.receive(fix).isTrusted { trusted += 1 }
    }
    // Each takes 10 s to take over.
    #expect(trusted == 130)
  }

  // MARK: Time that goes back

  @Test func aReportThatComesLateIsDropped() throws {
    let filter = Judge()
    for second in stride(from: 10.0, to: 60, by: 1) {
      try filter.trusted(Self.fix(second))
      #expect(filter.receive(Self.fix(second - 3)) == .rejected(.backwards))
    }
  }

  @Test(arguments: [3600.0, 600_000_000])
  func aClockThatWasSetBackIsBelievedAfterFiveSeconds(_ back: Double) throws {
    let filter = Judge()
    let before = try filter.trusted(Self.fix(0))
    for second in 0..<5 {
      #expect(
        filter.receive(Self.fix(Double(second) - back)) == .rejected(.backwards), "\(second)")
    }
    let after = try filter.trusted(Self.fix(5 - back))
    #expect(before.instant.duration(to: after.instant) == .seconds(5))
    #expect(after.time == Self.fix(5 - back).time)
    let next = try filter.trusted(Self.fix(6 - back))
    #expect(after.instant.duration(to: next.instant) == .seconds(1))
  }

  @Test func aClockThatWasSetBackNeedsThreeFixes() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    #expect(filter.receive(Self.fix(-100)) == .rejected(.backwards))
    #expect(filter.receive(Self.fix(-94)) == .rejected(.backwards))
    // Repeated, it is still the second.
    #expect(filter.receive(Self.fix(-94)) == .rejected(.backwards))
    #expect(filter.receive(Self.fix(-93)).isTrusted)
  }

  @Test func aClockThatFallsBackAgainStartsToBeProvenAgain() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    for time in [-100.0, -96, -200, -196] {
      #expect(filter.receive(Self.fix(time)) == .rejected(.backwards))
    }
    #expect(filter.receive(Self.fix(-194)).isTrusted)
  }

  // MARK: Jumps

  @Test(arguments: [(1.0, 525.0, true), (1, 535, false), (10, 790, true), (10, 810, false)])
  func noUnknownCarrierIsFasterThanACar(_ after: Double, _ metres: Double, _ isTrusted: Bool) {
    let filter = Judge()
    filter.receive(Self.fix(0))
    let verdict = filter.receive(Self.fix(after, north: metres))
    #expect(verdict.isTrusted == isTrusted)
    if !isTrusted { #expect(verdict == .rejected(.jump)) }
  }

  @Test(arguments: [(1.4, 795.0, 805.0), (20, 1295, 1305), (149, 1995, 2005)])
  func aFastCarrierComesFarther(_ speed: Double, _ near: Double, _ far: Double) {
    for (metres, isTrusted) in [(near, true), (far, false)] {
      let filter = Judge()
      for second in 0..<5 {
        let north = speed * Double(min(second, 2) - 2)
        var fix = Self.fix(Double(second), north: north)
        fix.speed = second < 3 ? speed : 0
        filter.receive(fix)
      }
      #expect(filter.receive(Self.fix(14, north: metres)).isTrusted == isTrusted)
    }
  }

  @Test func withoutSpeedsTheTopSpeedIsMadeOut() {
    let filter = Judge()
    for second in 0...60 { filter.receive(Self.fix(Double(second), north: 25 * Double(second))) }
    #expect(filter.receive(Self.fix(70, north: 1500 + 1450)).isTrusted)
  }

  @Test func aJumpDoesNotBecomePossibleByWaiting() {
    // At a plane's speed 1.5 km are 7 s; a walker does not come there in 20.
    let filter = Judge()
    for second in 0..<60 { filter.receive(Self.fix(Double(second))) }
    for second in 60..<79 {
      #expect(filter.receive(Self.fix(Double(second), north: 1500)) == .rejected(.jump))
    }
    #expect(filter.receive(Self.fix(79)).isTrusted)
  }

  @Test func aWildFixIsDropped() throws {
    let filter = Judge()
    filter.receive(Self.fix(0))
    #expect(filter.receive(Self.fix(1, north: 90_000)) == .rejected(.jump))
    #expect(filter.receive(Self.fix(2, north: 90_000)) == .rejected(.jump))
    let good = try filter.trusted(Self.fix(3))
    #expect(!good.restarts)
    // What was thought of the place before counts no more.
    #expect(filter.receive(Self.fix(4, north: 90_000)) == .rejected(.jump))
  }

  @Test func aJumpIsOutvotedByThreeFixesThatAgree() throws {
    let filter = Judge()
    filter.receive(Self.fix(0))
    #expect(filter.receive(Self.fix(1, north: 90_000)) == .rejected(.jump))
    #expect(filter.receive(Self.fix(1, north: 90_000)) == .rejected(.jump))
    #expect(filter.receive(Self.fix(2, north: 90_010)) == .rejected(.jump))
    let third = try filter.trusted(Self.fix(3, north: 90_020))
    #expect(third.restarts)
    let fourth = try filter.trusted(Self.fix(4, north: 90_030))
    #expect(!fourth.restarts)
  }

  @Test func fiveFixesASecondOutvoteAJumpAfterTwoSeconds() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    for step in 0..<10 {
      #expect(
        filter.receive(Self.fix(1 + Double(step) / 5, north: 90_000)) == .rejected(.jump))
    }
    #expect(filter.receive(Self.fix(3, north: 90_000)).isTrusted)
  }

  @Test(arguments: [(10.0, 10.0), (600, 25)])
  func aJumpMustLastAsLongAsThePlaceBefore(_ settled: Double, _ proof: Double) {
    let filter = Judge()
    for second in stride(from: 0, through: settled, by: 1) { filter.receive(Self.fix(second)) }
    var second = settled + 1
    while second < settled + 1 + proof {
      #expect(filter.receive(Self.fix(second, north: 1500)) == .rejected(.jump))
      second += 0.2
    }
    #expect(filter.receive(Self.fix(second + 0.1, north: 1500)).isTrusted)
  }

  @Test func fixesThatAreAllElsewhereOutvoteNothing() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    for step in 1..<30 {
      let north = step.isMultiple(of: 2) ? 90_000.0 : -90_000
      #expect(filter.receive(Self.fix(Double(step), north: north)) == .rejected(.jump))
    }
  }

  // MARK: A place that stands still

  @Test func aPlaceThatStaysOnTheWayIsNotOne() {
    let filter = Judge()
    for second in 0...13 { #expect(filter.receive(Self.walking(Double(second))).isTrusted) }
    for second in 15..<30 {
      #expect(filter.receive(Self.walking(Double(second))) == .rejected(.frozenPosition))
    }
    #expect(filter.receive(Self.walking(30, north: 40)).isTrusted)
    #expect(filter.receive(Self.walking(31, north: 41.5)).isTrusted)
  }

  @Test(arguments: [0.0, 0.3, 0.9]) func aPlaceMayStayAtAStand(_ speed: Double) {
    let filter = Judge()
    for second in 0..<600 {
      #expect(filter.receive(Self.walking(Double(second), speed: speed)).isTrusted)
    }
  }

  private static func walking(
    _ seconds: Double, north: Double = 0, speed: Double = 1.5
  ) -> Fix {
    var fix = fix(seconds, north: north)
    fix.speed = speed
    return fix
  }

  // MARK: The timeline

  @Test func theTimelineIsTheReceiversWhereNothingArrives() throws {
    let filter = Judge()
    let instants = try [0, 1.25, 100].map { try filter.trusted(Self.fix($0)).instant }
    #expect(instants == [0, 1.25, 100].map(Self.instant))
    #expect(filter.timelineLead == .zero)
  }

  @Test func arrivalsThatAreLateNowAndThenDoNotBendTheTimeline() throws {
    let filter = Judge()
    var generator = SeededGenerator(seed: 3)
    for second in 0..<100 {
      let late = second == 0 ? 0 : Double.random(in: 0...2, using: &generator)
      let fix = try filter.trusted(
        Self.fix(Double(second)), arrival: 50 + Double(second) + late)
      #expect(fix.instant == Self.instant(50 + Double(second)))
      #expect(abs(filter.timelineLead.inSeconds + late) < 1e-9)
    }
  }

  @Test(arguments: [600_000_000.0, 3600])
  func aClockThatJumpsAheadDoesNotMoveTheTimeline(_ ahead: Double) throws {
    let filter = Judge()
    for second in 0..<20 {
      let time = Double(second) + (second < 10 ? 0 : ahead)
      let arrival = 50 + Double(second)
      guard !(10..<15).contains(second) else {
        #expect(filter.receive(Self.fix(time), arrival: arrival) == .rejected(.ahead))
        continue
      }
      let fix = try filter.trusted(Self.fix(time), arrival: arrival)
      #expect(fix.instant == Self.instant(50 + Double(second)))
      #expect(fix.time == Self.fix(time).time)
      #expect(filter.timelineLead == .zero)
    }
  }

  @Test func oneFixFromTheFutureIsDropped() throws {
    for start in [nil, 50.0] {
      let filter = Judge()
      for second in 0..<20 {
        let arrival = start.map { $0 + Double(second) }
        if second == 10 {
          let future = Self.fix(400_000_000)
          #expect(filter.receive(future, arrival: arrival) == .rejected(.ahead))
        } else {
          try filter.trusted(Self.fix(Double(second)), arrival: arrival)
        }
      }
    }
  }

  @Test func yearsThatDoNotGoOnFromEachOtherProveNothing() {
    let filter = Judge()
    filter.receive(Self.fix(0), arrival: 50)
    for second in 1..<20 {
      let wild = Self.fix(Double(second) * 40_000_000)
      #expect(filter.receive(wild, arrival: 50 + Double(second)) == .rejected(.ahead))
    }
  }

  @Test func aRecordingMayPauseForADay() throws {
    let day = 86_400.0
    let filter = Judge()
    try filter.trusted(Self.fix(0))
    try filter.trusted(Self.fix(day))
    for second in [1.0, 3] {
      #expect(filter.receive(Self.fix(2 * day + second)) == .rejected(.ahead))
    }
    try filter.trusted(Self.fix(2 * day + 6))
  }

  @Test func aDateIsProvenByThreeFixesOverFiveSeconds() throws {
    let filter = Judge()
    let proven = try (0..<8).map { try filter.trusted(Self.fix(Double($0))).isDateProven }
    #expect(proven == [false, false, false, false, false, true, true, true])
    // A clock that was set has proven its date before it is believed.
    for second in 1..<6 { filter.receive(Self.fix(Double(second) - 1000)) }
    let later = try filter.trusted(Self.fix(-994))
    #expect(later.isDateProven)
  }

  @Test func aClockThatJumpsBackDoesNotMoveTheTimeline() throws {
    let filter = Judge()
    filter.receive(Self.fix(0), arrival: 50)
    var taken: [TrustedFix] = []
    for second in 1..<20 {
      let verdict = filter.receive(
        Self.fix(Double(second) - 600_000_000), arrival: 50 + Double(second))
      if case .trusted(let fix) = verdict { taken.append(fix) }
    }
    #expect(taken.count == 14)
    #expect(taken.first?.instant == Self.instant(56))
    #expect(filter.timelineLead == .zero)
  }

  @Test func aGapIsAsLongAsTheReceiverSays() throws {
    let filter = Judge()
    filter.receive(Self.fix(0), arrival: 50)
    let fix = try filter.trusted(Self.fix(40), arrival: 90.5)
    #expect(fix.instant == Self.instant(90))
  }

  // MARK: Fixes

  private static func at(_ latitude: Double, _ longitude: Double, device: String? = "a") -> Fix {
    Fix(
      mode: .fix3D, device: device, time: epoch,
      coordinate: Coordinate(latitude: latitude, longitude: longitude))
  }

  private static func fix(
    _ seconds: Double, north: Double = 0, device: String? = "a"
  ) -> Fix {
    Fix(
      mode: .fix3D, device: device, time: epoch.advanced(by: .seconds(seconds)),
      coordinate: home.offset(east: 0, north: north))
  }

  private static func instant(_ seconds: Double) -> Instant {
    Instant(.seconds(seconds))
  }
}

/// A filter that is asked for one verdict after the other.
private final class Judge {
  private var filter: FixFilter

  /// Why a fix that should have been trusted was not.
  private struct Untrusted: Error {
    let reason: Rejection
  }

  init(device: String? = nil) {
    filter = FixFilter(device: device)
  }

  var timelineLead: Duration { filter.timelineLead }

  @discardableResult
  func receive(_ fix: Fix, arrival: Double? = nil) -> FixFilter.Verdict {
    filter.receive(fix, arrival: arrival.map { Instant(.seconds($0)) })
  }

  /// Takes a fix in that must be trusted.
  @discardableResult
  func trusted(_ fix: Fix, arrival: Double? = nil) throws -> TrustedFix {
    switch receive(fix, arrival: arrival) {
    case .trusted(let fix): return fix
    case .rejected(let reason): throw Untrusted(reason: reason)
    }
  }
}

extension FixFilter.Verdict {
  fileprivate var isTrusted: Bool {
    if case .trusted = self { true } else { false }
  }
}
