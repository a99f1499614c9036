import Base
@testable import Geofence
@testable import Picket
import RegionFiles
import Testing

struct RegionHoursTests {
  private static func file(_ properties: String, timezone: String? = nil, after: Bool = false)
    -> String
  {
    let zone = timezone.map { "\"timezone\":\($0)" } ?? "\"x\":1"
    let features = "\"features\":[\(feature("Point", "[13.4,52.5]", "\"radius\":50\(properties)"))]"
    let (first, last) = after ? (features, zone) : (zone, features)
    return "{\"type\":\"FeatureCollection\",\(first),\n\(last)}"
  }

  private static func read(_ text: String) -> (regions: [Region], problems: [Problem]) {
    RegionsFile.check(text, file: "r.geojson", rules: Configuration().regionRules)
  }

  @Test(arguments: [false, true])
  func hoursFollowTheZoneOfTheFile(_ isAfter: Bool) throws {
    let (regions, problems) = Self.read(
      Self.file(
        #","active":"Mo-Fr 07:00-16:00","atStart":true"#, timezone: "\"Europe/Berlin\"",
        after: isAfter))
    #expect(problems.isEmpty)
    let region = try #require(regions.first)
    #expect(region.reportsStart)
    #expect(region.active?.clock.name == "Europe/Berlin")
    let time = try #require(Timestamp(rfc3339: "2026-06-03T05:00:00Z"))
    #expect(region.active?.isActive(at: time) == true)
    #expect(region.active?.isActive(at: time.advanced(by: .seconds(-1))) == false)
  }

  @Test func boardsZoneIsTheDefault() {
    let (regions, _) = Self.read(Self.file(#","active":"07:00-16:00""#))
    #expect(regions.first?.active?.clock == ZoneFile.board)
  }

  @Test(arguments: [
    ("\"Europe/Berln\"", "timezone: \"Europe/Berln\" is not a time zone of /usr/share/zoneinfo"),
    ("1", "timezone is a number"),
  ])
  func wrongZoneIsReported(_ zone: String, _ wrong: String) {
    let problems = Self.read(Self.file(#","active":"07:00-16:00""#, timezone: zone)).problems
    #expect(problems.map(\.wrong) == [wrong])
    #expect(problems.first?.place == .text(line: 1, column: 40))
  }

  @Test func atStartWithoutHoursIsReported() {
    let problems = Self.read(Self.file(#","atStart":true"#)).problems
    #expect(problems.map(\.wrong) == ["atStart needs hours"])
  }

  @Test func sunTimesFollowTheRegionsPlace() throws {
    let (regions, _) = Self.read(Self.file(#","active":"sunrise-sunset""#, timezone: "\"UTC\""))
    let hours = try #require(regions.first?.active)
    // Sunrise in Berlin is at 02:43 on the longest day, by astral.
    let time = try #require(Timestamp(rfc3339: "2026-06-21T02:40:00Z"))
    #expect(!hours.isActive(at: time))
    #expect(hours.isActive(at: time.advanced(by: .seconds(360))))
  }

  @Test func recordedRegionsAreReadBackUnchanged() throws {
    let text = Self.file(
      #","active":"Mo-Fr 07:00-12:00, 13:00-16:00","atStart":true"#,
      timezone: "\"Australia/Lord_Howe\"")
    let regions = Self.read(text).regions
    #expect(regions.count == 1)
    let recorded = RegionsText(usual: WalkStart.Thresholds(RegionSettings())).text(regions)
    #expect(Self.read(recorded).regions == regions)
  }

  @Test func mistakesHaveTheirLinesAndColumns() throws {
    let wrong = [
      "Mo-Fr 8:00-16:00", "PH off", "Mo-Fr 08:00 to 12:00", "\\u004do-Fri 08:00-12:00",
      "Mo–Fr 08:00-12:00",
    ]
    let features = wrong.enumerated().map { index, text in
      """
      {"type":"Feature","id":"r\(index)","geometry":{"type":"Point","coordinates":[1,2]},
       "properties":{"note":"{\\"active\\":1}","radius":50,
        "active":"\(text)"}}
      """
    }
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))]}"
    let problems = Self.read(text).problems
    #expect(
      problems.map(\.place) == [
        .text(line: 4, column: 19), .text(line: 7, column: 13), .text(line: 10, column: 25),
        .text(line: 13, column: 21), .text(line: 16, column: 15),
      ])
    #expect(
      problems.first?.description
        == "r.geojson:4:19: active of \"r0\": 8:00 does not have two digits for hours and two for "
        + "minutes; write Mo-Fr 08:00-16:00")
  }

  @Test func manyMistakesAreFoundInOnePass() {
    let bad = (0..<5000).map {
      feature("Point", "[1,2]", "\"radius\":5,\"active\":\"Mon\"", id: "\($0)")
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(bad.joined(separator: ",\n"))]}"
    let problems = Self.read(text).problems
    #expect(problems.count == 5000)
    // Each feature has two lines, and the hours are in the first.
    #expect(problems.last?.place == .text(line: 9999, column: 64))
  }
}
