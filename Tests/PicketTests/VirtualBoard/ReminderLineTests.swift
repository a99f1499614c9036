import Glibc
import Records
import Testing

extension VirtualBoard {
  /// Audible reminders: their count across a restart, and their end by the carrier.
  @Suite struct ReminderLineTests {
    private let chip: SimulatedChip
    private let gpsd = FakeGPSD()

    init() throws {
      chip = try SimulatedChip(label: "bench", lines: ["BUZZER", "BUTTON"])
      // Not pressed.
      try chip["BUTTON"].pull(1)
    }

    private func start(
      _ gpsd: FakeGPSD, in folder: TemporaryFolder? = nil, speed: Double = 10
    ) async throws -> PicketProcess {
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(#","remind":5,"remindAtMost":2"#), speed: speed,
        configuration: """
          [output.buzzer]
          line = "BUZZER"
          [button]
          line = "BUTTON"
          \(LightTests.silence)
          [signal.reminder]
          buzzer = "60/60 60"
          [signal.last_reminder]
          buzzer = "300"
          """,
        outputs: nil, in: folder)
      try await gpsd.accept(from: picket)
      return picket
    }

    /// Reports seconds in which the carrier stands 100 m outside of the ring.
    private func stand(_ seconds: ClosedRange<Int>, _ gpsd: FakeGPSD) {
      for second in seconds { gpsd.report(Epoch(second: Double(second), east: -150, speed: 0)) }
    }

    @Test func remindersAreCountedAcrossAKill() async throws {
      let recorder = LineRecorder(chip["BUZZER"])
      let picket = try await start(gpsd)
      // The first reminder is due 10 s after the first fix.
      stand(0...11, gpsd)
      await eventually("the first is heard") { recorder.edges.count == 4 }
      await eventually("it is counted") {
        picket.text(of: "state/state").contains(#""reminders":{"ring":{"count":1,"#)
      }
      picket.end(SIGKILL)
      recorder.expect("BUZZER", played: [60, 60, 60])
      recorder.forget()

      let next = FakeGPSD()
      let second = try await start(next, in: picket.folder)
      stand(30...41, next)
      await eventually("the second is heard") { recorder.edges.count == 4 }
      recorder.expect("BUZZER", played: [60, 60, 60])
      recorder.forget()
      stand(42...46, next)
      await eventually("the last is heard") { recorder.edges.count == 2 }
      recorder.expect("BUZZER", played: [300])
      #expect(second.end().status == 0)
      #expect(chip["BUZZER"].level == 0)
    }

    @Test func shortPressEndsReminders() async throws {
      let recorder = LineRecorder(chip["BUZZER"])
      // The next one would come after two and a half seconds: the press is earlier, even if the
      // machine stands still for a while.
      let picket = try await start(gpsd, speed: 2)
      stand(0...11, gpsd)
      await eventually("the first is heard") { recorder.edges.count == 4 }
      try chip["BUTTON"].pull(0)
      usleep(100_000)
      try chip["BUTTON"].pull(1)
      await eventually("it is acknowledged") {
        picket.output.contains("acknowledged: ring: the carrier")
      }
      stand(12...40, gpsd)
      await eventually("it is written") {
        picket.text(of: "state/state").contains(#""reminders":{"ring":{"count":1,"ended":true,"#)
      }
      var reader = JournalReader(directory: "\(picket.folder.path)/state")
      let notes = try reader.next().map(\.json)
      #expect(notes.count { $0.contains(#""event":"reminder""#) } == 1)
      #expect(notes.count { $0.contains(#""event":"acknowledged""#) } == 1)
      #expect(picket.end().status == 0)
      #expect(recorder.edges.count == 4)
    }
  }
}
