import Foundation
import Glibc
@testable import Notation
@testable import Outputs
import Testing

extension VirtualBoard {
  /// `picket run` with real lines, seen from outside.
  @Suite struct OutputLineTests {
    /// Outputs on lines that are named as they are, and signals that only tell events.
    private static let outputs = """
      [output.buzzer]
      line = "BUZZER"
      [output.led]
      line = "LED"
      \(silence)
      """

    /// What is told besides events, not told.
    private static let silence = """
      [signal.ready]
      [signal.sighted]
      [signal.blind]
      """

    /// Waits until it has its lines and comes to gpsd.
    private func connect(_ gpsd: FakeGPSD, _ picket: PicketProcess) throws {
      try gpsd.accept(from: picket)
      eventually("it is connected") { picket.log.contains("connected to gpsd") }
    }

    /// Reports the first half of the ride, which enters the ring, all at once.
    private func enter(_ gpsd: FakeGPSD, _ picket: PicketProcess) throws {
      try connect(gpsd, picket)
      for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
      eventually("the entry") { picket.events == ["enter ring"] }
    }

    @Test func theSignalsOfAWalkAreOnTheLinesAsTheirPatternsSay() throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER", "LED"])
      let gpsd = try GPSDaemon()
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
      eventually("picket is connected") { picket.log.contains("connected to gpsd") }
      gpsd.play(Epoch.ride, speed: 10, from: .now)
      // Then the receiver is silent.
      eventually("both events") { picket.events == ["enter ring", "exit ring"] }
      eventually("blind") { recorder.plays(of: "BUZZER").last?.count == 3 }
      #expect(picket.end().status == 0)
      recorder.expect("BUZZER", played: [200, 100, 50], [300], [500, 650, 500])
      recorder.expect("LED", played: [400], [50, 50, 50, 50, 50])
    }

    @Test func aLineThatIsActiveLowIsTheOtherWayRound() throws {
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
      eventually("the line is had, and inactive") { chip["LED"].level == 1 }
      let recorder = LineRecorder(chip["LED"])
      try enter(gpsd, picket)
      eventually("the signal has ended") { recorder.edges.count == 4 }
      recorder.expect("LED", played: [150, 100, 50], active: 0)
      #expect(picket.end().status == 0)
    }

    @Test func twoSignalsAtOnceAreGivenOneAfterTheOther() throws {
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
      try connect(gpsd, picket)
      for epoch in Epoch.ride { gpsd.report(epoch) }
      eventually("both events") { picket.events == ["enter ring", "exit ring"] }
      eventually("the second has ended") { recorder.edges(of: "BUZZER").count == 10 }
      #expect(picket.end().status == 0)
      // Between them there is a rest of 300 ms.
      recorder.expect("BUZZER", played: [200, 300, 200, 400, 50, 50, 50, 50, 50])
      recorder.expect("LED", played: [100], [100])
    }

    @Test func aLineIsFoundByItsNameOnTheSecondChip() throws {
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
      try enter(gpsd, picket)
      eventually("the signal has ended") { recorder.edges.count == 4 }
      #expect(picket.end().status == 0)
      recorder.expect("BUZZER", played: [100])
      recorder.expect("LED", played: [60])
      #expect(others.edges.isEmpty)
    }

    @Test(arguments: ["label", "path"])
    func aLineIsFoundByItsOffsetOnAChipOfThis(_ what: String) throws {
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
      try enter(gpsd, picket)
      eventually("the signal has ended") { recorder.edges.count == 2 }
      #expect(picket.end().status == 0)
      recorder.expect("2", played: [100])
      #expect(others.edges.isEmpty)
    }

    // MARK: Lines that cannot be had

    /// What `picket run` says with these outputs, which it cannot have.
    private func refusal(outputs: String = Self.outputs) throws -> String {
      let picket = try PicketProcess(
        port: 1, regions: Epoch.regions(), configuration: outputs, outputs: nil)
      eventually("it ends") { !picket.isRunning }
      #expect(picket.end(0).status == 69)
      return picket.log
    }

    @Test func aBusyLineIsToldWithItsConsumer() throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LED", "BUZZER"])
      let holder = try chip["BUZZER"].held(by: "night siren")
      let said = try refusal()
      #expect(said.contains("'buzzer'"))
      #expect(said.contains("'night siren'"))
      withExtendedLifetime(holder) {}
    }

    @Test func aSecondRunIsToldThatTheFirstHasTheLines() throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LED", "BUZZER"])
      let gpsd = FakeGPSD()
      let first = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), configuration: Self.outputs, outputs: nil)
      try connect(gpsd, first)
      #expect(try refusal().contains("'picket'"))
      #expect(first.end().status == 0)
      #expect(chip["BUZZER"].level == 0)
    }

    @Test func aNameThatNoLineHasIsToldWithTheNearest() throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LED", "BUZZER1", "RELAY"])
      let said = try refusal()
      #expect(said.contains("'BUZZER'"))
      #expect(said.contains("did you mean 'BUZZER1'?"))
      withExtendedLifetime(chip) {}
    }

    @Test func withoutAnyChipTheTerminalIsOffered() throws {
      #expect(try refusal().contains("--outputs terminal"))
    }

    // MARK: The end

    @Test func linesThatWereLeftActiveAreInactiveFromTheStartOn() throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER", "LED"])
      // A kernel that keeps the level of a line whose owner was killed.
      try chip["BUZZER"].pull(1)
      try chip["LED"].pull(1)
      let recorder = LineRecorder(chip["BUZZER"], chip["LED"])
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), configuration: Self.outputs, outputs: nil)
      try connect(gpsd, picket)
      #expect(recorder.edges(of: "BUZZER").map(\.level) == [0])
      #expect(recorder.edges(of: "LED").map(\.level) == [0])
      #expect(picket.end().status == 0)
    }

    /// A signal that is still active is ended by these, before the line is let go.
    ///
    /// gpio-sim puts a line that is let go back to its pull, so that what it is at afterwards
    /// says nothing; the trace has what it was set to. What a real board makes of a line
    /// that nobody holds cannot be shown here.
    @Test(arguments: [SIGTERM, SIGINT])
    func aLineIsSetInactiveBeforeItIsLetGo(_ signal: Int32) throws {
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
      try enter(gpsd, picket)
      eventually("it is active") { chip["BUZZER"].level == 1 }
      #expect(trace.levels == [0, 1])
      let end = picket.end(signal)
      #expect(end.status == 0)
      #expect(end.seconds < 2)
      #expect(trace.levels.last == 0)
      #expect(chip["BUZZER"].level == 0)
    }

    /// Nobody can set a line after SIGKILL; the kernel does what it does, and the next start
    /// switches off what that left on.
    @Test func afterSIGKILLTheNextStartSwitchesOffWhatTheKernelKept() throws {
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
      try enter(gpsd, first)
      eventually("it is active") { chip["BUZZER"].level == 1 }
      // As a kernel that keeps the level does.
      try chip["BUZZER"].pull(1)
      _ = first.end(SIGKILL)
      gpsd.hangUp()
      #expect(chip["BUZZER"].level == 1)

      let second = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10, configuration: configuration,
        outputs: nil, in: first.folder)
      eventually("it is inactive") { chip["BUZZER"].level == 0 }
      try connect(gpsd, second)
      #expect(second.end().status == 0)
    }
  }
}
