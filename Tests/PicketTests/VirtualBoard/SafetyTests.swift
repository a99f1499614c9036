import Foundation
import Glibc
import Testing

extension VirtualBoard {
  /// Lines are inactive after any end of their owner.
  @Suite struct SafetyTests {
    private static let outputs = """
      [output.buzzer]
      line = "BUZZER"
      \(LightTests.silence)
      """

    private func ride(
      _ gpsd: FakeGPSD, _ pattern: String, environment: [String: String] = [:],
      in folder: TemporaryFolder? = nil
    ) async throws -> PicketProcess {
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: "\(Self.outputs)\n[signal.enter]\nbuzzer = \"\(pattern)\"",
        outputs: nil, in: folder,
        // A backtrace would need minutes here to find the names of functions.
        environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
      try await gpsd.accept(from: picket)
      for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
      return picket
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
    func faultSetsTheLineInactive(_ fault: Int32) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, "10000")
      await eventually("it sounds") { chip["BUZZER"].level == 1 }
      let trace = LineTrace()
      #expect(picket.end(fault).status == fault)
      #expect(trace.levels.last == 0)
      #expect(chip["BUZZER"].level == 0)
    }

    @Test func outputsOffWorksAfterSIGKILL() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, "10000")
      await eventually("it sounds") { chip["BUZZER"].level == 1 }
      // As with a kernel that keeps the level.
      try chip["BUZZER"].pull(1)
      picket.end(SIGKILL)
      #expect(chip["BUZZER"].level == 1)
      let trace = LineTrace()
      let off = try PicketCommandRun(
        "outputs", "off", "--config", picket.file("picket.toml").path)
      #expect(off.status == 0, "\(off.log)")
      #expect(off.output.contains("buzzer: inactive, line 0 (BUZZER) of /dev/gpiochip"))
      #expect(trace.levels.last == 0)
    }

    /// A driver call that does not return blocks the queue in the middle of a signal.
    @Test func watchdogEndsAHangingQueueSafely() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      let folder = try TemporaryFolder()
      let manager = NotifySocket(in: folder)
      let gpsd = FakeGPSD()
      // The first call makes the line active, the second would make it inactive.
      let disk = try FaultyDisk(
        "/dev/gpiochip", "set", at: 2, .delay(milliseconds: 30_000), in: folder)
      let picket = try await ride(
        gpsd, "300/100 x20",
        environment: disk.environment.merging([
          "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "1000000",
        ]) { $1 },
        in: folder)
      await eventually("it hangs") { disk.hasHappened }
      usleep(100_000)
      let fed = manager.messages.count { $0 == "WATCHDOG=1" }
      usleep(1_500_000)
      #expect(manager.messages.count { $0 == "WATCHDOG=1" } == fed)
      #expect(chip["BUZZER"].level == 1)
      // systemd then sends SIGABRT, and runs `outputs off` after the end.
      let trace = LineTrace()
      let end = picket.end(SIGABRT)
      #expect(end.status == SIGABRT)
      #expect(end.seconds < 2)
      #expect(trace.levels.last == 0)
      #expect(chip["BUZZER"].level == 0)
      let off = try PicketCommandRun(
        "outputs", "off", "--config", picket.file("picket.toml").path)
      #expect(off.status == 0, "\(off.log)")
    }
  }
}
