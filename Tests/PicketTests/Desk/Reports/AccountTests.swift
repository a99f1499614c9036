@testable import Desk
import Geofence
@testable import PicketCommand
import Testing

struct AccountTests {
  static let here = Coordinate(latitude: 47, longitude: 15)

  @Test(arguments: ["14-nested-1hz", "12-dropout-1hz", "05-pace-border-1hz", "07-graze-out-1hz"])
  func countsMatchTheSummary(name: String) throws {
    let walk = try ReportedWalk(scored: name)
    let account = walk.account
    #expect(account.moments.count == walk.explanations.count)
    #expect(account.events.map(\.event) == walk.events)
    for (region, line) in zip(account.regions, walk.summary.dropFirst()) {
      let record = account.histories[account.regions.firstIndex(of: region) ?? 0].record
      let words = line.split(separator: " ").map(String.init)
      #expect(words.first == region.id)
      #expect(words[1] == "\(record.visits)")
      #expect(words.last == "\(record.nearMisses)")
    }
  }

  @Test func timeCountsFromTheFirstTrustedFix() {
    let walk = ReportedWalk([
      #"{"class":"TPV","mode":1,"time":"2026-06-03T09:00:00.000Z"}"#,
      #"{"class":"TPV","mode":1,"time":"2026-06-03T09:00:20.000Z"}"#,
      #"{"class":"TPV","mode":3,"time":"2026-06-03T09:00:30.000Z","lat":47,"lon":15}"#,
      #"{"class":"TPV","mode":3,"time":"2026-06-03T09:00:31.000Z","lat":0,"lon":0}"#,
      #"{"class":"TPV","mode":3,"time":"2026-06-03T09:00:33.500Z","lat":47,"lon":15}"#,
    ])
    #expect(walk.account.moments.map(\.offset) == [-30, -10, 0, 1, 3.5])
    #expect(
      walk.account.moments.map(\.rejection) == [.noFix, .noFix, nil, .nullIsland, nil])
    #expect(walk.account.unseen == [Interval(start: -30, end: 0)])
  }

  @Test func partsOfAFixAreOneMoment() {
    let parts = (10..<20).flatMap { second in
      [#""speed":1.1"#, #""speed":0.5,"track":90"#].map { fields in
        """
        {"class":"TPV","device":"a","mode":3,"time":"2026-06-03T09:00:\(second).000Z","lat":47,\
        "lon":15,"eph":9.5,\(fields)}
        """
      }
    }
    let account = ReportedWalk(parts, regions: [ReportedWalk.circle("ring", Self.here, 60)]).account
    #expect(account.moments.map(\.offset) == (0..<10).map(Double.init))
    #expect(account.moments.allSatisfy { $0.rejection == nil && $0.standings.count == 1 })
  }

  @Test func blindnessIsAnInterval() {
    let way = ReportedWalk.straight(past: Self.here, metres: 100)
    let walk = ReportedWalk(Array(way[..<40] + way[70...]))
    #expect(walk.account.unseen == [Interval(start: 39, end: 70)])
    // Depth and accuracy are not drawn across the gap.
    #expect(walk.account.accuracy.columns.filter(\.isLifted).map(\.offset) == [0, 70])
  }

  @Test func cueOfALimitIsNoApproachCue() throws {
    var region = ReportedWalk.circle("gate", Self.here, 60)
    region.speedRule = SpeedRule(limit: 3)
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 100), regions: [region])
    #expect(walk.account.events.contains { $0.event.kind == .speeding })
    let event = try #require(
      PageData(walk.page).objects("list").first { $0["event"] as? String == "speeding" })
    #expect(event["topSpeed"] as? Double == 7.2 && event["seconds"] as? Double ?? 0 > 0)
    #expect(walk.account.cues.isEmpty)
  }

  @Test func eventOfADeadlineHasItsTime() throws {
    var region = ReportedWalk.circle("gate", Self.here, 60)
    region.dwell = .milliseconds(10_500)
    let walk = ReportedWalk(
      ReportedWalk.straight(past: Self.here, metres: 100), regions: [region])
    let dwell = try #require(walk.account.events.first { $0.event.kind == .dwell })
    let enter = try #require(walk.account.events.first)
    #expect(dwell.offset == enter.offset + 10.5)
  }

  @Test(arguments: [3, 7, 12] as [UInt64]) func recordedWalkIsReproduced(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var course = RecordedCourse(seed: seed)
    try course.go(100)
    try course.start(in: folder.path)
    try course.go(500)
    try course.end()
    let walk = try Walk(path: "\(folder.path)/walk")
    let replayed = try ReplayedWalk(walk)
    #expect(replayed.account.differences.isEmpty)
    #expect(replayed.account.events.map(\.event.json) == walk.events)
    #expect(replayed.account.changes.count == walk.laterRegions.count)
    let page = ReportPage(replayed.account, monitor: replayed.monitor).html()
    let listed = try PageData(page).objects("list").map { $0["seq"] as? Int }
    #expect(listed == replayed.account.events.map(\.event.sequence))
  }

  @Test func regionsChangedDuringAWalkAreKept() {
    var account = Account(
      title: "", regions: [ReportedWalk.circle("b", Self.here, 50)], blindLimit: .seconds(10))
    account.watch([
      ReportedWalk.circle("a", Self.here, 20), ReportedWalk.circle("b", Self.here, 30),
    ])
    #expect(account.regions.map(\.id) == ["b", "a"])
    #expect(account.regions[0] == ReportedWalk.circle("b", Self.here, 30))
    #expect(account.changes == [0])
  }
}

struct ThinningTests {
  private func moment(_ second: Int, _ weight: Moment.Weight = .nothing) -> Moment {
    Moment(
      offset: Double(second), time: nil, rejection: nil, raw: nil, estimate: nil, sigma: 2,
      eph: nil, standings: 0..<0, trackState: .outside, weight: weight)
  }

  @Test func shortWalkIsComplete() {
    let thinning = Thinning((0..<100).map { moment($0) }, most: 100)
    #expect(thinning.kept == Array(0..<100))
    #expect(thinning.spacing == nil)
  }

  @Test func thinningKeepsEvents() {
    let moments = (0..<10_000).map { moment($0, $0 % 1000 == 7 ? .event : .nothing) }
    let thinning = Thinning(moments, most: 1000)
    #expect(thinning.spacing == 20)
    #expect(thinning.kept.count <= 1000)
    #expect(!thinning.isCrowded)
    for index in stride(from: 7, to: 10_000, by: 1000) { #expect(thinning.kept.contains(index)) }
    #expect(thinning.kept.first == 0 && thinning.kept.last == 9999)
  }

  @Test func eventsComeFirstInACrowd() {
    let moments = (0..<10_000).map { moment($0, $0.isMultiple(of: 50) ? .event : .changed) }
    let thinning = Thinning(moments, most: 1000)
    #expect(thinning.isCrowded)
    #expect(thinning.kept.count <= 1001)
    for index in stride(from: 0, to: 10_000, by: 50) { #expect(thinning.kept.contains(index)) }
  }
}

struct ProfileTests {
  @Test func columnsAreLimited() {
    var profile = Profile()
    for step in 0..<100_000 {
      profile.note(step.isMultiple(of: 777) ? 9 : Double(step % 3), at: Double(step) * 0.2)
    }
    #expect(profile.columns.count <= Profile.most)
    #expect(profile.columns.count > Profile.most / 3)
    // No peak is lost.
    #expect(profile.coarser(than: 100).count <= 100)
    #expect(profile.coarser(than: 100).map(\.greatest).max() == 9)
    #expect(profile.coarser(than: 100).map(\.least).min() == 0)
  }

  @Test func separateColumnsStayApart() {
    var profile = Profile()
    profile.note(1, at: 0)
    profile.lift()
    profile.note(2, at: 0.01)
    profile.note(3, at: 0.02)
    #expect(profile.columns.map(\.isLifted) == [true, true])
    #expect(profile.coarser(than: 1).count == 2)
  }

  @Test func clockMayGoBack() {
    var profile = Profile()
    for offset in [0.0, 10, 5, 1e300, 20] { profile.note(offset, at: offset) }
    #expect(!profile.columns.isEmpty)
    #expect(profile.columns.count <= 5)
  }
}
