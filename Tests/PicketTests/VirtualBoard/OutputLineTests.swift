import Foundation
import Glibc
import Testing

extension VirtualBoard {
  /// `picket run` with real lines, seen from outside.
  @Suite struct OutputLineTests {
    /// Outputs on lines with the same names, and signals only for events.
    private static let outputs = """
      [output.buzzer]
      line = "BUZZER"
      [output.led]
      line = "LED"
      \(silence)
      """

    /// No signals other than those of events.
    private static let silence = """
      [signal.ready]
      [signal.sighted]
      [signal.blind]
      """

    /// Waits until picket has its lines and connects to gpsd.
    private func connect(_ gpsd: FakeGPSD, _ picket: PicketProcess) async throws {
      try await gpsd.accept(from: picket)
      await eventually("it is connected") { picket.log.contains("connected to gpsd") }
    }

    /// Reports the first half of the ride, which enters the ring, all at once.
    private func enter(_ gpsd: FakeGPSD, _ picket: PicketProcess) async throws {
      try await connect(gpsd, picket)
      for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
      await eventually("the entry") { picket.events == ["enter ring"] }
    }

    @Test func linesPlayTheSignalsOfAWalk() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER", "LED"])
      let gpsd = try await GPSDaemon()
      let recorder = LineRecorder(chip["BUZZER"], chip["LED"])
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.buzzer]
          line = "BUZZER"
          [output.led]
          line = "LED"
          [signal.ready]
          [signal.sighted]
          [signal.enter]
          buzzer = "200/100 50/50"
          led = "400"
          [signal.exit]
          buzzer = "300"
          led = "50/50 x3"
          [signal.blind]
          buzzer = "long pause long"
          """,
        outputs: nil)
      await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
      gpsd.play(Epoch.ride, speed: 10, from: .now)
      // Then the receiver is silent.
      await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
      await eventually("blind") { recorder.plays(of: "BUZZER").last?.count == 3 }
      #expect(picket.end().status == 0)
      recorder.expect("BUZZER", played: [200, 100, 50], [300], [500, 650, 500])
      recorder.expect("LED", played: [400], [50, 50, 50, 50, 50])
    }

    @Test func signalIsWholeAfterAStall() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      let gpsd = FakeGPSD()
      let recorder = LineRecorder(chip["BUZZER"])
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.buzzer]
          line = "BUZZER"
          \(Self.silence)
          [signal.enter]
          buzzer = "60/60 60"
          """,
        outputs: nil)
      try await connect(gpsd, picket)
      // The other fixes that arrive together with the deciding fix take time as well.
      picket.send(SIGSTOP)
      for step in 0..<600 {
        let second = Double(step) / 20
        gpsd.report(Epoch(second: second, east: -150 + 5 * second))
      }
      picket.send(SIGCONT)
      await eventually("the entry is heard") { recorder.edges.count == 4 }
      #expect(picket.end().status == 0)
      recorder.expect("BUZZER", played: [60, 60, 60], within: 10)
    }

    @Test func activeLowLineIsInverted() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LED"])
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.led]
          line = "LED"
          active_low = true
          \(Self.silence)
          [signal.enter]
          led = "150/100 50"
          """,
        outputs: nil)
      await eventually("the line is held, and inactive") { chip["LED"].level == 1 }
      let recorder = LineRecorder(chip["LED"])
      try await enter(gpsd, picket)
      await eventually("the signal has ended") { recorder.edges.count == 4 }
      recorder.expect("LED", played: [150, 100, 50], active: 0)
      #expect(picket.end().status == 0)
    }

    @Test func twoSignalsPlayOneAfterTheOther() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER", "LED"])
      let gpsd = FakeGPSD()
      let recorder = LineRecorder(chip["BUZZER"], chip["LED"])
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          \(Self.outputs)
          [signal.enter]
          buzzer = "200/300 200/100"
          led = "100"
          [signal.exit]
          buzzer = "50/50 x3"
          led = "100"
          """,
        outputs: nil)
      try await connect(gpsd, picket)
      for epoch in Epoch.ride { gpsd.report(epoch) }
      await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
      await eventually("the second has ended") { recorder.edges(of: "BUZZER").count == 10 }
      #expect(picket.end().status == 0)
      // There is a rest of 300 ms between the signals.
      recorder.expect("BUZZER", played: [200, 300, 200, 400, 50, 50, 50, 50, 50])
      recorder.expect("LED", played: [100], [100])
    }

    @Test func lineOfASecondChipIsFound() async throws {
      let expander = try SimulatedChip(label: "expander", lines: ["RELAY", nil, "FAN"])
      let bench = try SimulatedChip(label: "bench", lines: [nil, "LED", "BUZZER"])
      let gpsd = FakeGPSD()
      let others = LineRecorder(
        expander["RELAY"], expander["FAN"], expander[offset: 1], bench[offset: 0])
      let recorder = LineRecorder(bench["BUZZER"], bench["LED"])
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: "\(Self.outputs)\n[signal.enter]\nbuzzer = \"100\"\nled = \"60\"",
        outputs: nil)
      try await enter(gpsd, picket)
      await eventually("the signal has ended") { recorder.edges.count == 4 }
      #expect(picket.end().status == 0)
      recorder.expect("BUZZER", played: [100])
      recorder.expect("LED", played: [60])
      #expect(others.edges.isEmpty)
    }

    @Test(arguments: ["label", "path"])
    func lineIsFoundByItsOffset(_ what: String) async throws {
      let expander = try SimulatedChip(label: "expander", lines: ["RELAY", nil])
      let bench = try SimulatedChip(label: "bench", lines: [nil, nil, nil])
      let chip = what == "label" ? bench.label : bench.path
      let gpsd = FakeGPSD()
      let others = LineRecorder(
        expander[offset: 0], expander[offset: 1], bench[offset: 0], bench[offset: 1])
      let recorder = LineRecorder(bench[offset: 2])
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.buzzer]
          chip = "\(chip)"
          offset = 2
          \(Self.silence)
          [signal.enter]
          buzzer = "100"
          """,
        outputs: nil)
      try await enter(gpsd, picket)
      await eventually("the signal has ended") { recorder.edges.count == 2 }
      #expect(picket.end().status == 0)
      recorder.expect("2", played: [100])
      #expect(others.edges.isEmpty)
    }

    // MARK: Unavailable lines

    /// The message of `picket run` with these outputs, which are not available.
    private func refusal(outputs: String = Self.outputs) async throws -> String {
      let picket = try PicketProcess(
        port: 1, regions: Epoch.regions(), configuration: outputs, outputs: nil)
      await eventually("it ends") { !picket.isRunning }
      #expect(picket.end(0).status == 69)
      return picket.log
    }

    @Test func busyLineIsReportedWithItsConsumer() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LED", "BUZZER"])
      let holder = try chip["BUZZER"].held(by: "night siren")
      let reason = try await refusal()
      #expect(reason.contains("'buzzer'"))
      #expect(reason.contains("'night siren'"))
      withExtendedLifetime(holder) {}
    }

    @Test func secondRunNamesTheFirst() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LED", "BUZZER"])
      let gpsd = FakeGPSD()
      let first = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), configuration: Self.outputs, outputs: nil)
      try await connect(gpsd, first)
      #expect(try await refusal().contains("'picket'"))
      #expect(first.end().status == 0)
      #expect(chip["BUZZER"].level == 0)
    }

    @Test func unknownNameIsReportedWithTheNearest() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LED", "BUZZER1", "RELAY"])
      let reason = try await refusal()
      #expect(reason.contains("'BUZZER'"))
      #expect(reason.contains("did you mean 'BUZZER1'?"))
      withExtendedLifetime(chip) {}
    }

    @Test func terminalIsOfferedWithoutAChip() async throws {
      #expect(try await refusal().contains("--outputs terminal"))
    }

    // MARK: The end

    @Test func startSwitchesOffActiveLines() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER", "LED"])
      // As with a kernel that keeps the level of a line after its owner was killed.
      try chip["BUZZER"].pull(1)
      try chip["LED"].pull(1)
      let recorder = LineRecorder(chip["BUZZER"], chip["LED"])
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), configuration: Self.outputs, outputs: nil)
      try await connect(gpsd, picket)
      #expect(recorder.edges(of: "BUZZER").map(\.level) == [0])
      #expect(recorder.edges(of: "LED").map(\.level) == [0])
      #expect(picket.end().status == 0)
    }

    /// SIGTERM and SIGINT end a signal that is still active before the line is released.
    ///
    /// gpio-sim sets a released line back to its pull, so its later level proves nothing; the trace
    /// has the level that was set. The released line of a real board cannot be tested here.
    @Test(arguments: [SIGTERM, SIGINT])
    func lineIsSetInactiveBeforeItsRelease(_ signal: Int32) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      let trace = LineTrace()
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.buzzer]
          line = "BUZZER"
          \(Self.silence)
          [signal.enter]
          buzzer = "10000"
          """,
        outputs: nil)
      try await enter(gpsd, picket)
      await eventually("it is active") { chip["BUZZER"].level == 1 }
      #expect(trace.levels == [0, 1])
      let end = picket.end(signal)
      #expect(end.status == 0)
      #expect(end.seconds < 2)
      #expect(trace.levels.last == 0)
      #expect(chip["BUZZER"].level == 0)
    }

    /// After SIGKILL the kernel may leave a line on; the next start switches it off.
    @Test func startAfterSIGKILLSwitchesOffLines() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      let configuration = """
        [output.buzzer]
        line = "BUZZER"
        \(Self.silence)
        [signal.enter]
        buzzer = "10000"
        """
      let gpsd = FakeGPSD()
      let first = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: configuration,
        outputs: nil)
      try await enter(gpsd, first)
      await eventually("it is active") { chip["BUZZER"].level == 1 }
      // As with a kernel that keeps the level.
      try chip["BUZZER"].pull(1)
      _ = first.end(SIGKILL)
      gpsd.hangUp()
      #expect(chip["BUZZER"].level == 1)

      let second = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: configuration,
        outputs: nil, in: first.folder)
      await eventually("it is inactive") { chip["BUZZER"].level == 0 }
      try await connect(gpsd, second)
      #expect(second.end().status == 0)
    }
  }
}
