import Base
import Geofence
@testable import Picket
import RegionFiles
import Testing

struct RareRulesTests {
  private static let circle = #"{"type":"Point","coordinates":[14,46]}"#
  private static let line = #"{"type":"LineString","coordinates":[[14,46],[14.001,46]]}"#
  private static let square =
    #"{"type":"Polygon","coordinates":[[[14,46],[14.01,46],[14.01,46.01],[14,46.01],[14,46]]]}"#

  private static func feature(_ id: String, _ properties: String, _ geometry: String = "null")
    -> String
  {
    #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"geometry":\#(geometry)}"#
  }

  private static func text(_ features: [String]) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#
  }

  private static func check(_ features: String...) -> (regions: [Region], problems: [String]) {
    let found = RegionsFile.check(text(features), file: "r", rules: RegionRules(RegionSettings()))
    return (found.regions, found.problems.map(\.description))
  }

  private static let zone = feature("zone", #""radius":60"#, circle)
  private static let field = feature("field", "", square)

  @Test func everyRuleIsRead() throws {
    let (regions, problems) = Self.check(
      Self.zone, Self.feature("warning", #""border":"zone","offset":500"#),
      Self.feature(
        "gate", #""gate":true,"after":"zone","once":true,"heading":[315,45]"#, Self.line),
      Self.feature("yard", #""maxSpeed":20,"speedLinger":"5s""#, Self.square))
    #expect(problems.isEmpty)
    #expect(regions[1].band == BandRule(around: "zone", offset: 500))
    guard case .circle(let circle) = regions[1].shape else {
      Issue.record("the band of a circle is no circle")
      return
    }
    #expect(circle.radius == 560)
    #expect(regions[2].isGate)
    #expect(
      regions[2].order
        == OrderRule(after: "zone", isOnce: true, heading: HeadingRange(from: 315, to: 45)))
    #expect(regions[3].speedRule == SpeedRule(limit: 20, linger: .seconds(5)))
    #expect(regions[0].speedRule == nil && !regions[0].isGate)
  }

  @Test(arguments: [
    (#""border":"zone""#, "null", "border needs an offset"),
    (
      #""border":"zone","offset":"far""#, "null",
      "offset is \"far\"; give metres from -100000 to 100000"
    ),
    (#""border":"zone","offset":1e9"#, "null", "offset is 1000000000"),
    (#""border":"zoen","offset":5"#, "null", #"did you mean "zone"?"#),
    (#""border":"x","offset":5"#, "null", "border names the region itself"),
    (#""border":"band","offset":5"#, "null", "has a border itself"),
    (#""border":"gate","offset":5"#, "null", "is a gate"),
    (#""border":"zone","offset":-60"#, "null", "leaves nothing of \"zone\""),
    (#""border":"field","offset":-900"#, "null", "leaves nothing of \"field\""),
    (#""border":"zone","offset":5"#, Self.circle, "a border and a geometry"),
    (#""offset":5,"radius":5"#, Self.circle, "offset without border has no effect"),
    (#""gate":true"#, Self.square, "gate is for lines"),
    (#""gate":true,"radius":5"#, Self.circle, "gate is for lines"),
    (#""gate":true,"dwell":5"#, Self.line, "dwell has no effect on a gate"),
    (#""gate":"yes""#, Self.line, "gate is"),
    (#""radius":5,"maxSpeed":0"#, Self.circle, "maxSpeed is 0"),
    (#""radius":5,"speedLinger":5"#, Self.circle, "speedLinger without maxSpeed"),
    (#""radius":5,"after":"zonne""#, Self.circle, #"did you mean "zone"?"#),
    (#""radius":5,"after":"x""#, Self.circle, "after names the region itself"),
    (#""radius":5,"after":"follower""#, Self.circle, "after leads back to this region"),
    (#""radius":5,"heading":[45]"#, Self.circle, "heading is not two numbers"),
    (#""radius":5,"heading":[45,361]"#, Self.circle, "heading has 361"),
    (#""radius":5,"heading":90"#, Self.circle, "heading is a number"),
    (#""radius":5,"once":"yes""#, Self.circle, "once is"),
    (#""radius":5,"maxspeed":30"#, Self.circle, #"did you mean "maxSpeed"?"#),
  ])
  func wrongUseHasALine(_ properties: String, _ geometry: String, _ line: String) {
    let (_, problems) = Self.check(
      Self.zone, Self.field, Self.feature("band", #""border":"zone","offset":9"#),
      Self.feature("gate", #""gate":true"#, Self.line),
      Self.feature("follower", #""radius":5,"after":"x""#, Self.circle),
      Self.feature("x", properties, geometry))
    #expect(problems.contains { $0.contains(line) }, "\(problems)")
  }

  @Test func aRegionWithABandStays() throws {
    var document = try RegionsDocument(
      Self.text([Self.zone, Self.feature("warning", #""border":"zone","offset":500"#)]), file: "r")
    #expect {
      _ = try document.remove("zone", isForced: true)
    } throws: { refused in
      let text = (refused as? Problems)?.list.map(\.description).joined() ?? ""
      return text.contains("zone") && text.contains("warning")
    }
    _ = try document.rename("zone", to: "core")
    #expect(document.features[1]["properties"]?["border"]?.text == "core")
    _ = try document.remove("warning")
    _ = try document.remove("core")
    #expect(document.identifiers.isEmpty)
  }

  @Test func exportHasTheOutline() throws {
    let text = Self.text([
      Self.zone, Self.field, Self.feature("warning", #""border":"zone","offset":500"#),
      Self.feature("moat", #""border":"field","offset":50"#),
    ])
    let rules = RegionRules(RegionSettings())
    let regions = RegionsFile.check(text, file: "r", rules: rules).regions
    let drawn = try RegionsDocument(text, file: "r").withOutlines(regions)
    let (again, problems) = RegionsFile.check(drawn.text, file: "r", rules: rules)
    #expect(problems.isEmpty)
    #expect(again.count == 4)
    #expect(again[2].shape == regions[2].shape)
    let place = Coordinate(latitude: 46.0102, longitude: 14.005)
    #expect(abs(again[3].shape.depth(at: place) - regions[3].shape.depth(at: place)) < 0.1)
  }

  @Test func walksHaveTheSameRegions() throws {
    let text = Self.text([
      Self.zone, Self.field, Self.feature("moat", #""border":"field","offset":50"#),
      Self.feature(
        "gate", #""gate":true,"after":"zone","once":true,"heading":[315,45]"#, Self.line),
      Self.feature("yard", #""maxSpeed":20,"speedLinger":5"#, Self.square),
    ])
    let rules = RegionRules(RegionSettings(), isRecorded: true)
    let regions = RegionsFile.check(text, file: "r", rules: rules).regions
    let usual = WalkStart.Thresholds(RegionSettings())
    let written = RegionsText(usual: usual).text(regions)
    #expect(RegionsFile.check(written, file: "r", rules: rules).regions == regions)
  }
}
