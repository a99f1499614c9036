import Foundation
import Testing

/// Commands that get the name of a walk.
struct WalkNamesTests {
  private let folder: TemporaryFolder
  private let config: String

  init() throws {
    folder = try TemporaryFolder()
    let walks = "\(folder.path)/walks"
    config = try folder.write(
      "[state]\ndirectory = \"\(folder.path)\"\n[walks]\ndirectory = \"\(walks)\"\n[signal.own]\nbuzzer = \"short\"\n",
      to: "picket.toml")
    for (name, seed) in [("first", 5), ("ride", 6)] {
      var course = RecordedCourse(seed: UInt64(seed))
      try course.start(in: folder.path)
      try course.go(300)
      try course.end()
      try FileManager.default.createDirectory(atPath: walks, withIntermediateDirectories: true)
      try FileManager.default.moveItem(
        atPath: "\(folder.path)/walk", toPath: "\(walks)/\(name)")
      let modified: [FileAttributeKey: Any] = [
        .modificationDate: Date(timeIntervalSince1970: 1_780_478_071 + Double(seed))
      ]
      try FileManager.default.setAttributes(
        modified, ofItemAtPath: "\(walks)/\(name)/walk.jsonl")
    }
  }

  private func picket(_ arguments: String...) throws -> PicketCommandRun {
    try PicketCommandRun(arguments + ["--config", config])
  }

  @Test(arguments: ["replay", "tune"]) func walkIsFoundByItsName(command: String) throws {
    let named = try picket(command, "ride", "--json")
    let path = try picket(command, "\(folder.path)/walks/ride", "--json")
    #expect(named.status == 0, "\(named.log)")
    #expect(!named.output.isEmpty)
    #expect(named.output == path.output)
  }

  @Test func reportIsNamedAfterItsWalk() throws {
    let before = FileManager.default.currentDirectoryPath
    let run = try PicketCommandRun(
      ["report", "ride", "--config", config], folder: folder.path)
    #expect(run.status == 0, "\(run.log)")
    #expect(run.output == "ride.html\n")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/ride.html"))
    #expect(!FileManager.default.fileExists(atPath: "\(before)/ride.html"))
  }

  @Test(arguments: ["replay", "tune", "report"])
  func lastWalkIsTheDefault(command: String) throws {
    let output = command == "report" ? ["-o", "-"] : []
    let run = try PicketCommandRun([command, "--config", config] + output)
    #expect(run.status == 0, "\(run.log)")
    #expect(run.log.contains("the last walk: "), "\(run.log)")
  }

  @Test(arguments: ["replay", "tune", "report"])
  func missingWalkIsReportedByItsName(command: String) throws {
    for name in ["nope", "\(folder.path)/walks/nope"] {
      let run = try PicketCommandRun([command, name])
      #expect(run.status == 1)
      #expect(run.log.hasPrefix("\(name): No such file or directory"), "\(run.log)")
      #expect(!run.log.contains("regions.geojson"))
    }
    #expect(try picket(command, "nope").log.contains("in \(folder.path)/walks; picket walk list"))
  }

  @Test func walkIsRemoved() throws {
    let path = "\(folder.path)/walks/ride"
    try "{}".write(toFile: "\(path)/truth.json", atomically: true, encoding: .utf8)
    #expect(try picket("walk", "remove", "ride").output == "removed ride\n")
    #expect(!FileManager.default.fileExists(atPath: path))
    for name in ["ride", "../walks/first", "", ".."] {
      let again = try picket("walk", "remove", name)
      #expect(again.status == 1, "\(name)")
      #expect(again.log.contains("there is no walk of this name"), "\(again.log)")
    }
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/walks/first/walk.jsonl"))
  }

  @Test func removalReportsTheFilesThatStay() throws {
    let path = "\(folder.path)/walks/ride"
    try "mine".write(toFile: "\(path)/notes.txt", atomically: true, encoding: .utf8)
    let run = try picket("walk", "remove", "ride")
    #expect(run.status == 1)
    #expect(run.log.contains("notes.txt"), "\(run.log)")
    #expect(FileManager.default.fileExists(atPath: "\(path)/notes.txt"))
  }
}
