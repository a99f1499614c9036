import Foundation
import Glibc
import Testing

extension VirtualBoard {
  /// The tempo and the end of the approach cue on a line.
  @Suite struct CueLineTests: @unchecked Sendable {
    private let chip: SimulatedChip
    private let gpsd = FakeGPSD()
    private let picket: PicketProcess

    /// The speed of the ride relative to real time.
    private static let speed = 2.0

    init() async throws {
      chip = try SimulatedChip(label: "bench", lines: ["BUZZER"])
      picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(#","approach":20,"approachFrom":"both""#),
        speed: Self.speed,
        configuration: """
          [output.buzzer]
          line = "BUZZER"
          \(LightTests.silence)
          [signal.enter]
          buzzer = "400"
          """,
        outputs: nil)
      try await gpsd.accept(from: picket)
    }

    /// Reports epochs at the pace of the ride.
    private func ride(_ epochs: some Sequence<Epoch>) {
      var due = LineRecorder.now
      for epoch in epochs {
        while LineRecorder.now < due { usleep(1000) }
        gpsd.report(epoch)
        due += 1000 / Self.speed
      }
    }

    /// The edge with which the signal of the entry begins, once it has ended.
    private static func entry(in edges: [LineRecorder.Edge]) -> Int? {
      edges.indices.first { index in
        edges[index].level == 1 && edges.indices.contains(index + 1)
          && edges[index + 1].milliseconds - edges[index].milliseconds > 350
      }
    }

    @Test func tempoRisesUntilTheEntrySounds() async throws {
      let recorder = LineRecorder(chip["BUZZER"])
      // One second and 5 m past the border, the entry is reported.
      ride(Epoch.ride[..<22])
      await eventually("the entry") { picket.events == ["enter ring"] }
      let reported = LineRecorder.now
      // The pauses of the cue are as long.
      await eventually("the entry has sounded") { Self.entry(in: recorder.edges) != nil }
      let edges = recorder.edges
      let begins = edges.indices.filter { edges[$0].level == 1 }
      let entry = try #require(Self.entry(in: edges))
      // A signal does not wait for a cue.
      #expect(edges[entry].milliseconds - reported < 100)
      let starts = begins.filter { $0 < entry }.map { edges[$0].milliseconds }
      let gaps = zip(starts, starts.dropFirst()).map { $1 - $0 }
      for period in [1000.0, 500, 250, 125] {
        #expect(gaps.contains { abs($0 - period) < 30 }, "every \(period) ms; it was \(gaps)")
      }
      await eventually("it is silent") { chip["BUZZER"].level == 0 }
      #expect(picket.end().status == 0)
    }

    @Test func turningBackEndsTheCue() async throws {
      ride(Epoch.ride[..<16])
      await eventually("it sounds") { chip["BUZZER"].level == 1 }
      let back = (0..<4).map { step in
        Epoch(second: 16 + Double(step), east: -80 - 5 * Double(step), track: 270)
      }
      ride(back)
      let recorder = LineRecorder(chip["BUZZER"])
      ride(
        (4..<8).map { Epoch(second: 16 + Double($0), east: -80 - 5 * Double($0), track: 270) })
      #expect(recorder.edges.isEmpty)
      #expect(chip["BUZZER"].level == 0)
      #expect(picket.end().status == 0)
    }

    @Test func missingFixesEndTheCue() async throws {
      ride(Epoch.ride[..<16])
      await eventually("it sounds") { chip["BUZZER"].level == 1 }
      let recorder = LineRecorder(chip["BUZZER"])
      // Three seconds of the ride without an edge.
      await eventually("it is silent") {
        let last = recorder.edges.last?.milliseconds ?? .infinity
        return chip["BUZZER"].level == 0 && LineRecorder.now - last > 1500
      }
      #expect(picket.end().status == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func endSetsTheLineInactive(_ signal: Int32) async throws {
      ride(Epoch.ride[..<19])
      await eventually("it sounds") { chip["BUZZER"].level == 1 }
      let trace = LineTrace()
      #expect(picket.end(signal).status == 0)
      #expect(trace.levels.last == 0)
      #expect(chip["BUZZER"].level == 0)
    }

    @Test func outputsOffEndsACueAfterSIGKILL() async throws {
      ride(Epoch.ride[..<19])
      await eventually("it sounds") { chip["BUZZER"].level == 1 }
      // As with a kernel that keeps the level.
      try chip["BUZZER"].pull(1)
      picket.end(SIGKILL)
      let trace = LineTrace()
      let off = try PicketCommandRun(
        "outputs", "off", "--config", picket.file("picket.toml").path)
      #expect(off.status == 0, "\(off.log)")
      #expect(trace.levels.last == 0)
    }
  }
}
