import Records
import Testing

extension VirtualBoard {
  /// A chip that is unplugged and plugged in again, as a chip on USB.
  @Suite struct ChipTests {
    @Test func otherOutputsSurviveAChipsRemoval() async throws {
      let bench = try SimulatedChip(label: "bench", lines: ["LED"])
      let usb = try SimulatedChip(label: "usb", lines: [nil, "BUZZER"])
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.led]
          line = "LED"
          [output.buzzer]
          line = "BUZZER"
          \(LightTests.silence)
          [signal.fault]
          led = "60/60 x2"
          [signal.enter]
          led = "100"
          buzzer = "100"
          [signal.exit]
          led = "150"
          buzzer = "150"
          """,
        outputs: nil)
      try await gpsd.accept(from: picket)
      gpsd.report(Epoch.ride[0])
      await eventually("the ring is known") { picket.log.contains("ring: outside") }
      let recorder = LineRecorder(bench["LED"])
      try usb.remove()
      await eventually("the loss is reported") { picket.log.contains("buzzer: ") }
      await eventually("the fault is signalled") { recorder.edges.count == 4 }
      for epoch in Epoch.ride[1..<30] { gpsd.report(epoch) }
      await eventually("the remaining output plays the entry") { recorder.edges.count == 6 }
      await eventually("the entry is reported") { picket.events == ["enter ring"] }
      recorder.expect("LED", played: [60, 60, 60], [100], apartBy: 250)

      // Another chip has its number now.
      let other = try SimulatedChip(label: "other", lines: [nil])
      try usb.restore()
      await eventually("it works again") { picket.log.contains("buzzer works again") }
      #expect(usb["BUZZER"].level == 0)
      let later = LineRecorder(usb["BUZZER"])
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await eventually("the exit sounds") { later.edges.count == 2 }
      later.expect("BUZZER", played: [150])
      #expect(picket.end().status == 0)
      var reader = JournalReader(directory: "\(picket.folder.path)/state")
      let notes = try reader.next().map(\.json).filter { $0.contains(#""event":"output""#) }
      #expect(notes.count == 2, "\(notes)")
      withExtendedLifetime(other) {}
    }
  }
}
