import Records
import Testing

struct SentenceFormTests {
  @Test func valuesOfAFormAreFound() {
    let form = SentenceForm("{start}, for {length}: past the border by {metres} at most ({time})")
    let values = form.values(
      in: "09:00:51, for 1 min 5 s: past the border by 7.8 m at most (09:00:54)")
    #expect(
      values == [
        "start": "09:00:51", "length": "1 min 5 s", "metres": "7.8 m", "time": "09:00:54",
      ])
    #expect(SentenceForm("muted").values(in: "muted") == [:])
  }

  @Test(arguments: [
    ("needed {metres}", "needed much"), ("needed {metres}", "needed 4 m; reached 5 m"),
    ("muted", "muted for 5 s"), ("{region}: inside", "ring: outside"),
    ("{have} of {needed}", " of 2"), ("from {start} to {end}", "from 1; 2 to 3"),
  ])
  func otherTextsHaveAnotherForm(_ sentence: String, _ text: String) {
    #expect(SentenceForm(sentence).values(in: text) == nil)
  }

  @Test func aReasonHasSeveralParts() {
    let form = SentenceForm("no exit, since {reason}")
    #expect(form.values(in: "no exit, since it rained; twice") == ["reason": "it rained; twice"])
  }
}
