import Testing

extension VirtualBoard {
  /// `picket outputs` with real lines.
  @Suite struct OutputsCommandTests {
    private let folder: TemporaryFolder
    private let config: String
    private let chip: SimulatedChip

    init() throws {
      chip = try SimulatedChip(label: "bench", lines: ["BUZZER", nil, "LED"])
      folder = try TemporaryFolder()
      config = try folder.write(
        """
        [output.buzzer]
        line = "BUZZER"
        [output.led]
        chip = "bench"
        offset = 2
        active_low = true
        """, to: "picket.toml")
    }

    @Test func listShowsEveryLineAndItsUse() throws {
      let holder = try chip[offset: 1].held(by: "night siren")
      let list = try PicketCommandRun("outputs", "list", "--config", config)
      #expect(list.status == 0, "\(list.log)")
      let lines = list.output.split(separator: "\n").map(String.init)
      #expect(lines.contains { $0.contains("bench") && $0.contains(chip.path) })
      #expect(lines.contains { $0.contains("BUZZER") && $0.contains("buzzer") })
      #expect(lines.contains { $0.contains("night siren") && $0.contains("output") })
      #expect(lines.contains { $0.contains("LED") && $0.contains("led") })
      withExtendedLifetime(holder) {}
    }

    @Test func testPlaysEachOutputInTurn() async throws {
      let recorder = LineRecorder(chip["BUZZER"], chip["LED"])
      let test = try PicketCommandRun(
        "outputs", "test", "--config", config, "--pattern", "100/50 60")
      #expect(test.status == 0, "\(test.log)")
      recorder.expect("BUZZER", played: [100, 50, 60])
      // The line is low while it is active, and returns to its pull when it is released; the
      // recorder may see this a moment after the command has ended.
      await eventually("the LED has played and is at its pull") {
        recorder.edges(of: "LED").map(\.level) == [1, 0, 1, 0, 1, 0]
      }
      let buzzer = try #require(recorder.edges(of: "BUZZER").last)
      #expect(recorder.edges(of: "LED")[1].milliseconds > buzzer.milliseconds)
    }

    @Test func testRefusesLinesOfAController() throws {
      let holder = try chip["BUZZER"].held(by: "picket")
      let test = try PicketCommandRun("outputs", "test", "buzzer", "--config", config)
      #expect(test.status == 69)
      #expect(test.log.contains("is held by 'picket', a running controller; stop it first"))
      let off = try PicketCommandRun("outputs", "off", "--config", config)
      #expect(off.status == 69)
      #expect(off.log.contains("not switched off: output 'buzzer'"))
      #expect(off.output.contains("led: inactive"))
      withExtendedLifetime(holder) {}
    }
  }
}
