import Testing

@testable import PicketCommand

struct CheckTests {
  @Test func saysThatAllIsWell() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[output.led]\nline = \"GPIO18\"\n", to: "picket.toml")
    let regions = try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature("Point", "[0,0]", "\"radius\":5"))]}",
      to: "regions.geojson")
    let report = try Check.parse(["--config", config]).report()
    #expect(report.problems.isEmpty)
    #expect(report.summary == "2 files, no problems: 1 region, output led")
    let both = try Check.parse(["--config", config, "--regions", regions]).report()
    #expect(both.summary == report.summary)
  }

  @Test func tellsTheProblemsOfBothFiles() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[gpsd]\nport = 0\n", to: "picket.toml")
    let report = try Check.parse(["--config", config]).report()
    #expect(report.problems.map(\.file) == [config, folder.path + "/regions.geojson"])
  }
}
