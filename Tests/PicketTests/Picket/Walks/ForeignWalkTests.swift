import Base
import Board
import Desk
import Foundation
import Glibc
import Picket
import Testing

/// A walk from another person with bad intentions.
@Suite(.timeLimit(.minutes(20)))
struct ForeignWalkTests {
  @Test(arguments: [
    "../regions.geojson", "/etc/passwd", "walk.jsonl", "regions.1.geojson", "regions.02.geojson",
    "regions.geojson", "regions.2.geojson/../../x", "",
  ])
  func regionsOutsideTheFolderAreRefused(_ name: String) throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(in: folder)
    _ = try folder.write("secret", to: "regions.geojson")
    try Self.append(#"{"regions":"\#(name)","report":1}"#, to: "\(walk)/walk.jsonl")
    let problem = thrown(Problem.self) { try Walk(path: walk) }
    #expect(problem?.wrong == "it names the regions \"\(name)\", which picket did not write there")
    for command in [["replay", walk], ["report", walk, "-o", "-"], ["tune", walk]] {
      let run = try PicketCommandRun(command)
      #expect(run.status == 1, "\(command)")
      #expect(run.log.contains("which picket did not write there; replay its reports.json with"))
      #expect(!run.log.contains("secret"))
    }
  }

  @Test func regionsNamedTwiceAreRefused() throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(in: folder)
    _ = try folder.write(Epoch.regions(), to: "walk/regions.2.geojson")
    let line = #"{"regions":"regions.2.geojson","report":1}"#
    try Self.append(line, to: "\(walk)/walk.jsonl")
    #expect(try Walk(path: walk).laterRegions == ["regions.2.geojson"])
    try Self.append(line, to: "\(walk)/walk.jsonl")
    #expect(throws: Problem.self) { try Walk(path: walk) }
  }

  @Test(arguments: [
    "walk.jsonl", "reports.json", "regions.geojson", "truth.json", "picket.toml",
    "regions.2.geojson",
  ])
  func linksAndPipesAreRefused(_ name: String) throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(in: folder)
    for (kind, words) in [("link", "this is a link"), ("pipe", "this is not a file")] {
      let path = "\(walk)/\(name)"
      rename(path, "\(folder.path)/\(name)")
      if kind == "link" {
        #expect(symlink("\(folder.path)/\(name)", path) == 0)
      } else {
        #expect(mkfifo(path, 0o600) == 0)
      }
      for command in [
        ["replay", walk], ["report", walk, "-o", "-"], ["tune", walk],
        ["regions", "add", "x", "--walk", "--capture", walk, "--regions", "\(folder.path)/r.json"],
      ] {
        let run = try PicketCommandRun(command)
        #expect(run.status == 1, "\(command)")
        #expect(
          run.log
            == "\(path): \(words); put the file itself into the folder of the walk\n",
          "\(command)")
      }
      let list = try folder.write("[walks]\ndirectory = \"\(folder.path)\"", to: "picket.toml")
      #expect(
        try PicketCommandRun("walk", "list", "--config", list).output.hasPrefix("no walk in "))
      unlink(path)
      rename("\(folder.path)/\(name)", path)
    }
  }

  @Test func truthOfAWalkIsNotRead() throws {
    let folder = try TemporaryFolder()
    let walk = try Self.walk(in: folder)
    #expect(truncate(try folder.write("{", to: "walk/truth.json"), 65 << 20) == 0)
    #expect(try PicketCommandRun("tune", walk).status == 0)
    let gone = try PicketCommandRun("tune", walk, "--truth", "\(walk)/truth.json")
    #expect(gone.status == 2)
    #expect(
      gone.log.contains(
        "has no --truth any more: it compares the senses; board/score in Picket's sources"))
  }

  @Test func packedRecordingFillsNoDisk() throws {
    let folder = try TemporaryFolder()
    let big = try folder.write("{", to: "a.json")
    #expect(truncate(big, 1 << 20) == 0)
    let packed = "\(folder.path)/a.json.xz"
    try Self.pack(big, to: packed)
    var count = 0
    try Capture.forEachLine(of: packed, limit: 1 << 20) { _ in count += 1 }
    #expect(count > 0)
    let error = thrown(UnusableFile.self) {
      try Capture.forEachLine(of: packed, limit: 1 << 20 - 1) { _ in }
    }
    #expect(error?.description.contains("holds more than 0 MB, which is not read") == true)
    // A file for which xz needs more memory than allowed also counts as damaged.
    _ = try folder.write("no xz", to: "b.json.xz")
    #expect(throws: UnusableFile.self) {
      try Capture.forEachLine(of: "\(folder.path)/b.json.xz") { _ in }
    }
  }

  @Test func replayDoesNotWaitForAPipe() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("", to: "a.nmea")
    #expect(mkfifo("\(folder.path)/a.regions.geojson", 0o600) == 0)
    for path in [folder.path, "\(folder.path)/a.nmea"] {
      let problem = thrown(Problem.self) {
        try WalkSource.found(at: path, regions: nil)
      }
      #expect(
        problem?.description
          == "\(folder.path)/a.regions.geojson: this is not a file; take it out of the folder")
    }
  }

  /// A walk of some minutes.
  private static func walk(in folder: TemporaryFolder) throws -> String {
    var course = RecordedCourse(seed: 7)
    try course.go(50)
    try course.start(in: folder.path)
    try course.go(60)
    try course.end()
    return "\(folder.path)/walk"
  }

  private static func append(_ line: String, to path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try "\(text)\(line)\n".write(toFile: path, atomically: false, encoding: .utf8)
  }

  private static func pack(_ path: String, to packed: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xz")
    process.arguments = ["-0c", path]
    try Data().write(to: URL(fileURLWithPath: packed))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: packed))
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
