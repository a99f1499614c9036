import Foundation
import Testing

/// The completions that a shell requests while a user types.
struct CompletionTests {
  private func complete(_ command: String..., config: String) throws -> [String] {
    let words = ["picket"] + command + ["--config", config]
    let run = try PicketCommandRun(
      ["---completion"] + command + ["--", "positional@0", "\(words.count)", "0"] + words)
    #expect(run.status == 0, "\(run.log)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test func regionsAndOutputsAreCompleted() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Epoch.regions(), to: "regions.geojson")
    let config = try folder.write("[output.siren]\nline = \"GPIO18\"\n", to: "picket.toml")
    #expect(try complete("state", config: config) == ["ring"])
    #expect(try complete("why", config: config) == ["ring"])
    #expect(try complete("regions", "remove", config: config) == ["ring"])
    #expect(try complete("outputs", "test", config: config) == ["siren"])
  }

  /// The completions of an argument right after the words of the command.
  private func complete(_ command: [String], argument: Int, config: String) throws -> [String] {
    let words = ["picket"] + command
    let run = try PicketCommandRun(
      ["---completion", "regions", "set", "--", "positional@\(argument)", "\(words.count)", "0"]
        + words + ["", "--config", config])
    #expect(run.status == 0, "\(run.log)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test func valuesOfPropertiesAreCompleted() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Epoch.regions(), to: "regions.geojson")
    let config = try folder.write("[signal.siren]\nbuzzer = \"long\"\n", to: "picket.toml")
    func values(_ property: String...) throws -> [String] {
      try complete(["regions", "set", "ring"] + property, argument: 1, config: config)
    }
    #expect(try values("sense") == ["quick", "even", "quiet"])
    #expect(try values("notifyOnExit") == ["true", "false"])
    #expect(try values("signal").contains("siren"))
    #expect(try values("note").isEmpty)
    #expect(try values("after") == ["ring"])
    #expect(try values("sense", "=") == ["quick", "even", "quiet"])
    #expect(Set(["linger", "linger="]).isSubset(of: try values()))
  }

  @Test func walksAreCompleted() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[walks]\ndirectory = \"walks\"\n", to: "picket.toml")
    #expect(try complete("walk", "remove", config: config).isEmpty)
    var course = RecordedCourse(seed: 3)
    try course.start(in: folder.path)
    try course.go(20)
    try course.end()
    for name in ["gate", "orchard"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/walks", withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/walk", toPath: "\(folder.path)/walks/\(name)")
    }
    // A folder without a walk is not offered.
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/walks/else", withIntermediateDirectories: true)
    #expect(try complete("walk", "remove", config: config).sorted() == ["gate", "orchard"])
    for command in ["replay", "tune", "report"] {
      let offered = try complete(command, config: config)
      #expect(offered.starts(with: ["gate", "orchard"]), "\(command): \(offered)")
    }
  }
}
