import Picket
import RegionFiles
import Testing

/// Lengths of time as people write them, wherever they are read.
struct TimeTextTests {
  @Test(arguments: [
    ("90", 90), ("2.5", 2.5), ("0", 0), ("90s", 90), ("5m", 300), ("1h30m", 5400), ("2d", 172_800),
    ("1 h 30 min", 5400), (" 10 s ", 10), ("1.5h", 5400), ("500ms", 0.5), ("1m30s", 90),
    ("10sec", 10), ("2d1h1m1s1ms", 176_461.001),
  ])
  func timeIsRead(text: String, seconds: Double) {
    #expect(Double(timeText: text) == seconds)
  }

  @Test(arguments: [
    "", " ", "s", "m5", "5x", "5M", "5m5m", "30m1h", "1.5h30m", "-5m", "-5", "+5", "1e3",
    "0x10", "inf", "nan", "5,5s", "5.5.5", ".", ".s", "9999999", "9999999d", "5m!", "5m 7",
    "\u{0665}m", "1:30",
  ])
  func otherTextIsNotATime(text: String) {
    #expect(Double(timeText: text) == nil)
  }

  @Test func propertyIsReadWithItsUnit() throws {
    let (regions, problems) = check(
      feature(
        "Point", "[15,47]",
        #""radius":20,"dwell":"5m","linger":"2.5s","remind":"90","approach":"10 s""#))
    #expect(problems.isEmpty)
    let region = try #require(regions.first)
    #expect(region.dwell == .seconds(300))
    #expect(region.linger == .milliseconds(2500))
    #expect(region.reminder?.interval == .seconds(90))
    #expect(region.approach?.limit == .seconds(10))
  }

  @Test func settingIsReadWithItsUnit() {
    let (configuration, problems) = Configuration.check(
      "[blind]\nlimit = \"1m\"\n[regions]\nlinger = \"2s\"\n[approach]\nlongest = \"20\"",
      file: "picket.toml")
    #expect(problems.isEmpty)
    #expect(configuration.blind.limit == .seconds(60))
    #expect(configuration.regions.linger == .seconds(2))
    #expect(configuration.regions.approachLongest == .seconds(20))
  }

  @Test func importedTimeIsInSeconds() throws {
    let bytes = Array(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"a",
      "properties":{"radius":"20 m","dwell":"5m","linger":"2 s"},
      "geometry":{"type":"Point","coordinates":[15,47]}}]}
      """.utf8)
    var document = RegionsDocument(file: "r")
    let source = try RegionImport(bytes, file: "f")
    let outcome = source.add(to: &document, rules: Configuration().regionRules)
    #expect(outcome.problems.isEmpty)
    let properties = document.features.first?["properties"]
    #expect(properties?["dwell"]?.line == "300")
    #expect(properties?["linger"]?.line == "2")
    #expect(properties?["radius"]?.line == "20")
  }
}
