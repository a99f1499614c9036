import Base
import Desk
import Geofence
@testable import Scoring
import Testing

struct TruthScoreTests {
  private static func time(_ second: Int) -> Timestamp {
    Timestamp(nanoseconds: 1_780_478_040_000_000_000 + Int64(second) * 1_000_000_000)
  }

  private static func event(
    _ kind: Event.Kind, _ second: Int, crossed: Int? = nil, region: String = "r"
  ) -> Event {
    Event(
      sequence: second + 1, kind: kind, region: region, time: time(second),
      crossed: crossed.map(time), coordinate: Coordinate(latitude: 47, longitude: 15))
  }

  private static func truth(_ slots: String, initial: String = "outside") throws -> Truth {
    let folder = try TemporaryFolder()
    return try Truth(
      path: folder.write(
        #"{"start":"\#(time(0).rfc3339)","regions":{"r":{"initial":"\#(initial)","slots":[\#(slots)]}}}"#,
        to: "truth.json"))
  }

  private static func slot(
    _ kind: String, _ event: String, _ open: Int, _ passed: Int, _ close: Int, pair: Int? = nil
  ) -> String {
    #"{"kind":"\#(kind)","event":"\#(event)","t":"\#(time(passed).rfc3339)","#
      + #""open":"\#(time(open).rfc3339)","close":"\#(time(close).rfc3339)""#
      + (pair.map { ",\"pair\":\($0)}" } ?? "}")
  }

  @Test func requiredCrossingsAreInTimeOrMissed() throws {
    let truth = try Self.truth(
      Self.slot("required", "enter", 90, 100, 190) + ","
        + Self.slot("required", "exit", 190, 200, 290))
    var score = Score()
    score.add(truth, events: [Self.event(.enter, 103), Self.event(.exit, 209)])
    #expect(score.required == 2 && score.missed == 0 && score.spurious == 0)
    #expect(score.delay(0) == 3 && score.delay(1) == 9 && score.delay(0.5) == 6)
    score.add(truth, events: [Self.event(.enter, 103)])
    #expect(score.required == 4 && score.missed == 1)
    // The event is too early, and so false; but the state is right when the border is passed.
    var early = Score()
    early.add(truth, events: [Self.event(.enter, 60), Self.event(.exit, 201)])
    #expect(early.spurious == 1 && early.missed == 0)
  }

  @Test func allowedEventsAreNeitherMissedNorFalse() throws {
    let truth = try Self.truth(
      Self.slot("brief", "enter", 90, 100, 120) + "," + Self.slot("brief", "exit", 110, 120, 150)
        + "," + Self.slot("graze_out", "enter", 300, 310, 320) + ","
        + Self.slot("graze_back", "exit", 310, 320, 330, pair: 2))
    var none = Score()
    none.add(truth, events: [])
    #expect(none.missed == 0 && none.brief == 2 && none.briefReported == 0)
    var all = Score()
    all.add(
      truth,
      events: [
        Self.event(.enter, 101), Self.event(.exit, 121), Self.event(.enter, 311),
        Self.event(.exit, 321),
      ])
    #expect(all.briefReported == 2 && all.spurious == 0)
    var back = Score()
    back.add(truth, events: [Self.event(.exit, 321)])
    #expect(back.spurious == 1)
  }

  @Test func eventOfTheFirstSideIsRight() throws {
    let truth = try Self.truth("", initial: "inside")
    var score = Score()
    score.add(truth, events: [Self.event(.enter, 20)])
    #expect(score.spurious == 0)
    score.add(truth, events: [Self.event(.enter, 40)])
    #expect(score.spurious == 1)
  }

  @Test func secondEventOfACrossingIsFalse() throws {
    let truth = try Self.truth(Self.slot("required", "enter", 90, 100, 200))
    var score = Score()
    score.add(
      truth, events: [Self.event(.enter, 95), Self.event(.exit, 105), Self.event(.enter, 110)])
    #expect(score.spurious == 2 && score.missed == 0)
  }

  @Test func grazeAllowsOnePairOfEvents() throws {
    let truth = try Self.truth(
      Self.slot("graze_out", "enter", 295, 300, 315) + ","
        + Self.slot("graze_back", "exit", 300, 310, 370, pair: 0))
    func wrong(_ events: [(Event.Kind, Int)]) -> Int {
      var score = Score()
      score.add(truth, events: events.map { Self.event($0.0, $0.1) })
      return score.spurious
    }
    #expect(wrong([(.enter, 301), (.exit, 330)]) == 0)
    #expect(wrong([(.enter, 301), (.exit, 305), (.enter, 308), (.exit, 312)]) == 2)
    #expect(wrong([(.exit, 330)]) == 1)
  }

  @Test func asManySlotsAsPossibleGetEvents() throws {
    // The first event fits both visits, the second one only the brief visit, which opens first.
    let truth = try Self.truth(
      Self.slot("brief", "enter", 90, 100, 240) + ","
        + Self.slot("required", "enter", 95, 105, 130))
    var score = Score()
    score.add(truth, events: [Self.event(.enter, 104), Self.event(.enter, 200)])
    #expect(score.briefReported == 1 && score.missed == 0 && score.spurious == 0)
  }

  @Test func aSlotYieldsItsEventToAnother() throws {
    // Both fit the first event best; only the second slot can have the other event.
    let truth = try Self.truth(
      Self.slot("required", "enter", 90, 100, 110) + ","
        + Self.slot("required", "enter", 80, 101, 240))
    var score = Score()
    score.add(truth, events: [Self.event(.enter, 101), Self.event(.enter, 200)])
    #expect(score.missed == 0 && score.spurious == 0)
  }

  @Test func paceOverTheBorderIsNotFalse() throws {
    let folder = try TemporaryFolder()
    // Outside for 100 s, inside for 4 s, and outside again; no slot.
    let depths = (0..<200).map { 100..<104 ~= $0 ? "1" : "-1" }.joined(separator: ",")
    let truth = try Truth(
      path: folder.write(
        """
        {"start":"\(Self.time(0).rfc3339)","regions":{"r":{"initial":"outside","slots":[],
        "depth":[\(depths)]}}}
        """, to: "truth.json"))
    func wrong(_ events: [(Event.Kind, Int)]) -> Int {
      var score = Score()
      score.add(truth, events: events.map { Self.event($0.0, $0.1) })
      return score.spurious
    }
    #expect(wrong([(.enter, 102), (.exit, 105)]) == 0)
    // The carrier was there 3 s ago; it did not come in again since the last event.
    #expect(wrong([(.enter, 106), (.exit, 107)]) == 0)
    #expect(wrong([(.enter, 102), (.exit, 105), (.enter, 112)]) == 1)
    #expect(wrong([(.enter, 107)]) == 1)
    #expect(wrong([(.exit, 150)]) == 1)
  }

  @Test func requiredSlotGetsTheNearestEvent() throws {
    // A brief visit and a required one allow the same events.
    let truth = try Self.truth(
      Self.slot("brief", "enter", 90, 100, 140) + ","
        + Self.slot("required", "enter", 110, 130, 200))
    var score = Score()
    score.add(truth, events: [Self.event(.enter, 120), Self.event(.enter, 135)])
    #expect(score.briefReported == 1 && score.missed == 0 && score.spurious == 0)
    #expect(score.delay(0.5) == 5)
  }

  @Test func mistakesAreNamedInOrder() throws {
    let truth = try Self.truth(Self.slot("required", "enter", 90, 100, 190))
    var score = Score()
    let mistakes = score.add(truth, events: [Self.event(.enter, 300), Self.event(.exit, 50)])
    #expect(mistakes.map(\.time) == [Self.time(50), Self.time(100), Self.time(300)])
    #expect(mistakes.map(\.isMissed) == [false, true, false])
    #expect(mistakes.map(\.event) == [.exit, .enter, .enter])
  }

  @Test func depthIsInterpolated() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"start":"\(Self.time(0).rfc3339)","end":"\(Self.time(7200).rfc3339)","depth_step_s":2,
      "regions":{"r":{"initial":"outside","slots":[],"depth":[-4,0,10]}}}
      """
    let truth = try Truth(path: folder.write(text, to: "truth.json"))
    #expect(truth.depth(in: "r", at: Self.time(1)) == -2)
    #expect(truth.depth(in: "r", at: Self.time(3)) == 5)
    #expect(truth.depth(in: "r", at: Self.time(60)) == 10)
    #expect(truth.depth(in: "other", at: Self.time(1)) == nil)
    var score = Score()
    score.add(truth, events: [])
    #expect(score.hours == 2)
  }

  @Test func markCountsForTheNearestEvents() {
    var score = Score()
    score.add(
      marks: [Self.time(100), Self.time(300)],
      events: [
        Self.event(.exit, 104, crossed: 99), Self.event(.enter, 108, crossed: 101, region: "next"),
        Self.event(.enter, 118, crossed: 112), Self.event(.enter, 200, crossed: 195),
      ])
    #expect(score.required == 2)
    #expect(score.missed == 1)
    // A second event of the same region, and an event far from any mark.
    #expect(score.spurious == 2)
    #expect(score.delay(0.5) == 4)
  }

  @Test(arguments: ["", "{", "{}", #"{"start":"2026-06-03T09:00:00Z","regions":{"r":{}}}"#])
  func unreadableTruthIsRefused(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "truth.json")
    #expect(throws: Problem.self) { try Truth(path: path) }
  }
}
