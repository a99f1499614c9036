import Geofence
@testable import Picket
import Records
import RegionFiles
import Testing

struct ReminderRuleTests {
  private func check(_ properties: String) -> (rule: ReminderRule?, problems: [String]) {
    let (regions, problems) = RegionsFile.check(
      Epoch.regions(",\(properties)"), file: "a.geojson", rules: Configuration().regionRules)
    return (regions.first?.reminder, problems.map(\.description))
  }

  @Test func outsideTwentyTimesIsTheDefault() {
    #expect(check(#""remind":2.5"#).problems.count == 1)
    let rule = check(#""remind":60"#).rule
    #expect(rule == ReminderRule(every: .seconds(60), side: .outside, atMost: 20))
    #expect(rule?.interval == .seconds(60))
    #expect(rule?.most == 20)
    #expect(check(#""remind":7.5"#).rule?.interval == .milliseconds(7500))
  }

  @Test(arguments: [
    (#""remind":60,"remindSide":"outsde""#, #"remindSide is "outsde"; did you mean "outside"?"#),
    (#""remind":60,"remindAtMost":0"#, "remindAtMost is 0"),
    (#""remind":60,"remindAtMost":2.5"#, "remindAtMost 2.5 is not a whole number"),
    (#""remind":4"#, "remind is 4; give seconds from 5 to 86400"),
    (#""remind":"often""#, "remind is"),
    (#""remindAtMost":3"#, "remindAtMost without remind has no effect"),
    (#""remnd":60"#, #"unknown property "remnd"; did you mean "remind"?"#),
  ])
  func mistakeIsReported(_ properties: String, _ words: String) {
    let problems = check(properties).problems
    #expect(problems.count == 1)
    #expect(problems.first?.contains(words) == true, "\(problems)")
  }

  @Test func ruleIsSmall() {
    #expect(MemoryLayout<ReminderRule?>.size <= 8)
  }

  @Test func reminderIsDescribed() throws {
    let region = ReminderBench.home(every: 90, side: .inside, atMost: 1)
    let description = RegionDescription(region)
    let lines = ["remind       90 s", "remindSide   inside", "remindAtMost 1"]
    #expect(lines.allSatisfy(description.lines(\.text).contains))
    #expect(
      description.json.contains(#""remind":90,"remindSide":"inside","remindAtMost":1"#))
  }

  @Test func walkKeepsTheRule() {
    let usual = WalkStart.Thresholds(RegionSettings())
    for rule in [ReminderRule(every: .milliseconds(7500), side: .inside, atMost: 7), nil] {
      var region = SessionRide.ring()
      region.reminder = rule
      let text = RegionsText(usual: usual).text([region])
      let (regions, problems) = RegionsFile.check(
        text, file: "a.geojson", rules: Configuration().regionRules)
      #expect(problems.isEmpty)
      #expect(regions.map(\.reminder) == [rule])
    }
  }
}
