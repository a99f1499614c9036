import Base
import Geofence
import Records
import RegionFiles
import Testing

struct SpokenProblemsTests {
  private static let circle = #"{"type":"Point","coordinates":[14,46]}"#

  private static func problems(_ properties: String, _ geometry: String) -> [Problem] {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"gate","properties":{"gate":true},"geometry":\
      {"type":"LineString","coordinates":[[14,46],[14.0003,46]]}},
      {"type":"Feature","id":"off","properties":{"radius":20,"enabled":false},"geometry":\(circle)},
      {"type":"Feature","id":"band","properties":{"border":"off","offset":9},"geometry":null},
      {"type":"Feature","id":"x","properties":{\(properties)},"geometry":\(geometry)}]}
      """
    let found = RegionsFile.check(text, file: "r", rules: RegionRules(RegionSettings()))
    return found.problems + RegionDoubts.problems(of: found.regions, file: "r")
  }

  /// What can be drawn or typed on a phone.
  private static let mistakes = [
    #""radius":3"#, #""radius":200000"#, #""radius":9,"dwell":-1"#, #""radius":9,"dwell":"soon""#,
    #""radius":9,"cushion":"much""#, #""radius":9,"heading":"north""#,
    #""radius":9,"heading":[1,1]"#,
    #""radius":9,"heading":[0,400]"#, #""radius":9,"remind":60,"remindAtMost":2.5"#,
    #""radius":9,"expires":"soon""#, #""radius":9,"speedLinger":5"#, #""radius":9,"after":"x""#,
    #""radius":9,"after":"of""#, #""radius":9,"after":"off""#, #""radius":9,"exclude":["x"]"#,
    #""radius":9,"exclude":["bnd"]"#, #""radius":9,"exclude":["gate"]"#,
    #""radius":9,"atStart":true"#, #""radius":9,"class":"a\u0007b""#,
    #""radius":9,"latch":true,"notifyOnEntry":false,"notifyOnExit":false"#,
    #""radius":9,"active":"off; Mo 08:00-10:00; 24/7""#,
  ]

  @Test(arguments: mistakes)
  func eachLanguageSaysWhatWasTyped(_ properties: String) {
    expectSaid(Self.problems(properties, Self.circle))
  }

  @Test(arguments: ["x", "of", "gate", "band"])
  func eachLanguageSaysWhatABandNames(_ base: String) {
    expectSaid(Self.problems(#""border":"\#(base)","offset":-50"#, "null"))
    expectSaid(Self.problems(#""border":"off","offset":-50"#, "null"))
  }

  @Test(arguments: [
    "[[14,46],[14.001,46.001],[14,46.001],[14.001,46],[14,46]]", "[[14,46],[14.001,46],[14,46]]",
    "[[14,46],[14.001,46],[14.002,46],[14,46]]", "[[14,46],[14.001,46],[14.001,46.00001],[14,46]]",
    "[[14,46],[14.001,46],[14.001,46.001],[14,46.002]]",
  ])
  func eachLanguageSaysWhatWasDrawn(_ ring: String) {
    expectSaid(Self.problems("", #"{"type":"Polygon","coordinates":[\#(ring)]}"#))
  }

  private func expectSaid(_ problems: [Problem]) {
    #expect(!problems.isEmpty)
    for problem in problems {
      let answer = ProblemAnswer(problem).json
      for key in ["problem", "remedy"] {
        let reason = Reason(Reply(answer.text)?.fields["\(key)_code"])
        #expect(reason.map { Voice.log.say($0) } == Reply(answer.text)?.text(key), "\(problem)")
        for language in [Language.german, .french, .spanish] {
          #expect(reason.map { Voice(language).knows($0) } == true, "\(language): \(problem)")
        }
      }
    }
  }
}
