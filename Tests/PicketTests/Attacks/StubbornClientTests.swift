import Foundation
import Glibc
import Testing

/// Clients of a live run that keep their places without using them.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct StubbornClientTests {
  @Test func clientsLeavingMidLineFreeTheirPlaces() async throws {
    let picket = try ControlTests.picket("[control]\nclients = 3")
    for number in 0..<40 {
      let talk = await ControlTalk(picket)
      // Some send more than one read returns.
      talk.send(Array(#"{"do":"sta"#.utf8) + Array(repeating: 0x20, count: number * 1000))
    }
    await eventually("there is a place") {
      (try? await ControlTalk(picket).ask(#"{"do":"status"}"#).refusal) == .some(nil)
    }
    #expect(picket.end().status == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func placesOfRootStayFree() async throws {
    let folder = try TemporaryFolder()
    let directory = "\(folder.path)/open"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let picket = try ControlTests.picket(
      "[control]\nclients = 2\nsocket = \"\(directory)/picket.sock\"", in: folder)
    await eventually("it listens") { access("\(directory)/picket.sock", F_OK) == 0 }
    chmod("\(directory)/picket.sock", 0o666)
    // All users can read this folder.
    let program = "\(folder.path)/picket"
    try FileManager.default.copyItem(atPath: PicketProcess.executable.path, toPath: program)
    func watch(_ name: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments = [
        "--reuid=65534", "--regid=65534", "--groups=0", program, "watch", "--json", "--config",
        picket.file("picket.toml").path,
      ]
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write("", to: name)))
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = log
      process.standardError = log
      try process.run()
      return process
    }
    let watchers = try (0..<2).map { try watch("watch\($0)") }
    for number in 0..<2 {
      await eventually("it has its place") {
        picket.text(of: "watch\(number)").contains(#""ok":true"#)
      }
    }
    let third = try watch("watch2")
    await eventually("it ends") { !third.isRunning }
    let output = picket.text(of: "watch2")
    #expect(
      output.contains("2 clients are served at a time, and that many are connected"), "\(output)")
    let talk = await ControlTalk("\(directory)/picket.sock")
    #expect(try talk.ask(#"{"do":"status"}"#).refusal == nil)
    for watcher in watchers + [third] where watcher.isRunning {
      kill(watcher.processIdentifier, SIGKILL)
    }
    #expect(picket.end().status == 0)
  }
}
