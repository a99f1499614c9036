import Base
import Board
import Geofence
import Picket
import Testing

struct FixPathTests {
  @Test(arguments: 1...20) func arrivalsAreKeptWhereTheyMatter(seed: UInt64) {
    var stream = UnevenStream(seed: seed)
    var path = FixPath(filter: FixFilter(), decider: Fixes())
    var judged = 0
    var named = 0
    for _ in 0..<2000 {
      let (line, arrival) = stream.next()
      // The simple way to check: each fix is filtered twice.
      var (filter, replayed) = (path.filter, path.filter)
      guard case .fix(let fix) = path.receive(line, .live(arrival)).report,
        let judgment = path.judgment
      else { continue }
      let elapsed = filter.elapsed(to: fix, at: arrival)
      #expect(judgment.verdict == filter.receive(fix, arrival: arrival))
      let isNeeded = replayed.receive(fix) != judgment.verdict
      #expect(judgment.arrival == (isNeeded ? .recorded(arrival, elapsed: elapsed) : nil))
      judged += 1
      named += isNeeded ? 1 : 0
    }
    #expect(judged > 1500)
    #expect(1..<judged / 2 ~= named, "\(named) of \(judged)")
  }

  @Test func switchToAnEarlierClockNeedsArrivals() {
    var path = FixPath(filter: FixFilter(), decider: Fixes())
    _ = path.receive(UnevenStream.line(second: 20), .live(Instant(.seconds(100))))
    var named: [Double] = []
    for second in 11...22 {
      // Its clock is 9 s behind; without arrivals it is unknown whether the first still reports.
      let line = UnevenStream.line(second: Double(second), device: "/dev/b")
      _ = path.receive(line, .live(Instant(.seconds(Double(second) + 89))))
      if path.judgment?.arrival != nil { named.append(Double(second)) }
    }
    #expect(named.contains(22), "\(named)")
  }

  @Test(arguments: 1...10) func replayWithArrivalsGivesTheSameVerdicts(seed: UInt64) {
    var stream = UnevenStream(seed: seed)
    var live = FixPath(filter: FixFilter(), decider: Fixes())
    var replay = FixPath(filter: FixFilter(), decider: Fixes())
    for _ in 0..<2000 {
      let (line, arrival) = stream.next()
      _ = live.receive(line, .live(arrival))
      _ = replay.receive(line, live.judgment?.arrival ?? .unknown)
    }
    let (lived, replayed) = (live.decider.list, replay.decider.list)
    #expect(lived.count > 500)
    #expect(lived == replayed)
  }

  @Test func surveyHasTheFixesOfAMonitor() {
    var survey = FixPath(filter: FixFilter(), decider: Survey())
    var monitor = FixPath(filter: FixFilter(), decider: RegionMonitor(regions: []))
    for second in 0..<60 {
      // One fix jumps to an impossible place.
      let line = UnevenStream.line(second: Double(second), east: second == 30 ? 9e5 : 0)
      _ = survey.receive(line)
      _ = monitor.receive(line)
    }
    let (surveyed, tally) = (survey.decider.count, monitor.tally)
    #expect(surveyed == 59)
    #expect(tally.rejected == [.jump: 1])
    #expect(survey.tally == tally)
  }

  @Test func tooLongLineIsUnreadable() {
    var path = FixPath(filter: FixFilter(), decider: Fixes())
    let step = path.receive(.tooLong)
    let unreadable = path.tally.unreadable
    #expect(step.report == .unreadable("it is longer than 32 kB"))
    #expect(unreadable == 1)
  }

  @Test func anotherReceiverDoesNotEndTheReception() {
    var path = FixPath(filter: FixFilter(), decider: Fixes())
    let now = Instant(.seconds(5))
    _ = path.receive(UnevenStream.line(second: 0), .live(now))
    let other = #"{"class":"TPV","device":"/dev/b","mode":1}"#
    let step = path.receive(.whole(Array(other.utf8)), .live(now))
    let reception = path.reception
    #expect(!step.isFollowed)
    #expect(reception == .fix3D)
  }

  @Test func onlyFixesAreJudged() {
    var path = FixPath(filter: FixFilter(), decider: Fixes())
    func isJudged(_ path: borrowing FixPath<Fixes>) -> Bool { path.judgment != nil }
    _ = path.receive(UnevenStream.line(second: 0))
    let fix = isJudged(path)
    _ = path.receive(.whole(Array(#"{"class":"SKY"}"#.utf8)))
    let sky = isJudged(path)
    _ = path.receive(UnevenStream.line(second: 1))
    path.receive(.lost("no"))
    let loss = isJudged(path)
    #expect(fix && !sky && !loss)
  }
}

/// The accuracy that real receivers claim, compared with the scatter of their fixes.
struct AccuracyDoubtTests {
  @Test func receiverWithScatteredFixesIsDoubted() throws {
    let doubt = try #require(try doubt(after: "snapper_w03"))
    #expect(doubt.isOptimistic)
    #expect(doubt.observed > 6 && doubt.observed < 30)
  }

  @Test func receiverWithoutAClaimIsNotDoubted() throws {
    #expect(try doubt(after: "static_ntu_ublox_2022-10-08") == nil)
  }

  private func doubt(after name: String) throws -> AccuracyCheck.Doubt? {
    let folder = try TemporaryFolder()
    let capture = try Recording.unpacked(Recording.real("\(name).json.xz"), in: folder)
    var path = FixPath(filter: FixFilter(), decider: RegionMonitor(regions: []))
    try Capture.forEachLine(of: capture) { _ = path.receive($0) }
    return path.accuracy.doubt
  }
}

/// The fixes that were trusted.
private struct Fixes: Decider {
  private(set) var list: [TrustedFix] = []

  mutating func decide(_ fix: TrustedFix) -> [Finding] {
    list.append(fix)
    return []
  }
}

/// Reports of two receivers with stalls, repetitions, jumps and clocks that are set.
private struct UnevenStream {
  private var random: SeededGenerator
  private var second = 0.0
  private var arrival = 100.0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> (line: LineSplitter.Line, arrival: Instant) {
    var device = "/dev/a"
    switch Int.random(in: 0..<60, using: &random) {
    case 0: pass(.random(in: 0...30, using: &random))
    case 1: arrival += .random(in: 0...20, using: &random)
    case 2: second += .random(in: 1...100_000, using: &random)
    case 3: second -= .random(in: 1...100_000, using: &random)
    case 4...7: break
    case 8...11: device = "/dev/b"
    case 12: second += 1
    case 13: return (.whole(Array(#"{"class":"SKY","device":"/dev/a"}"#.utf8)), instant)
    case 14: return (.whole(Array(#"{"class":"TPV","device":"/dev/a","mode":1}"#.utf8)), instant)
    default: pass(1)
    }
    let east = Int.random(in: 0..<50, using: &random) == 0 ? 9e4 : 0
    return (Self.line(second: second, east: east, device: device), instant)
  }

  private var instant: Instant { Instant(.seconds(arrival)) }

  private mutating func pass(_ seconds: Double) {
    second += seconds
    arrival += seconds
  }

  static func line(
    second: Double, east: Double = 0, device: String = "/dev/a"
  ) -> LineSplitter.Line {
    // From 2026-06-03T09:00:00Z.
    let time = Timestamp(nanoseconds: (1_780_477_200_000 + Int64(second * 1000)) * 1_000_000)
    let text = """
      {"class":"TPV","device":"\(device)","mode":3,"time":"\(time.rfc3339)","lat":47.0,\
      "lon":\(15 + east / 76_057),"speed":0.1,"eph":12.0}
      """
    return .whole(Array(text.utf8))
  }
}
