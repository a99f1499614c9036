import Base
import Board
import Desk
import Records
import Testing

struct HeadlineTests {
  private static func headline(_ status: String, in language: Language) throws -> String {
    let headline = Headline(try #require(StatusAnswer(status)), in: Voice(language))
    return ([headline.text] + headline.more).joined(separator: " · ")
  }

  private static let cases: [(String, String)] = [
    (
      #"{"age":1,"sd":3.2,"near":[{"region":"orchard","state":"inside","depth":12.2}]}"#,
      "INSIDE orchard · 12 m to the border · ± 3 m · 1 s ago"
    ),
    (
      #"{"age":0,"near":[{"region":"a","state":"inside","depth":40},{"region":"b","state":"inside","depth":9},{"region":"c","state":"outside","depth":-2}],"inside":["z"]}"#,
      "INSIDE b and 2 more · 9 m to the border · 0 s ago"
    ),
    (
      #"{"age":0,"near":[{"region":"gate","state":"outside","depth":-40},{"region":"far","state":"outside","depth":-1400}]}"#,
      "outside · gate 40 m away · 0 s ago"
    ),
    (#"{"age":0,"watched":0}"#, "no regions yet: draw the first · 0 s ago"),
    (
      #"{"age":0,"near":[{"region":"gate","state":"unsure","was":"inside","depth":4}]}"#,
      "unsure: inside gate a while ago · 0 s ago"
    ),
    (
      #"{"age":0,"near":[{"region":"gate","state":"unknown","depth":4}]}"#,
      "not sure yet: 4 m from the border of gate · 0 s ago"
    ),
    (
      #"{"age":29,"lacks":"receiver","inside":["orchard"]}"#,
      "no GPS for 29 s: is the receiver plugged in? · last inside orchard"
    ),
    (
      #"{"age":29,"lacks":"sky","sight":"blind"}"#,
      "no GPS for 29 s: go where the sky is open"
    ),
    (
      #"{"lacks":"gpsd"}"#,
      "no position yet: gpsd does not answer"
    ),
    (
      "{}",
      "no position yet: its positions contradict each other; stand still under the open sky"
    ),
    (
      #"{"lacks":"reports"}"#,
      "no position yet: its reports cannot be used; picket doctor shows why"
    ),
  ]

  @Test(arguments: cases)
  func carrierIsTold(_ status: String, _ words: String) throws {
    #expect(try Self.headline(status, in: .english) == words)
    for language in [Language.german, .french, .spanish] {
      let said = try Self.headline(status, in: language)
      #expect(said != words, "\(language)")
      #expect(!said.contains("{"), "\(language): \(said)")
    }
  }

  @Test func metresAreThoseOfTheLastFix() throws {
    let status = try #require(
      StatusAnswer(#"{"age":0,"near":[{"region":"gate","state":"outside","depth":-1240}]}"#))
    var region = RegionAnswer()
    (region.region, region.depth) = ("gate", -40)
    let headline = Headline(status, near: [region], in: Voice(.german))
    #expect(headline.text == "draußen · gate 40 m entfernt")
  }
}
