import Foundation
import Glibc
import Testing

/// The file of `--events` while other programs move it, as a rotation of logs does.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct EventsFileTests {
  /// A run that has reported an entry into its file.
  private static func entered(_ gpsd: FakeGPSD) async throws -> (PicketProcess, events: String) {
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: "[blind]\nlimit = 3600")
    await gpsd.accept()
    for epoch in Epoch.ride[..<40] { gpsd.report(epoch) }
    await eventually("the entry") { picket.events == ["enter ring"] }
    return (picket, picket.file("events.jsonl").path)
  }

  @Test func rotationStartsANewFile() async throws {
    let gpsd = FakeGPSD()
    let (picket, path) = try await Self.entered(gpsd)
    #expect(rename(path, "\(path).1") == 0)
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    for epoch in Epoch.ride[40...] { gpsd.report(epoch) }
    await eventually("the exit is in the new file") { picket.events == ["exit ring"] }
    await eventually("it is reported") {
      picket.log.contains("picket: \(path): another file has this path now; later lines go there\n")
    }
    let old = try String(contentsOfFile: "\(path).1", encoding: .utf8)
    #expect(old.contains("\"enter\"") && !old.contains("\"exit\""))
    #expect(picket.end().status == 0)
  }

  @Test func removedFileIsCreatedAgain() async throws {
    let gpsd = FakeGPSD()
    let (picket, path) = try await Self.entered(gpsd)
    #expect(unlink(path) == 0)
    for epoch in Epoch.ride[40...] { gpsd.report(epoch) }
    await eventually("the exit is in the new file") { picket.events == ["exit ring"] }
    await eventually("it is reported") {
      picket.log.contains(
        "picket: \(path): it was removed and is created again; later lines go there\n")
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 & ~0o640 == 0)
    #expect(picket.end().status == 0)
  }

  @Test func eventWaitsUntilItsFileIsCreated() async throws {
    let gpsd = FakeGPSD()
    let (picket, path) = try await Self.entered(gpsd)
    #expect(unlink(path) == 0)
    #expect(mkdir(path, 0o700) == 0)
    for epoch in Epoch.ride[40...] { gpsd.report(epoch) }
    let talk = await ControlTalk(picket)
    await eventually("the fault is in the status") {
      let storage = try? talk.ask(#"{"do":"status"}"#).object("storage")
      return storage?.texts("faults").contains {
        $0.hasPrefix("file of --events: ") && $0.hasSuffix("open \(path): Is a directory")
      } == true
    }
    #expect(rmdir(path) == 0)
    await eventually("the exit comes in the end") { picket.events == ["exit ring"] }
    #expect(picket.end().status == 0)
  }

  @Test func secondRunAddsToTheFile() async throws {
    let gpsd = FakeGPSD()
    let (picket, path) = try await Self.entered(gpsd)
    #expect(picket.end().status == 0)
    // As a run leaves it that was killed while it wrote.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("{\"seq\":2,\"ev".utf8))
    try file.close()
    let second = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: "[blind]\nlimit = 3600",
      in: picket.folder, isAdding: true)
    await gpsd.accept()
    for epoch in Epoch.ride[40...] { gpsd.report(epoch) }
    await eventually("the exit follows the entry") { second.events == ["enter ring", "exit ring"] }
    #expect(second.eventLines.count == 3)
    #expect(second.end().status == 0)
  }

  @Test func pipeIsRefusedAtOnce() async throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo("\(folder.path)/events.jsonl", 0o600) == 0)
    let picket = try PicketProcess(port: 1, regions: Epoch.regions(), in: folder)
    await eventually("it ends") { !picket.isRunning }
    #expect(picket.log.contains("/events.jsonl: "), "\(picket.log)")
    #expect(picket.log.contains("give another file with --events"))
  }

  @Test func linkIsFollowed() async throws {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    #expect(symlink("target.jsonl", "\(folder.path)/events.jsonl") == 0)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: "[blind]\nlimit = 3600",
      in: folder)
    await gpsd.accept()
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.text(of: "target.jsonl").split(separator: "\n").count == 2)
    #expect(picket.end().status == 0)
    #expect(!picket.log.contains("later lines go there"), "\(picket.log)")
  }
}
