import Foundation
import Glibc
import Testing

/// Signals that come while a run is still starting.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct EarlySignalTests {
  @Test func anEarlySignalEndsTheStart() async throws {
    var chance = SeededGenerator(seed: 5)
    var ends: [Int32: Int] = [:]
    for _ in 0..<80 {
      let picket = try PicketProcess(port: 1, regions: Epoch.regions())
      usleep(UInt32.random(in: 0...80_000, using: &chance))
      picket.send(SIGTERM)
      await eventually("it ends") { !picket.isRunning }
      guard !picket.isRunning else { return picket.send(SIGKILL) }
      let status = picket.end(0).status
      #expect([0, SIGTERM].contains(status), "\(status): \(picket.log)")
      ends[status, default: 0] += 1
      for output in ["buzzer", "led"] {
        let last = picket.output.split(separator: "\n").last { $0.contains("\(output) ") }
        #expect(last.map { $0.hasSuffix("inactive") } ?? true, "\(picket.output)")
      }
    }
    print("SIGTERM in the first 80 ms: \(ends)")
  }

  @Test func earlySIGHUPReloadsTheFiles() async throws {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    // As `<(...)` of a shell gives it: the run waits for its regions, and holds signals meanwhile.
    let picket = try PicketProcess(
      port: 1, regions: "", configuration: "[regions]\nfile = \"/dev/fd/9\"", in: folder,
      through: ["/bin/bash", "-c", "exec \"$@\" 9<\"\(pipe)\"", "bash"])
    try await Self.write(Epoch.regions(), to: pipe) {
      await eventually("the run holds SIGHUP") { picket.holds(SIGHUP) }
      picket.send(SIGHUP)
    }
    await eventually("it has read them") { picket.log.contains("watching 1 region; inside") }
    await eventually("it is read again") {
      picket.log.contains("the pipe is empty: it can be read only")
    }
    let state = try await ControlTalk(picket).ask(#"{"do":"state","region":"ring"}"#)
    #expect(state.refusal == nil)
    #expect(picket.end().status == 0)
  }

  private static func write(
    _ text: String, to pipe: String, _ before: () async -> Void = {}
  ) async throws {
    var descriptor: Int32 = -1
    await eventually("the pipe has a reader") {
      descriptor = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return descriptor >= 0
    }
    try #require(descriptor >= 0)
    await before()
    let bytes = Array(text.utf8)
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
  }
}
