import Board
import Picket
import Testing

struct ApproachSettingsTests {
  private func check(_ text: String) -> (configuration: Configuration, problems: [String]) {
    let (configuration, problems) = Configuration.check(text, file: "picket.toml")
    return (configuration, problems.map { "\($0)" })
  }

  @Test func defaultCuesNeedNoTable() {
    let (configuration, problems) = check("")
    #expect(problems.isEmpty)
    #expect(configuration.outputs.cue.patterns == CueSettings.defaults)
    #expect(configuration.regions.approachLongest == .seconds(20))
  }

  @Test func defaultCuesUseOnlyConfiguredOutputs() {
    let (configuration, _) = check("[output.buzzer]\nline = 'GPIO17'")
    #expect(Array(configuration.outputs.cue.patterns.keys) == ["buzzer"])
  }

  @Test func patternsAndTheLongestTimeAreRead() throws {
    let (configuration, problems) = check(
      "[approach]\nlongest = 12.5\nbuzzer = ['1/9', '1/8', '1/7', '1/6']")
    #expect(problems.isEmpty)
    #expect(configuration.regions.approachLongest == .milliseconds(12_500))
    let patterns = try ["1/9", "1/8", "1/7", "1/6"].map { try Pattern($0) }
    #expect(configuration.outputs.cue.patterns == ["buzzer": patterns])
  }

  @Test func outputWithOnlyACueIsUsed() {
    let (_, problems) = check(
      """
      [output.bell]
      line = 'GPIO17'
      [approach]
      bell = ['1/9', '1/8', '1/7', '1/6']
      """)
    #expect(problems.isEmpty)
  }

  @Test func cueWithoutAnOutputIsAWarning() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "[output.bell]\nline = 'GPIO5'\n[signal.enter]\nbell = 'short'", to: "picket.toml")
    _ = try folder.write(
      """
      {"type":"FeatureCollection","features":[
      \(feature("Point", "[0,0]", #""radius": 50, "approach": 10"#, id: "\"gate\""))]}
      """, to: "regions.geojson")
    let (_, problems) = Settings.check(configurationPath: path, regionsPath: nil)
    #expect(
      problems.map(\.description) == [
        """
        \(path): warning: region "gate" has an approach cue, but no output plays it; \
        name one in [approach], such as bell = ["60/940", "60/440", "60/190", "60/65"]
        """
      ])
  }

  @Test func lightMayStayOn() {
    let (_, problems) = check("[approach]\nled = ['1/9', '1/8', '1/7', '1000']")
    #expect(problems.isEmpty)
  }
}
