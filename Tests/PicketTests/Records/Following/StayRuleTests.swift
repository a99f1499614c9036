import Geofence
import Records
import Testing

struct StayRuleTests {
  private static let start = Instant(.seconds(50))

  private static func answer(
    _ state: String, blind: Bool = false, seen: Bool = true, id: String = "a"
  ) -> Reply {
    let time = seen ? #","time":"2026-06-03T09:14:31.000Z""# : ""
    return Reply(
      #"{"ok":true,"do":"state","region":"\#(id)","state":"\#(state)","blind":\#(blind)\#(time)}"#)!
  }

  private static let removed = Reply(#"{"ok":false,"do":"state","error":"no region"}"#)!

  @Test(arguments: [nil, StayRule.Doubt.go, .stop])
  func anyRegionIsEnough(_ doubt: StayRule.Doubt?) {
    var rule = StayRule(doubt: doubt)
    let answers = [Self.answer("outside"), Self.answer("inside", id: "b"), Self.answer("unsure")]
    #expect(rule.verdict(answers, at: Self.start) == .run(region: "b"))
  }

  @Test(arguments: [nil, StayRule.Doubt.go, .stop])
  func outsideOfAllEndsIt(_ doubt: StayRule.Doubt?) {
    var rule = StayRule(doubt: doubt)
    #expect(rule.verdict([Self.answer("outside"), Self.removed], at: Self.start) == .rest)
  }

  private static let doubts = [
    [answer("unsure"), answer("outside")], [answer("unknown")], [answer("inside", blind: true)],
    [answer("outside", seen: false)], [],
  ]

  @Test(arguments: doubts)
  func doubtIsDecidedByTheRule(_ answers: [Reply]) {
    let verdicts: [(StayRule.Doubt?, StayRule.Verdict)] = [
      (.stop, .rest), (.go, .run(region: nil)), (nil, .stay),
    ]
    for (doubt, verdict) in verdicts {
      // Without a side that was sure before, nothing is waited for.
      var rule = StayRule(doubt: doubt)
      #expect(rule.verdict(answers, at: Self.start) == verdict)
    }
  }

  @Test(arguments: doubts)
  func doubtCountsOnceItHasLasted(_ answers: [Reply]) {
    var rule = StayRule(doubt: .stop, patience: .seconds(3))
    func verdict(_ answers: [Reply], at seconds: Double) -> StayRule.Verdict {
      rule.verdict(answers, at: Self.start.advanced(by: .seconds(seconds)))
    }
    _ = verdict([Self.answer("inside")], at: 0)
    #expect(verdict(answers, at: 2.9) == .stay)
    _ = verdict([Self.answer("inside")], at: 3)
    #expect(verdict(answers, at: 5.9) == .stay)
    #expect(verdict(answers, at: 6) == .rest)
  }
}
