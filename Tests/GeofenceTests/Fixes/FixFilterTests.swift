import Testing

@testable import Geofence

struct FixFilterTests {
  private static let home = Coordinate(latitude: 51.5, longitude: -0.14)
  private static let epoch = Timestamp(nanoseconds: 1_780_000_000_000_000_000)

  // MARK: One fix

  @Test(arguments: [
    (Fix(mode: .notSeen, time: epoch, coordinate: home), Rejection.noMode),
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
  func unusableFixIsRejectedWithItsReason(_ fix: Fix, _ reason: Rejection) {
    var fix = fix
    // The configured device, except where the device itself is tested.
    let device = "/dev/ttyACM0"
    if reason != .otherDevice { fix.device = device }
    let filter = Judge(device: device)
    #expect(filter.receive(fix) == .rejected(reason))
    #expect(filter.timelineLead == .zero)
  }

  @Test func fixOfModeTwoOrThreeStays() throws {
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

  @Test(arguments: [
    (150.0, 150.0), (151, nil), (1e300, nil), (.infinity, nil), (.nan, nil), (0.0, 0.0),
    (-0.1, nil), (-1e300, nil),
  ])
  func impossibleSpeedIsIgnored(_ speed: Double, _ believed: Double?) throws {
    let filter = Judge()
    let fix = Fix(
      mode: .fix3D, device: "a", time: Self.epoch, coordinate: Self.home, speed: speed, track: 90)
    #expect(try filter.trusted(fix).speed == believed)
  }

  @Test func zeroCoordinateIsAPosition() throws {
    for place in [(0.0, 10.0), (10, 0), (0, 0.000_01)] {
      let filter = Judge()
      try filter.trusted(Self.at(place.0, place.1))
    }
  }

  @Test(arguments: [
    (2.5, 100.0, 2.5), (nil, 12.6, 2), (nil, nil, 3), (0, 12.6, 2), (.nan, nil, 3),
    (nil, .infinity, 3), (nil, 0, 3), (-1, -1, 3),
  ])
  func reportedSigmaPrecedesTheEstimate(
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
    // An eph this large is not from an HDOP of 99: the error really is that large.
    (.receiver, 2.0.squareRoot() * 2000, 2000, .receiver),
  ])
  func ephIsConvertedByItsSource(
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

  @Test func unknownErrorBecomesTheUsualError() throws {
    let filter = Judge()
    func sigma(_ second: Double) throws -> Double {
      var fix = Self.fix(second)
      fix.eph = 19 * 99.99
      return try filter.trusted(fix).sigma
    }
    // For ten fixes the receiver may have only just found its position.
    let first = try (0..<10).map { try sigma(Double($0)) }
    #expect(first.allSatisfy { $0 > 300 })
    let later = try sigma(10)
    #expect(later == 3)
    filter.receive(Fix(mode: .noFix))
    let again = try sigma(11)
    #expect(again > 300)
  }

  @Test(arguments: [0.9, nil]) func knownErrorNeverBecomesTheUsual(_ sigma: Double?) throws {
    let filter = Judge()
    for second in 0..<60 {
      var fix = Self.fix(Double(second))
      // One HDOP, or one GST, that is not unknown.
      if second == 0 { (fix.sigma, fix.eph) = (sigma, 19 * 0.9) } else { fix.eph = 19 * 99.99 }
      let trusted = try filter.trusted(fix)
      #expect(second == 0 || trusted.sigma > 300)
    }
  }

  @Test func unknownErrorWithDGPSIsNotAnother() throws {
    let filter = Judge()
    for second in 0..<20 {
      var fix = Self.fix(Double(second))
      fix.eph = (second == 0 ? 4.75 : 19) * 99.99
      let trusted = try filter.trusted(fix)
      #expect(second < 11 || trusted.sigma == 3)
    }
  }

  // MARK: Time that repeats

  @Test func epochIsAcceptedOnce() throws {
    let filter = Judge()
    try filter.trusted(Self.fix(0))
    for _ in 0..<18 { #expect(filter.receive(Self.fix(0)) == .rejected(.duplicate)) }
    try filter.trusted(Self.fix(1))
  }

  @Test func stoppedTimeDiffersFromARepetition() throws {
    let filter = Judge()
    try filter.trusted(Self.fix(0), arrival: 100)
    for (arrival, reason) in [
      (100.1, Rejection.duplicate), (105, .duplicate), (105.1, .frozenTime), (500, .frozenTime),
    ] {
      #expect(filter.receive(Self.fix(0), arrival: arrival) == .rejected(reason))
    }
    try filter.trusted(Self.fix(1), arrival: 501)
  }

  // MARK: Several devices

  @Test func firstDeviceWithAFixIsUsed() throws {
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
  func otherDeviceIsUsedAfterTenSeconds(_ start: Double?) {
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
  func otherDeviceIsUsedDespiteItsYear(_ years: Double) {
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
  func otherDevicesClockIsNotSet(_ ahead: Double) {
    let filter = Judge()
    filter.receive(Self.fix(0, device: "a"), arrival: 100)
    filter.receive(Self.fix(1 + ahead, device: "b"), arrival: 101)
    // At once: the 5 s are for a receiver whose own clock was set.
    for time in 10...20 {
      let verdict = filter.receive(
        Self.fix(Double(time) + ahead, device: "b"), arrival: 100 + Double(time))
      #expect(verdict.isTrusted, "\(time): \(verdict)")
    }
  }

  @Test(arguments: [-31_536_000.0, 31_536_000])
  func devicesAYearApartAreBothReplayed(_ ahead: Double) {
    let filter = Judge()
    var trusted = 0
    for second in 0..<150 {
      let isSecond = (35..<70).contains(second)
      let fix = Self.fix(Double(second) + (isSecond ? ahead : 0), device: isSecond ? "b" : "a")
      if filter.receive(fix).isTrusted { trusted += 1 }
    }
    // Each change of device costs 10 s.
    #expect(trusted == 130)
  }

  // MARK: Time that goes back

  @Test func lateReportIsDropped() throws {
    let filter = Judge()
    for second in stride(from: 10.0, to: 60, by: 1) {
      try filter.trusted(Self.fix(second))
      #expect(filter.receive(Self.fix(second - 3)) == .rejected(.backwards))
    }
  }

  @Test(arguments: [3600.0, 600_000_000])
  func setBackClockCountsAfterFiveSeconds(_ back: Double) throws {
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

  @Test func setBackClockNeedsThreeFixes() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    #expect(filter.receive(Self.fix(-100)) == .rejected(.backwards))
    #expect(filter.receive(Self.fix(-94)) == .rejected(.backwards))
    // A repeated fix does not count as the third.
    #expect(filter.receive(Self.fix(-94)) == .rejected(.backwards))
    #expect(filter.receive(Self.fix(-93)).isTrusted)
  }

  @Test func secondSetBackNeedsProofAgain() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    for time in [-100.0, -96, -200, -196] {
      #expect(filter.receive(Self.fix(time)) == .rejected(.backwards))
    }
    #expect(filter.receive(Self.fix(-194)).isTrusted)
  }

  // MARK: Jumps

  @Test(arguments: [(1.0, 525.0, true), (1, 535, false), (10, 790, true), (10, 810, false)])
  func carSpeedLimitsAnUnknownCarrier(_ after: Double, _ metres: Double, _ isTrusted: Bool) {
    let filter = Judge()
    filter.receive(Self.fix(0))
    let verdict = filter.receive(Self.fix(after, north: metres))
    #expect(verdict.isTrusted == isTrusted)
    if !isTrusted { #expect(verdict == .rejected(.jump)) }
  }

  @Test(arguments: [(1.4, 795.0, 805.0), (20, 1295, 1305), (149, 1995, 2005)])
  func fastCarrierMayGoFarther(_ speed: Double, _ near: Double, _ far: Double) {
    for (metres, isTrusted) in [(near, true), (far, false)] {
      let filter = Judge()
      for second in 0..<5 {
        let north = speed * Double(min(second, 2) - 2)
        var fix = Self.fix(Double(second), north: north)
        (fix.speed, fix.track) = (second < 3 ? speed : 0, 0)
        filter.receive(fix)
      }
      #expect(filter.receive(Self.fix(14, north: metres)).isTrusted == isTrusted)
    }
  }

  @Test func withoutSpeedsPositionsGiveTheTopSpeed() {
    let filter = Judge()
    for second in 0...60 { filter.receive(Self.fix(Double(second), north: 25 * Double(second))) }
    #expect(filter.receive(Self.fix(70, north: 1500 + 1450)).isTrusted)
  }

  @Test func waitingDoesNotMakeAJumpPossible() {
    // 1.5 km take 7 s at a plane's speed, but a walker cannot be there after 20 s.
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
    // The earlier fixes at that place no longer count.
    #expect(filter.receive(Self.fix(4, north: 90_000)) == .rejected(.jump))
  }

  @Test func threeConsistentFixesConfirmAJump() throws {
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

  @Test func fiveHertzConfirmsJumpsAfterTwoSeconds() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    for step in 0..<10 {
      #expect(
        filter.receive(Self.fix(1 + Double(step) / 5, north: 90_000)) == .rejected(.jump))
    }
    #expect(filter.receive(Self.fix(3, north: 90_000)).isTrusted)
  }

  @Test(arguments: [(10.0, 10.0), (600, 25)])
  func jumpProofDependsOnThePreviousStay(_ settled: Double, _ proof: Double) {
    let filter = Judge()
    for second in stride(from: 0, through: settled, by: 1) { filter.receive(Self.fix(second)) }
    var second = settled + 1
    while second < settled + 1 + proof {
      #expect(filter.receive(Self.fix(second, north: 1500)) == .rejected(.jump))
      second += 0.2
    }
    #expect(filter.receive(Self.fix(second + 0.1, north: 1500)).isTrusted)
  }

  @Test func scatteredFixesConfirmNoJump() {
    let filter = Judge()
    filter.receive(Self.fix(0))
    for step in 1..<30 {
      let north = step.isMultiple(of: 2) ? 90_000.0 : -90_000
      #expect(filter.receive(Self.fix(Double(step), north: north)) == .rejected(.jump))
    }
  }

  // MARK: A place that stands still

  @Test func frozenPositionWhileMovingIsRejected() {
    let filter = Judge()
    for second in 0...11 { #expect(filter.receive(Self.walking(Double(second))).isTrusted) }
    for second in 12..<30 {
      #expect(filter.receive(Self.walking(Double(second))) == .rejected(.frozenPosition))
    }
    #expect(filter.receive(Self.walking(30, north: 40)).isTrusted)
    #expect(filter.receive(Self.walking(31, north: 41.5)).isTrusted)
  }

  @Test(arguments: [0.0, 0.3, 0.9]) func standingCarrierMayRepeatItsPosition(_ speed: Double) {
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

  @Test func withoutArrivalsTheReceiverGivesTheTimeline() throws {
    let filter = Judge()
    let instants = try [0, 1.25, 100].map { try filter.trusted(Self.fix($0)).instant }
    #expect(instants == [0, 1.25, 100].map(Self.instant))
    #expect(filter.timelineLead == .zero)
  }

  @Test func lateArrivalsDoNotBendTheTimeline() throws {
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
  func clockJumpAheadKeepsTheTimeline(_ ahead: Double) throws {
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

  @Test func inconsistentYearsProveNothing() {
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

  @Test func fiveSecondsOfFixesProveADate() throws {
    let filter = Judge()
    let proven = try (0..<8).map { try filter.trusted(Self.fix(Double($0))).isDateProven }
    #expect(proven == [false, false, false, false, false, true, true, true])
    // A clock that was set proves its date before its fixes are trusted.
    for second in 1..<6 { filter.receive(Self.fix(Double(second) - 1000)) }
    let later = try filter.trusted(Self.fix(-994))
    #expect(later.isDateProven)
  }

  @Test func clockJumpBackKeepsTheTimeline() throws {
    let filter = Judge()
    filter.receive(Self.fix(0), arrival: 50)
    var accepted: [TrustedFix] = []
    for second in 1..<20 {
      let verdict = filter.receive(
        Self.fix(Double(second) - 600_000_000), arrival: 50 + Double(second))
      if case .trusted(let fix) = verdict { accepted.append(fix) }
    }
    #expect(accepted.count == 14)
    #expect(accepted.first?.instant == Self.instant(56))
    #expect(filter.timelineLead == .zero)
  }

  @Test func receiverTimeGivesTheGapsLength() throws {
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

/// A filter that judges one fix after the other.
private final class Judge {
  private var filter: FixFilter

  /// The rejection of a fix that should have been trusted.
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

  /// Receives a fix that must be trusted.
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
