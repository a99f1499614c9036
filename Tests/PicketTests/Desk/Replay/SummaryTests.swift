import Desk
import Geofence
import Picket
import Records
import Testing

struct SummaryTests {
  private func standing(_ state: RegionState, _ depth: Double, pending: Event.Kind? = nil)
    -> Standing
  {
    Standing(
      region: "gate", state: state, depth: depth, rawDepth: depth, pending: pending)
  }

  @Test func visitIsCountedWithItsTime() {
    var summary = Summary(regions: ["gate", "well"])
    let stages: [Standing?] = [
      nil, standing(.outside, -31.4), standing(.outside, 2, pending: .enter),
      standing(.inside, 14), standing(.inside, 40), standing(.outside, -13), nil,
    ]
    for (index, stage) in stages.enumerated() {
      summary.note([stage].compactMap { $0 }, at: Instant(.seconds(60 * index)))
    }
    #expect(
      summary.lines(events: ["gate": [.enter: 1, .exit: 1]]) == [
        "region  visits  inside  closest  enter  exit  dwell  near misses",
        "gate         1    2:00        -      1     1      0            0",
        "well         0    0:00        -      0     0      0            0",
      ])
  }

  @Test func regionsAddedOnTheWayHaveTheirRows() {
    func region(_ id: String) -> Region {
      Region(
        id: id,
        shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!))
    }
    var summary = Summary(regions: ["gate", "well"])
    summary.note([standing(.inside, 3)], at: Instant(.zero))
    summary.watch([region("gate"), region("pond")])
    summary.note([standing(.inside, 3)], at: Instant(.seconds(60)))
    #expect(
      summary.lines(events: ["pond": [.enter: 1]]) == [
        "region  visits  inside  closest  enter  exit  dwell  near misses",
        "gate         1    1:00        -      0     0      0            0",
        "pond         0    0:00        -      1     0      0            0",
        "well         0    0:00        -      0     0      0            0",
      ])
  }

  @Test func jsonHasTheValuesOfTheText() throws {
    var summary = Summary(regions: ["gate"])
    summary.note([standing(.outside, -31.44)], at: Instant(.zero))
    var tally = Tally()
    tally.count(.rejected(.noFix))
    let line = try #require(Reply(summary.json(tally).text)?.object("summary"))
    #expect(line.number("fixes") == 1 && line.number("trusted") == 0)
    #expect(line.object("reasons")?.number("no fix") == 1)
    let gate = try #require(line.objects("regions").first)
    #expect(gate.text("region") == "gate")
    #expect(gate.number("visits") == 0 && gate.number("enter") == 0)
    #expect(gate.number("closest") == -31.4 && gate.number("nearMisses") == 0)
  }

  @Test func abandonedCrossingIsANearMiss() {
    var record = RegionRecord()
    let stages = [
      standing(.outside, -20), standing(.outside, 3, pending: .enter),
      standing(.outside, 4, pending: .enter), standing(.outside, -2), standing(.outside, -9),
      standing(.outside, 1, pending: .enter), standing(.outside, -2),
    ]
    for (index, stage) in stages.enumerated() { record.note(stage, at: Instant(.seconds(index))) }
    #expect(record.nearMisses == 2)
    #expect(record.visits == 0)
    #expect(record.closest == 4)
    // It was never inside, so this is not a depth inside.
    #expect(record.closestWords() == "4 m past the border, not confirmed")
  }

  @Test func stayAtTheStartIsAVisit() {
    var record = RegionRecord()
    for second in 0...3700 { record.note(standing(.inside, 20), at: Instant(.seconds(second))) }
    #expect(record.visits == 1)
    #expect(record.inside == .seconds(3700))
    #expect(record.closest == nil)
  }
}
