import Glibc
import Testing

extension VirtualBoard {
  /// The buzzer while picket-link gets no answer from its broker.
  @Suite struct LinkLineTests {
    /// A carrier that rides through the ring, and the delays of its audible entries.
    private struct Carrier {
      let gpsd: FakeGPSD
      let picket: PicketProcess
      let recorder: LineRecorder
      let fixes: ControlTalk
      private var second = 0.0
      // The time at which each fix was sent, by the time in the fix.
      private var sent: [String: Double] = [:]

      init(_ gpsd: FakeGPSD, _ picket: PicketProcess, _ recorder: LineRecorder) async throws {
        (self.gpsd, self.picket, self.recorder) = (gpsd, picket, recorder)
        fixes = await ControlTalk(picket)
        #expect(try fixes.ask(#"{"do":"watch","fixes":true}"#).refusal == nil)
      }

      /// Milliseconds from the fix that proves an entry to the edge of the buzzer, in order.
      mutating func delays(ofEntries count: Int) async throws -> [Double] {
        let before = recorder.edges.count / 2
        for entry in 0..<count {
          try ride(isForth: entry.isMultiple(of: 2))
          let edges = 2 * (before + entry + 1)
          await eventually("the beep ends") { recorder.edges.count == edges }
          // A signal waits for the rest of 300 ms after the previous one.
          let last = try #require(recorder.edges.last)
          await eventually("the next need not wait") { LineRecorder.now > last.milliseconds + 500 }
        }
        let entries = picket.eventLines.filter { field("event", of: $0) == "enter" }
        let beeps = recorder.edges.filter { $0.level == 1 }
        try #require(entries.count == beeps.count, "\(picket.eventLines)")
        return try zip(entries, beeps).dropFirst(before).map { line, beep in
          let time = try #require(field("time", of: line))
          return beep.milliseconds - (try #require(sent[time], "no fix has the time \(time)"))
        }
      }

      private mutating func ride(isForth: Bool) throws {
        for step in Epoch.ride {
          let east = try #require(step.east)
          let epoch = Epoch(
            second: second, east: isForth ? east : -east, track: isForth ? 90 : 270)
          let time = try #require(field("time", of: epoch.report(device: "/dev/gps")))
          second += 1
          sent[time] = LineRecorder.now
          gpsd.report(epoch)
          while try fixes.reply().text("fix") == nil {}
        }
      }
    }

    private static let entries = 10

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    @Test(arguments: BlackHole.Kind.allCases)
    func unansweredLinkDelaysNoBeep(_ kind: BlackHole.Kind) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      let gpsd = FakeGPSD()
      let recorder = LineRecorder(chip["BUZZER"])
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(#","linger":0"#), speed: 10,
        configuration: """
          [output.buzzer]
          line = "BUZZER"
          \(LightTests.silence)
          [signal.enter]
          buzzer = "60"
          [signal.exit]
          """,
        outputs: nil)
      try await gpsd.accept(from: picket)
      var carrier = try await Carrier(gpsd, picket, recorder)
      let alone = try await carrier.delays(ofEntries: Self.entries)

      let hole = BlackHole(kind)
      let link = try LinkProcess(port: hole.port, in: picket.folder)
      await eventually("it waits for the broker") {
        (try? link.statusCommand().output.hasPrefix("not connected")) == true
      }
      let beside = try await carrier.delays(ofEntries: Self.entries)
      let events = picket.eventLines.count
      await eventually("all events wait for the broker") {
        (try? link.statusCommand("--json").output.contains("\"waiting\":\(events),")) == true
      }
      let (least, most) = (Self.median(alone), Self.median(beside))
      let figures = [alone, beside].map { $0.map { ($0 * 10).rounded() / 10 } }
      print("    from a fix to the beep, in ms: alone \(figures[0]), with the link \(figures[1])")
      // The recorder reads every two milliseconds; another process may delay one beep.
      #expect(most < least + 10, "\(alone) alone, \(beside) with the link")
      #expect(try #require(beside.max()) < #require(alone.max()) + 100)
      let end = link.end()
      #expect(end.status == 0)
      #expect(end.seconds < 3)
      #expect(picket.end().status == 0)
      withExtendedLifetime(hole) {}
    }
  }
}
