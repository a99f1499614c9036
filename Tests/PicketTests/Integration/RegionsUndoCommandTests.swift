import Foundation
import Glibc
import RegionFiles
import Testing

/// `picket regions undo` on real files, next to a running Picket and on disks with faults.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct RegionsUndoCommandTests {
  private func ids(_ path: String) throws -> [String] {
    try RegionsDocument(path: path).identifiers
  }

  @Test func undoneRegionsAreWatchedAtOnce() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    try await gpsd.accept(from: picket)
    func regions(_ words: String...) throws -> PicketCommandRun {
      try PicketCommandRun(["regions"] + words + ["--config", picket.file("picket.toml").path])
    }
    let before = picket.text(of: "regions.geojson")
    let nothing = try regions("undo")
    #expect(nothing.status == 1)
    #expect(nothing.log.contains("there is nothing to undo"), "\(nothing.log)")
    #expect(try regions("add", "gate", "--circle", "47.01,15,20").status == 0)
    #expect(try regions("set", "ring", "note", "x").status == 0)
    #expect(try regions("undo").output == "changed back ring\nwatched now: 2 regions\n")
    #expect(try regions("undo").output == "changed back ring\nwatched now: 2 regions\n")
    #expect(try regions("show", "ring").output.contains("note      x"))
    // A change of a phone is kept in the same way.
    let talk = await ControlTalk(picket)
    let base = try #require(try talk.ask(#"{"do":"regions","document":true}"#).text("sha256"))
    let reply = try talk.ask(#"{"do":"edit","base":"\#(base)","remove":["gate","ring"]}"#)
    #expect(reply.flag("applied"), "\(reply.text)")
    #expect(
      try regions("undo").output == "brought back ring and gate\nwatched now: 2 regions\n")
    // The controller refuses what it cannot watch: both versions stay.
    #expect(try regions("remove", "gate").status == 0)
    let broken = before.replacing(#""type":"Feature""#, with: #""type":"no""#)
    try broken.write(to: picket.file("regions.geojson~"), atomically: false, encoding: .utf8)
    let refused = try regions("undo")
    #expect(refused.status == 1)
    #expect(refused.log.contains("regions.geojson~: feature 0"), "\(refused.log)")
    #expect(try ids(picket.file("regions.geojson").path) == ["ring"])
    #expect(picket.text(of: "regions.geojson~") == broken)
    #expect(picket.end().status == 0)
  }

  /// A folder with regions, and a command on it whose disk has a fault.
  private func run(
    _ words: [String], fault call: String, at number: Int, _ code: Int32
  ) throws -> (run: PicketCommandRun, folder: TemporaryFolder, path: String) {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    let path = try folder.write(Epoch.regions(), to: "r.geojson")
    let disk = try FaultyDisk(folder.path, call, at: number, .error(code), in: scratch)
    let config = try scratch.write("[state]\ndirectory = \"state\"\n", to: "picket.toml")
    let run = try PicketCommandRun(
      ["regions"] + words + ["--regions", path, "--config", config],
      environment: disk.environment)
    #expect(disk.hasHappened)
    return (run, folder, path)
  }

  @Test func diskWithoutLinksKeepsACopy() throws {
    let (run, folder, path) = try run(["set", "ring", "note", "x"], fault: "link", at: 1, EPERM)
    #expect(run.status == 0)
    #expect(try String(contentsOfFile: "\(path)~", encoding: .utf8) == Epoch.regions())
    #expect(try folder.names == ["r.geojson", "r.geojson~"])
  }

  @Test func versionThatCannotBeKeptIsReported() throws {
    // The first rename would keep the last version.
    let (run, folder, path) = try run(["rename", "ring", "x"], fault: "rename", at: 1, EIO)
    #expect(run.status == 0)
    #expect(
      run.log.contains("picket regions undo cannot take this change back: rename"), "\(run.log)")
    #expect(run.log.split(separator: "\n").count == 1)
    #expect(try ids(path) == ["x"])
    #expect(try folder.names == ["r.geojson"])
  }

  @Test func failedEditLeavesNoFiles() throws {
    let (run, folder, path) = try run(["rename", "ring", "x"], fault: "fsync", at: 1, ENOSPC)
    #expect(run.status == 74)
    #expect(try ids(path) == ["ring"])
    #expect(try folder.names == ["r.geojson"])
  }
}
