import Base
import Desk
import Foundation
import Geofence
import Records
import Testing

struct JournalReportTests {
  private func event(
    _ number: Int, _ kind: Event.Kind, _ region: String, second: Int, place: Coordinate? = nil
  ) -> String {
    var line = JSONLine()
    line.add("seq", number)
    line.add("event", kind.rawValue)
    line.add("region", region)
    line.add("time", Timestamp(seconds: 1_780_478_071 + Double(second))?.rfc3339)
    line.add("lat", place?.latitude, decimals: 7)
    line.add("lon", place?.longitude, decimals: 7)
    return line.text
  }

  private func records(_ lines: [String]) -> [JournalRecord] {
    lines.compactMap(JournalRecord.init)
  }

  /// The states of a region in its row, in order.
  private static func states(of region: String, on page: String) throws -> [String] {
    let data = try PageData(page)
    let states = try #require(try data.row(region)["states"] as? [String: Any])
    let names = ["unknown", "outside", "inside", "unsure"]
    let (from, to) = (try data.sums("from", of: states), try data.sums("to", of: states))
    #expect(zip(from, to).allSatisfy { $0 < $1 })
    return try data.numbers("state", of: states).map { names[$0] }
  }

  @Test func eventsAndBlindnessAreShown() throws {
    let place = Coordinate(latitude: 47, longitude: 15)
    let page = ReportPage(
      journal: records([
        #"{"event":"start","time":"2026-06-03T09:00:00.000Z","uptime":1,"text":"picket 1"}"#,
        event(1, .enter, "gate", second: 100, place: place),
        #"{"event":"blind","time":"2026-06-03T09:20:00.000Z","uptime":1,"text":"no fix"}"#,
        #"{"event":"sighted","time":"2026-06-03T09:22:30.000Z","uptime":1,"text":"a fix"}"#,
        #"{"event":"mark","time":"2026-06-03T09:23:00.000Z","text":"a <mark>","lat":47,"lon":15}"#,
        event(2, .exit, "gate", second: 3000),
      ]), title: "Journal"
    ).html()
    let data = try PageData(page)
    #expect(!data.map.isEmpty)
    let unseen = data.objects("unseen")
    #expect(unseen.map { ($0["to"] as? Int ?? 0) - ($0["from"] as? Int ?? 0) } == [150_000])
    #expect(data.objects("marks").map { $0["text"] as? String } == ["a <mark>"])
    #expect(data.objects("log").compactMap { $0["seq"] as? Int } == [1, 2])
    let stay = try #require(data.objects("stays").first)
    #expect(stay["inside"] as? Double == 2900 && stay["visits"] as? Int == 1)
    #expect(try Self.states(of: "gate", on: page) == ["outside", "inside", "outside"])
  }

  @Test func stayMayBeginAndEndWithTheJournal() throws {
    let page = ReportPage(
      journal: records([
        event(1, .enter, "gate", second: 0), event(2, .dwell, "gate", second: 60),
        event(3, .exit, "gate", second: 90), event(4, .exit, "yard", second: 90),
      ]), title: "J"
    ).html()
    let stays = try PageData(page).objects("stays")
    #expect(stays.map { $0["inside"] as? Int } == [90, 90])
    #expect(stays.map { $0["visits"] as? Int } == [1, 1])
    #expect(stays.map { $0["first"] != nil } == [true, false])
    #expect(stays.allSatisfy { $0["last"] != nil })
  }

  @Test(arguments: [Event.Kind.enter, .exit])
  func stateBetweenEqualEventsIsNotKnown(_ kind: Event.Kind) throws {
    let lines = [100, 200, 300].map { event($0, kind, "gate", second: $0) }
    let page = ReportPage(journal: records(lines), title: "J").html()
    let (before, after) = kind == .enter ? ("outside", "inside") : ("inside", "outside")
    #expect(
      try Self.states(of: "gate", on: page) == [before, "unknown", "unknown", after])
  }

  @Test func eventWithoutATimeIsCounted() throws {
    let untimed = #"{"seq":2,"event":"enter","region":"gate"}"#
    let alone = ReportPage(journal: records([untimed]), title: "J").html()
    let first = try PageData(alone)
    #expect(first.fields["counted"] as? Int == 1 && first.objects("stays").count == 1)
    #expect(first.objects("log").count == 1 && first.fields["times"] == nil)

    let lines = [
      event(1, .exit, "gate", second: 100), untimed, event(3, .exit, "gate", second: 200),
      #"{"seq":4,"event":"enter","region":"gate"}"#,
      #"{"event":"stop","time":"2026-06-03T10:00:00.000Z","uptime":1,"text":"picket ends"}"#,
    ]
    let page = ReportPage(journal: records(lines), title: "J").html()
    #expect(try PageData(page).row("gate")["events"] as? Int == 4)
    #expect(try Self.states(of: "gate", on: page) == ["inside", "unknown", "unknown"])
  }

  @Test func pageHasTheNamedZone() throws {
    let page = ReportPage(
      journal: records([event(1, .enter, "gate", second: 0)]), title: "Journal",
      zone: Zone { _ in 5 * 3600 + 1800 }
    ).html()
    #expect(try PageData(page).objects("zones").map { $0["ahead"] as? Int } == [19_800])
  }

  @Test func givenRegionsAreOnTheMap() throws {
    let place = Coordinate(latitude: 47, longitude: 15)
    let journal = records([event(1, .enter, "gate", second: 0, place: place)])
    let region = ReportedWalk.circle("gate", place, 80)
    let without = try PageData(ReportPage(journal: journal, title: "J").html())
    #expect((without.map["regions"] as? [Any])?.isEmpty == true)
    let data = try PageData(ReportPage(journal: journal, title: "J", regions: [region]).html())
    let regions = try #require(data.map["regions"] as? [[String: Any]])
    #expect(regions.map { $0["id"] as? String } == ["gate"])
    let pins = try #require(data.map["pins"] as? [[String: Any]])
    #expect(pins.map { $0["event"] as? String } == ["enter"])
  }

  @Test func pageWithoutPositionsHasNoMap() throws {
    let lines = records([event(1, .enter, "gate", second: 0)])
    let data = try PageData(ReportPage(journal: lines, title: "Journal").html())
    #expect(data.map.isEmpty && data.objects("log").count == 1)
  }

  @Test func fullJournalIsASmallPage() throws {
    let lines = (1...15_000).map { number in
      event(
        number, number.isMultiple(of: 2) ? .exit : .enter, "region \(number % 90)",
        second: number * 20,
        place: Coordinate(latitude: 47 + Double(number % 100) / 1e4, longitude: 15))
    }
    let page = ReportPage(journal: records(lines), title: "Journal").html()
    #expect(page.utf8.count < 2_000_000)
    let notes = try PageData(page).notes
    #expect(notes.contains { $0.hasPrefix("the last 4000 of 15000 journal lines are listed") })
    #expect(notes.contains { $0.hasPrefix("timelines show 40 of 90 regions") })
  }

  @Test func foldersAndFilesAreRead() throws {
    let folder = try TemporaryFolder()
    var journal = Journal(directory: "\(folder.path)/state", size: 400_000, next: 1)
    try journal.add(event(1, .enter, "gate", second: 0), sequence: 1)
    try journal.add(#"{"event":"mark","text":"here"}"#)
    #expect(try JournalSource.records(at: "\(folder.path)/state").records.count == 2)
    let file = "\(folder.path)/state/journal.1.jsonl"
    #expect(try JournalSource.records(at: file).records.count == 2)
    let plain = try folder.write(
      event(1, .enter, "gate", second: 0) + "\nnot a line\n" + event(2, .exit, "gate", second: 9)
        + "\n", to: "events.jsonl")
    #expect(try JournalSource.records(at: plain).records.count == 2)
    #expect(throws: SystemError.self) { try JournalSource.records(at: "\(folder.path)/missing") }
    #expect(try JournalSource.records(at: folder.path).records.isEmpty)
  }
}
