import Desk
import Geofence
import Picket
import Testing

struct CueTallyTests {
  private static func instant(_ seconds: Int) -> Instant { Instant(.seconds(seconds)) }

  private static func cue(_ region: String?, at seconds: Int) -> Finding {
    .cue(region.map { Cue(region: $0, step: 1, seconds: 5) }, at: instant(seconds))
  }

  private static func fix(_ seconds: Int) -> TrustedFix {
    TrustedFix(
      time: Timestamp(nanoseconds: 1_780_000_000_000_000_000).advanced(by: .seconds(seconds)),
      instant: instant(seconds),
      coordinate: Coordinate(latitude: 47, longitude: 15))
  }

  /// The seconds played and unused of the gate after some findings, each with its second.
  private static func counts(_ findings: [(Int, Finding)], end: Int = 300) -> [Double] {
    var gate = Region(
      id: "gate",
      shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!))
    gate.approach = ApproachRule(within: .seconds(10))
    var tally = CueTally([gate])
    for (second, finding) in findings { tally.note([finding], fix(second)) }
    tally.note([], fix(end))
    let record = tally.total["gate"]
    return [record?.played, record?.unused].map { $0?.inSeconds ?? -1 }
  }

  private static let exit = Finding.determined("gate", .outside)

  @Test func aCrossingWhileItPlaysUsesIt() {
    #expect(
      Self.counts([(10, Self.cue("gate", at: 10)), (18, Self.exit), (18, Self.cue(nil, at: 18))])
        == [8, 0])
  }

  @Test func aCrossingWithinAMinuteUsesIt() {
    let cue = [(10, Self.cue("gate", at: 10)), (18, Self.cue(nil, at: 18))]
    #expect(Self.counts(cue + [(78, Self.exit)]) == [8, 0])
    #expect(Self.counts(cue + [(79, Self.exit)]) == [8, 8])
    #expect(Self.counts(cue) == [8, 8])
  }

  @Test func anotherRegionEndsIt() {
    #expect(
      Self.counts([
        (10, Self.cue("gate", at: 10)), (14, Self.cue("well", at: 14)), (20, Self.cue(nil, at: 20)),
      ]) == [4, 4])
  }

  @Test func aCueAtTheEndCounts() {
    #expect(Self.counts([(290, Self.cue("gate", at: 290))]) == [10, 10])
  }

  @Test func theTableHasColumnsForThem() {
    var gate = Region(
      id: "gate",
      shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!))
    gate.approach = ApproachRule(within: .seconds(10))
    var summary = Summary(regions: ["gate", "well"], cues: CueTally([gate]))
    summary.noteCues([Self.cue("gate", at: 10)], Self.fix(10))
    summary.noteCues([Self.cue(nil, at: 22)], Self.fix(22))
    let lines = summary.lines(events: [:])
    #expect(lines.first?.hasSuffix("near misses   cue  cue unused") == true)
    #expect(lines.dropFirst().first?.hasSuffix("0  12 s        12 s") == true)
    #expect(lines.last?.hasSuffix("0     -           -") == true)
    #expect(summary.json(Tally()).text.contains(#""cue":12,"cueUnused":12}"#))
  }
}
