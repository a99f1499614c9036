import Geofence
import Picket
import Testing

struct TallyTests {
  private static let time = Timestamp(nanoseconds: 1_780_478_071_000_000_000)
  private static let place = Coordinate(latitude: 51.5, longitude: -0.14)

  @Test func emptyTallyHasFewLines() {
    #expect(
      Tally().lines(regions: ["b", "a"]) == [
        "fixes    0 read, 0 trusted, 0 rejected",
        "blind    0 s",
        "region   a: no event",
        "region   b: no event",
      ])
  }

  @Test func everythingIsCounted() {
    var tally = Tally()
    for second in 0..<5 {
      tally.count(
        .trusted(
          TrustedFix(
            time: Self.time.advanced(by: .seconds(second)), instant: Instant(.seconds(second)),
            coordinate: Self.place)))
    }
    for _ in 0..<3 { tally.count(.rejected(.duplicate)) }
    tally.count(.rejected(.noFix))
    for _ in 0..<2 { tally.countUnreadable() }
    tally.count(wrongSums: 3)
    for (number, kind) in [Event.Kind.exit, .enter, .enter, .dwell].enumerated() {
      tally.count(
        .event(
          Event(
            sequence: number, kind: kind, region: "orchard", time: Self.time,
            coordinate: Self.place)))
    }
    tally.count(.sighted(at: Self.time, unseen: nil))
    tally.count(.sighted(at: Self.time, unseen: .milliseconds(12_540)))
    tally.count(.sighted(at: Self.time, unseen: .seconds(30)))
    tally.count(.blind(since: Self.time))
    tally.count(.determined("gate", .inside))
    tally.count(.expired("gate"))
    #expect(
      tally.lines(regions: ["gate"]) == [
        "from 2026-06-03T09:14:31.000Z to 2026-06-03T09:14:35.000Z",
        "fixes    9 read, 5 trusted, 4 rejected",
        "         1 no fix",
        "         3 the same time again",
        "lines    2 that could not be read",
        "lines    3 with a wrong checksum",
        "blind    42.5 s",
        "region   gate: no event",
        "region   orchard: 2 enter, 1 exit, 1 dwell",
      ])
    #expect(tally.fixes == 9)
    #expect(tally.rejected == [.duplicate: 3, .noFix: 1])
    #expect(tally.unreadable == 2)
    #expect(tally.fields.text.contains(#""unreadable":2,"wrongChecksum":3,"#))
    #expect(tally.blind == .milliseconds(42_540))
  }
}
