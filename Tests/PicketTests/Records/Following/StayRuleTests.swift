import Records
import Testing

struct StayRuleTests {
  private static func answer(
    _ state: String, blind: Bool = false, seen: Bool = true, id: String = "a"
  ) -> Reply {
    let time = seen ? #","time":"2026-06-03T09:14:31.000Z""# : ""
    return Reply(
      #"{"ok":true,"do":"state","region":"\#(id)","state":"\#(state)","blind":\#(blind)\#(time)}"#)!
  }

  private static let removed = Reply(#"{"ok":false,"do":"state","error":"no region"}"#)!

  @Test func anyRegionIsEnough() {
    let answers = [Self.answer("outside"), Self.answer("inside", id: "b"), Self.answer("unsure")]
    #expect(StayRule().verdict(answers, isRunning: false) == .run(region: "b"))
    #expect(StayRule(doubt: .stop).verdict(answers, isRunning: false) == .run(region: "b"))
  }

  @Test func outsideOfAllEndsIt() {
    let answers = [Self.answer("outside"), Self.removed]
    for doubt in [nil, StayRule.Doubt.go, .stop] {
      #expect(StayRule(doubt: doubt).verdict(answers, isRunning: true) == .rest)
    }
  }

  @Test(arguments: [
    [answer("unsure"), answer("outside")], [answer("unknown")], [answer("inside", blind: true)],
    [answer("outside", seen: false)], [],
  ])
  func doubtIsDecidedByTheRule(_ answers: [Reply]) {
    for isRunning in [false, true] {
      #expect(StayRule(doubt: .stop).verdict(answers, isRunning: isRunning) == .rest)
      #expect(StayRule(doubt: .go).verdict(answers, isRunning: isRunning) == .run(region: nil))
      #expect(
        StayRule().verdict(answers, isRunning: isRunning)
          == (isRunning ? .run(region: nil) : .rest))
    }
  }
}
