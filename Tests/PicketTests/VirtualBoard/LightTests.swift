import Testing

extension VirtualBoard {
  /// The lights while no signal plays.
  @Suite struct LightTests {
    @Test(arguments: ["no_gpsd", "no_fix", "fix_2d", "fix_3d", "inside"])
    func statusIsShownAsItsPattern(_ status: String) async throws {
      let patterns: [String: [Double]] = [
        "no_gpsd": [40, 160], "no_fix": [80, 220], "fix_2d": [120, 280], "fix_3d": [160, 240],
        "inside": [200, 100],
      ]
      let table = patterns.map { "\($0) = \"\(Int($1[0]))/\(Int($1[1]))\"" }
      let chip = try SimulatedChip(label: "bench", lines: ["LED"])
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: status == "no_gpsd" ? 1 : gpsd.port, regions: Epoch.regions(), speed: 0.1,
        configuration: """
          [output.led]
          line = "LED"
          status = true
          \(Self.silence)
          [signal.enter]
          [status]
          \(table.joined(separator: "\n"))
          """,
        outputs: nil)
      func report(second: Double) {
        let east: Double? = status == "no_fix" ? nil : status == "inside" ? -5 : 500
        let report = Epoch(second: second, east: east).report(device: "/dev/gps")
        gpsd.sendLine(
          status == "fix_2d"
            ? report.replacingOccurrences(of: #""mode":3"#, with: #""mode":2"#) : report)
      }
      if status != "no_gpsd" {
        try await gpsd.accept(from: picket)
        if status != "inside" {
          report(second: 0)
        } else {
          for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
          await eventually("the entry") { picket.events == ["enter ring"] }
        }
        await eventually("it is received") {
          picket.log.contains(status == "no_fix" ? "no fix" : status == "fix_2d" ? "2D" : "3D")
        }
      }
      let pattern = try #require(patterns[status])
      let recorder = LineRecorder(chip["LED"])
      // The first edges may be late while the program is read from the disk.
      await eventually("it is shown") { recorder.edges.count >= 4 }
      recorder.forget()
      // Picket's second takes ten here. After twelve without a report the receiver counts as silent,
      // and a host that pauses the board may delay edges for longer than that.
      var second = 30.0
      var next = ContinuousClock.now
      await eventually("it is shown four times within 20 ms: \(recorder.edges.suffix(9))") {
        if status != "no_gpsd", next < .now {
          report(second: second)
          second += 0.5
          next += .seconds(5)
        }
        return Self.isShown(active: pattern[0], inactive: pattern[1], by: recorder)
      }
      #expect(picket.end().status == 0)
      #expect(chip["LED"].level == 0)
    }

    @Test func lightIsOnInsideItsClass() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LAMP", "OTHER"])
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(#","class":"danger""#), speed: 10,
        configuration: """
          [output.lamp]
          line = "LAMP"
          kind = "light"
          inside = "danger"
          [output.other]
          line = "OTHER"
          kind = "light"
          inside = ["crop"]
          """,
        outputs: nil)
      try await gpsd.accept(from: picket)
      for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
      await eventually("it is on") { chip["LAMP"].level == 1 }
      // The light does not wait for the disk; the event is shown once it is written.
      await eventually("the entry") { picket.events == ["enter ring"] }
      #expect(chip["OTHER"].level == 0)
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await eventually("it is off") { chip["LAMP"].level == 0 }
      #expect(picket.end().status == 0)
    }

    @Test func lightBlinksOutsideItsClass() async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LAMP"])
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(#","class":"home""#), speed: 10,
        configuration: """
          [output.lamp]
          line = "LAMP"
          kind = "light"
          outside = ["home"]
          outside_pattern = "100/150"
          """,
        outputs: nil)
      try await gpsd.accept(from: picket)
      #expect(chip["LAMP"].level == 0)
      let recorder = LineRecorder(chip["LAMP"])
      for epoch in Epoch.ride[..<5] { gpsd.report(epoch) }
      await eventually("it blinks four times within 20 ms") {
        Self.isShown(active: 100, inactive: 150, by: recorder)
      }
      for epoch in Epoch.ride[5..<30] { gpsd.report(epoch) }
      await eventually("the entry") { picket.events == ["enter ring"] }
      // The event may be shown a moment before the light is off.
      await eventually("it stays off, which is more than the pause of a blink") {
        guard chip["LAMP"].level == 0, let last = recorder.edges.last else { return false }
        return LineRecorder.now - last.milliseconds > 300
      }
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await eventually("it is on again") { chip["LAMP"].level == 1 }
      #expect(picket.end().status == 0)
      #expect(chip["LAMP"].level == 0)
    }

    /// Whether the last four times in a row are as they should be: a host that pauses the board may
    /// delay an earlier edge.
    private static func isShown(
      active: Double, inactive: Double, by recorder: LineRecorder
    ) -> Bool {
      let edges = recorder.edges.suffix(9)
      guard edges.count == 9 else { return false }
      return zip(edges, edges.dropFirst()).allSatisfy { edge, next in
        let wanted = edge.level == 1 ? active : inactive
        return abs(next.milliseconds - edge.milliseconds - wanted) <= 20
      }
    }

    static let silence = "[signal.ready]\n[signal.sighted]\n[signal.blind]"
  }
}
