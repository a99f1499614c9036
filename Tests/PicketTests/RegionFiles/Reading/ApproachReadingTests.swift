import Geofence
@testable import Picket
import Records
import RegionFiles
import Testing

struct ApproachReadingTests {
  /// A region with these properties, and the problems of its file.
  private func check(
    _ properties: String, longest: Duration = .seconds(20)
  ) -> (region: Region?, problems: [String]) {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"orchard",
      "properties":{"radius":50\(properties)},"geometry":{"type":"Point","coordinates":[15,47]}}]}
      """
    var settings = RegionSettings()
    settings.approachLongest = longest
    let (regions, problems) = RegionsFile.check(
      text, file: "regions.geojson", rules: RegionRules(settings))
    return (regions.first, problems.map { "\($0.severity): \($0.wrong)" })
  }

  @Test func approachIsOptional() {
    let (region, problems) = check("")
    #expect(region != nil && region?.approach == nil)
    #expect(problems.isEmpty)
  }

  @Test func approachIsReadWithItsDefaults() {
    let (region, problems) = check(#","approach":10"#, longest: .seconds(15))
    #expect(problems.isEmpty)
    #expect(
      region?.approach
        == ApproachRule(within: .seconds(10), from: .inside, atMost: .seconds(15)))
  }

  @Test func sideAndLongestTimeAreRead() {
    let (region, problems) = check(
      #","approach":12.5,"approachFrom":"both","approachLongest":8"#)
    #expect(problems.isEmpty)
    #expect(
      region?.approach
        == ApproachRule(within: .milliseconds(12_500), from: .both, atMost: .seconds(8)))
  }

  @Test(
    arguments: [
      (#","approach":0"#, "error: approach is 0"),
      (#","approach":"soon""#, "error: approach is \"soon\""),
      (#","approach":10,"approachFrom":"in""#, "error: approachFrom is \"in\""),
      (#","approachFrom":"both""#, "warning: approachFrom without approach has no effect"),
      (#","aproach":10"#, "warning: unknown property \"aproach\""),
    ])
  func mistakeIsReported(_ properties: String, _ wrong: String) {
    let problems = check(properties).problems
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(wrong) == true, "\(problems)")
  }

  @Test func walkKeepsTheRule() {
    let (region, _) = check(#","approach":7.5,"approachFrom":"outside","approachLongest":9"#)
    let text = RegionsText(usual: WalkStart.Thresholds(RegionSettings())).text(
      [region].compactMap { $0 })
    let (regions, problems) = RegionsFile.check(
      text, file: "regions.geojson", rules: RegionRules(RegionSettings()))
    #expect(problems.isEmpty)
    #expect(regions == [region])
  }

  @Test func descriptionHasTheApproach() {
    let (region, _) = check(#","approach":10,"approachFrom":"both""#)
    let description = region.map { RegionDescription($0) }
    let lines = ["approach        10 s", "approachFrom    both", "approachLongest 20 s"]
    #expect(lines.allSatisfy { description?.lines(\.text).contains($0) == true })
    #expect(description?.json.contains(#""approach":10,"approachFrom":"both""#) == true)
  }
}
