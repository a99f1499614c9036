import Foundation
import Geofence
import Picket
@testable import PicketCommand
import Testing

struct CheckTests {
  @Test(arguments: [
    ("", "no output has a line in"),
    ("outputs = 'terminal'\n[output.buzzer]\nline = 'GPIO17'\n", "has outputs = \"terminal\", so"),
  ])
  func outputsThatSoundNothingHaveTheirReason(_ text: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(text, to: "picket.toml")
    _ = try folder.write(Epoch.regions(), to: "regions.geojson")
    let check = try PicketCommandRun("check", "--outputs", "--config", config)
    #expect(check.status == 69, "\(check.log)")
    #expect(check.log.contains(words), "\(check.log)")
  }

  @Test func validFilesAreReported() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[output.led]\nline = \"GPIO18\"\n", to: "picket.toml")
    let regions = try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature("Point", "[0,0]", "\"radius\":5"))]}",
      to: "regions.geojson")
    for arguments in [["--config", config], ["--config", config, "--regions", regions]] {
      let (settings, problems) = try Check.parse(arguments).files.check()
      #expect(problems.isEmpty)
      #expect(Check.summary(of: settings) == "no problems: 1 region, output led")
    }
  }

  @Test func limitsOfSpeedNameWhatTheyNeed() throws {
    func needs(_ properties: String) throws -> String? {
      let folder = try TemporaryFolder()
      let regions = try folder.write(
        """
        {"type":"FeatureCollection","features":[\(feature("Point", "[0,0]", properties))]}
        """, to: "regions.geojson")
      return Check.needs(of: try Check.parse(["--regions", regions]).files.check().settings)
    }
    #expect(
      try needs(#""radius":50,"maxSpeed":20"#)
        == "1 limit of speed: judged while the receiver reports a speed (Doppler); picket doctor "
        + "shows whether yours does")
    #expect(try needs(#""radius":50"#) == nil)
    #expect(try needs(#""radius":50,"maxSpeed":20,"enabled":false"#) == nil)
  }

  @Test func problemsOfBothFilesAreReported() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[gpsd]\nport = 0\n", to: "picket.toml")
    let (_, problems) = try Check.parse(["--config", config]).files.check()
    #expect(problems.map(\.file) == [config, folder.path + "/regions.geojson"])
  }

  @Test(arguments: ["[gpsd]\nhost = localhost\n", nil])
  func unreadConfigurationBlamesNoRegions(_ text: String?) throws {
    let folder = try TemporaryFolder()
    let config = "\(folder.path)/picket.toml"
    // The file of regions that it names is not known.
    if let text { _ = try folder.write(text, to: "picket.toml") }
    let (_, problems) = try Check.parse(["--config", config]).files.check()
    #expect(problems.map(\.file) == [config])
    // The file next to it is checked if it is there, and one that is named in any case.
    let regions = "\(folder.path)/no.geojson"
    let named = try Check.parse(["--config", config, "--regions", regions]).files.check()
    #expect(named.problems.map(\.file) == [config, regions])
    let next = try folder.write("{}", to: "regions.geojson")
    let both = try Check.parse(["--config", config]).files.check()
    #expect(both.problems.map(\.file) == [config, next])
  }

  @Test func doubtFailsOnlyWithStrict() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[state]\ndirectory = \"state\"\n", to: "picket.toml")
    let regions = try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature("Point", "[47,15]", "\"radius\":50"))]}",
      to: "regions.geojson")
    let arguments = ["check", "--config", config, "--regions", regions]
    #expect(try PicketCommandRun(arguments).log.isEmpty)
    #expect(try PicketCommandRun(arguments + ["--strict"]).status == 0)
    let state = StateFile(directory: "\(folder.path)/state")
    try state.write(
      SavedState(memory: Memory(coordinate: Coordinate(latitude: 47, longitude: 15))))
    let lax = try PicketCommandRun(arguments)
    #expect(lax.status == 0)
    #expect(lax.log.contains(": warning: it is far from where the carrier was last"), "\(lax.log)")
    #expect(lax.output.hasPrefix("no problems: 1 region"))
    let strict = try PicketCommandRun(arguments + ["--strict"])
    #expect(strict.status == 1)
    #expect(strict.log == lax.log && strict.output.isEmpty)
    let json = try PicketCommandRun(arguments + ["--strict", "--json"])
    #expect(json.status == 1)
    #expect(json.output.contains("}\n{\"problems\":0,\"regions\":1,"), "\(json.output)")
    // A damaged state is ignored and not moved: only `run` sets it aside.
    for file in ["state/state", "state/state.previous"] {
      _ = try folder.write("damaged", to: file)
    }
    #expect(try PicketCommandRun(arguments + ["--strict"]).status == 0)
    #expect(try String(contentsOfFile: "\(folder.path)/state/state", encoding: .utf8) == "damaged")
  }

  @Test func signalThatNothingPlaysIsADoubt() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      "[signal.entr]\nbuzzer = \"short\"\n[signal.bell]\nbuzzer = \"long\"\n", to: "picket.toml")
    let doubt =
      "\(config): warning: nothing plays [signal.entr]; did you mean [signal.enter]? otherwise name it "
      + "as the signal of a region\n"
    for (signal, log) in [("bell", doubt), ("entr", "")] {
      let point = feature("Point", "[15,47]", "\"radius\":50,\"signal\":\"\(signal)\"")
      let regions = try folder.write(
        "{\"type\":\"FeatureCollection\",\"features\":[\(point)]}", to: "regions.geojson")
      let run = try PicketCommandRun(["check", "--config", config, "--regions", regions])
      #expect(run.status == 0)
      #expect(run.log == log)
    }
  }

  @Test func jsonHasALinePerProblem() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[gpsd]\nport = 0\n", to: "picket.toml")
    let bad = try PicketCommandRun("check", "--json", "--config", config)
    #expect(bad.status == 1 && bad.log.isEmpty)
    #expect(bad.output.hasPrefix("{\"problem\":"))
    #expect(bad.output.contains("\"file\":\"\(config)\",\"line\":2,"), "\(bad.output)")
    #expect(
      bad.output.hasSuffix(
        "}\n{\"problems\":2,\"regions\":0,\"disabled\":0,\"outputs\":[\"buzzer\",\"led\"]}\n"))
    let regions = try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature("Point", "[0,0]", "\"radius\":5"))]}",
      to: "regions.geojson")
    let good = try PicketCommandRun("check", "--json", "--regions", regions)
    #expect(good.status == 0)
    #expect(
      good.output
        == "{\"problems\":0,\"regions\":1,\"disabled\":0,\"outputs\":[\"buzzer\",\"led\"]}\n")
  }
}
