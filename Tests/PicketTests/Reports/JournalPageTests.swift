import Foundation
import Geofence
import Notation
import Records
import Reports
import System
import Testing

struct JournalPageTests {
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
    let page = JournalPage(
      title: "Journal",
      records: records([
        #"{"event":"start","time":"2026-06-03T09:00:00.000Z","uptime":1,"text":"picket 1"}"#,
        event(1, .enter, "gate", second: 100, place: place),
        #"{"event":"blind","time":"2026-06-03T09:20:00.000Z","uptime":1,"text":"no fix"}"#,
        #"{"event":"sighted","time":"2026-06-03T09:22:30.000Z","uptime":1,"text":"a fix"}"#,
        #"{"event":"mark","time":"2026-06-03T09:23:00.000Z","text":"a <mark>","lat":47,"lon":15}"#,
        event(2, .exit, "gate", second: 3000),
      ])
    ).html
    #expect(page.contains("<svg id=\"map\""))
    let times = try #require(try PageData(page).fields["times"] as? [String: Any])
    let unseen = try #require(times["unseen"] as? [[String: Any]])
    #expect(unseen.map { $0["words"] as? String } == ["2:30 min"])
    #expect(page.contains("<bdi>a &lt;mark&gt;</bdi>"))
    #expect(page.contains("id=\"e1\"") && page.contains("id=\"e2\""))
    #expect(try Self.states(of: "gate", on: page) == ["outside", "inside", "outside"])
  }

  @Test func sideAndSpeedAreShown() {
    let page = JournalPage(
      title: "Journal",
      records: records([
        #"{"seq":1,"event":"cross","region":"g","time":"2026-06-03T09:14:31.000Z","side":"left"}"#,
        #"{"seq":2,"event":"speeding","region":"yard","time":"2026-06-03T09:15:31.000Z","topSpeed":31.2,"seconds":3}"#,
      ])
    ).html
    #expect(page.contains("to the left"))
    #expect(page.contains("31.2 km/h at most, over the limit for 3 s"))
  }

  @Test(arguments: [Event.Kind.enter, .exit])
  func stateBetweenEqualEventsIsNotKnown(_ kind: Event.Kind) throws {
    let lines = [100, 200, 300].map { event($0, kind, "gate", second: $0) }
    let page = JournalPage(title: "J", records: records(lines)).html
    let (before, after) = kind == .enter ? ("outside", "inside") : ("inside", "outside")
    #expect(
      try Self.states(of: "gate", on: page) == [before, "unknown", "unknown", after])
  }

  @Test func eventWithoutATimeIsCounted() throws {
    let untimed = #"{"seq":2,"event":"enter","region":"gate"}"#
    let alone = JournalPage(title: "J", records: records([untimed])).html
    for fact in ["<small>enter</small> 1", "<small>regions</small> 1"] {
      #expect(alone.contains(fact), "\(fact)")
    }
    #expect(alone.contains("id=\"e2\"") && !alone.contains("id=\"times\""))

    let lines = [
      event(1, .exit, "gate", second: 100), untimed, event(3, .exit, "gate", second: 200),
      #"{"seq":4,"event":"enter","region":"gate"}"#,
      #"{"event":"stop","time":"2026-06-03T10:00:00.000Z","uptime":1,"text":"picket ends"}"#,
    ]
    let page = JournalPage(title: "J", records: records(lines)).html
    #expect(page.contains("<small>enter</small> 2"))
    #expect(try PageData(page).row("gate")["about"] as? String == "4 events")
    #expect(try Self.states(of: "gate", on: page) == ["inside", "unknown", "unknown"])
  }

  @Test func timesAreInTheNamedZone() {
    let page = JournalPage(
      title: "Journal",
      records: records([
        #"{"event":"blind","time":"2026-06-03T23:20:00.000Z","uptime":1,"text":"none since 2026-06-03T23:19:50.000Z"}"#,
        #"{"event":"mark","time":"2026-06-03T23:23:00.000Z","text":"at 2026-06-03T23:00:00.000Z"}"#,
      ]), zone: Zone { _ in 5 * 3600 + 1800 }
    ).html
    #expect(page.contains("2026-06-04 04:50:00 to 04:53:00 UTC+05:30"))
    #expect(page.contains("none since 2026-06-04T04:49:50.000+05:30"))
    #expect(page.contains("at 2026-06-03T23:00:00.000Z"), "a mark is in the words of the carrier")
    #expect(page.contains("2026-06-04 04:53:00.0"))
    #expect(page.contains("machine that made this page: UTC+05:30<"))
  }

  @Test func givenRegionsAreOnTheMap() throws {
    let place = Coordinate(latitude: 47, longitude: 15)
    let journal = records([event(1, .enter, "gate", second: 0, place: place)])
    let region = ReportedWalk.circle("gate", place, 80)
    let without = try PageData(JournalPage(title: "J", records: journal).html)
    #expect((without.map["regions"] as? [Any])?.isEmpty == true)
    let data = try PageData(JournalPage(title: "J", records: journal, regions: [region]).html)
    let regions = try #require(data.map["regions"] as? [[String: Any]])
    #expect(regions.map { $0["id"] as? String } == ["gate"])
    let pins = try #require(data.map["pins"] as? [[String: Any]])
    #expect(pins.map { $0["text"] as? String } == ["1 in"])
  }

  @Test func pageWithoutPositionsHasNoMap() {
    let page = JournalPage(
      title: "Journal", records: records([event(1, .enter, "gate", second: 0)]))
    #expect(!page.html.contains("<svg id=\"map\""))
    #expect(page.html.contains("id=\"e1\""))
  }

  @Test func fullJournalIsASmallPage() {
    let lines = (1...15_000).map { number in
      event(
        number, number.isMultiple(of: 2) ? .exit : .enter, "region \(number % 90)",
        second: number * 20,
        place: Coordinate(latitude: 47 + Double(number % 100) / 1e4, longitude: 15))
    }
    let page = JournalPage(title: "Journal", records: records(lines)).html
    #expect(page.utf8.count < 2_000_000)
    #expect(page.contains("the last 4,000 of 15,000 journal lines are listed"))
    #expect(page.contains("timelines show 40 of 90 regions"))
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
