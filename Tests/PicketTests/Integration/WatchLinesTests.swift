import Foundation
import Glibc
import Testing

/// `picket-link watch --json` on a real broker.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct WatchLinesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func watchPrintsLinesOfJSON() async throws {
    let broker = try await TestBroker(in: folder, subscriber: nil)
    try broker.publish("online", to: "picket/a/online", ["-r"])
    let settings = try folder.write(
      "[broker]\nhost = \"127.0.0.1\"\nport = \(broker.port)\n", to: "watch.toml")
    let output = try folder.write("", to: "watched")
    let watch = Process()
    watch.executableURL = FleetLink.executable
    watch.arguments = ["watch", "--json", "--config", settings]
    watch.standardInput = FileHandle.nullDevice
    watch.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    watch.standardError = FileHandle.nullDevice
    try watch.run()
    defer {
      kill(watch.processIdentifier, SIGKILL)
      watch.waitUntilExit()
    }
    func lines() -> [String] {
      ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n")
        .map(String.init)
    }
    await eventually("the board: \(lines())") { lines().count == 2 }
    #expect(lines().first == #"{"connected":true}"#)
    #expect(lines().last?.hasPrefix(#"{"board":"a","online":true"#) == true)
    await eventually("the position") {
      _ = try? broker.publish(#"{"latitude":47,"longitude":15}"#, to: "picket/a/position")
      return lines().last?.contains(#""position":{"lat":47"#) == true
    }
    broker.end()
    await eventually("the loss") {
      lines().last?.hasPrefix(#"{"connected":false,"reason":"#) == true
    }
  }
}
