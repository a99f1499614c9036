import Foundation
import Glibc
import Records
import Testing

extension VirtualBoard {
  /// Presses of the button and their effects.
  @Suite struct PressTests: @unchecked Sendable {
    private let chip: SimulatedChip
    private let gpsd = FakeGPSD()
    private let picket: PicketProcess

    init() async throws {
      chip = try SimulatedChip(label: "bench", lines: ["BUZZER", "BUTTON"])
      // Not pressed.
      try chip["BUTTON"].pull(1)
      picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.buzzer]
          line = "BUZZER"
          [button]
          line = "BUTTON"
          long = 0.3
          very_long = 0.8
          \(LightTests.silence)
          [signal.enter]
          buzzer = "3000"
          [signal.mark]
          buzzer = "70/70 70"
          [signal.inside]
          buzzer = "50/50 x3"
          [signal.outside]
          buzzer = "250"
          """,
        outputs: nil)
      try await gpsd.accept(from: picket)
      gpsd.report(Epoch.ride[0])
      await eventually("the ring is known") { [picket] in picket.log.contains("ring: outside") }
    }

    private func press(for milliseconds: UInt32, bounces: Int = 0) throws {
      let button = chip["BUTTON"]
      for _ in 0..<bounces {
        try button.pull(0)
        usleep(1500)
        try button.pull(1)
        usleep(1500)
      }
      try button.pull(0)
      usleep(milliseconds * 1000)
      for _ in 0..<bounces {
        try button.pull(1)
        usleep(1500)
        try button.pull(0)
        usleep(1500)
      }
      try button.pull(1)
    }

    private var marks: [String] {
      var reader = JournalReader(directory: "\(picket.folder.path)/state")
      return ((try? reader.next()) ?? []).map(\.json).filter { $0.contains(#""event":"mark""#) }
    }

    @Test(arguments: [0, 4])
    func shortPressEndsThePlayingSignal(_ bounces: Int) async throws {
      for epoch in Epoch.ride[1..<30] { gpsd.report(epoch) }
      await eventually("it sounds") { chip["BUZZER"].level == 1 }
      let recorder = LineRecorder(chip["BUZZER"])
      let start = LineRecorder.now
      try press(for: 100, bounces: bounces)
      // The recorder sees the change some milliseconds late.
      await eventually("it is silent") { recorder.edges.first?.level == 0 }
      let end = try #require(recorder.edges.first?.milliseconds)
      #expect(end - start < 300)
      await eventually("it counts as sounded") {
        picket.text(of: "state/state").contains(#""unsounded":[]"#)
      }
      #expect(marks.isEmpty)
      #expect(picket.end().status == 0)
    }

    @Test(arguments: [0, 4])
    func longPressWritesAMark(_ bounces: Int) async throws {
      let recorder = LineRecorder(chip["BUZZER"])
      try press(for: 450, bounces: bounces)
      await eventually("the mark has sounded") { recorder.edges.count == 4 }
      recorder.expect("BUZZER", played: [70, 70, 70])
      await eventually("it is written") { marks.count == 1 }
      let mark = try #require(marks.first)
      #expect(mark.contains(#""lat":47,"lon":14.9980"#), "\(mark)")
      #expect(mark.contains(#""time":"2026-06-03T09:00:0"#), "\(mark)")
      #expect(picket.output.contains("mark"))
      #expect(picket.end().status == 0)
    }

    @Test func veryLongPressAnnouncesTheState() async throws {
      let recorder = LineRecorder(chip["BUZZER"])
      try chip["BUTTON"].pull(0)
      await eventually("outside has sounded") { recorder.edges.count == 2 }
      try chip["BUTTON"].pull(1)
      recorder.expect("BUZZER", played: [250])
      for epoch in Epoch.ride[1..<30] { gpsd.report(epoch) }
      await eventually("the entry sounds") { chip["BUZZER"].level == 1 }
      try press(for: 100)
      await eventually("it is silent") {
        recorder.edges.count == 4 && recorder.edges.last?.level == 0
      }
      recorder.forget()
      try press(for: 1000)
      await eventually("inside has sounded") { recorder.edges.count == 6 }
      recorder.expect("BUZZER", played: [50, 50, 50, 50, 50])
      #expect(marks.isEmpty)
      #expect(picket.end().status == 0)
    }
  }
}
