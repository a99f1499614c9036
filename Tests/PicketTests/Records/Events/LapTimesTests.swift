import Records
import Testing

struct LapTimesTests {
  private static let lines = [
    #"{"seq":1,"event":"cross","region":"g","side":"left","time":"2026-06-03T09:00:02.000Z","crossed":"2026-06-03T09:00:00.500Z"}"#,
    #"{"seq":2,"event":"cross","region":"g","side":"right","time":"2026-06-03T09:00:31.000Z"}"#,
    #"{"seq":3,"event":"cross","region":"g","side":"left","time":"2026-06-03T09:01:03.000Z","crossed":"2026-06-03T09:01:02.000Z"}"#,
    #"{"seq":4,"event":"enter","region":"r","time":"2026-06-03T09:01:04.000Z"}"#,
    #"{"seq":5,"event":"cross","region":"g","side":"left","time":"2026-06-03T09:02:00.000Z","blind":30}"#,
  ]

  private static func laps(_ region: String, side: String? = nil) -> [LapTimes.Lap] {
    var times = LapTimes(region: region, side: side)
    for line in lines { if let record = JournalRecord(line) { times.add(record) } }
    return times.laps
  }

  @Test func crossingsToOneSideCount() {
    let laps = Self.laps("g")
    #expect(laps.map(\.end.sequence) == [1, 3, 5])
    #expect(laps.map(\.seconds) == [nil, 61.5, 58])
    #expect(laps.map(\.end.isLate) == [false, false, true])
    #expect(laps[1].text(best: 58).contains("1:01.5"))
  }

  @Test func theOtherSideCanBeNamed() {
    #expect(Self.laps("g", side: "right").map(\.end.sequence) == [2])
  }

  @Test func entriesCountInARegion() {
    #expect(Self.laps("r").map(\.end.sequence) == [4])
    #expect(Self.laps("x").isEmpty)
  }
}
