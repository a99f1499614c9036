@testable import Board
import Geofence
@testable import Picket
import Testing

struct PanelCueTests {
  @Test func cueRepeatsItsTempo() {
    let bench = Bench()
    #expect(bench.cue(.approach(2)) == ["buzzer on", "led on"])
    #expect(
      bench.run(until: 1100) == [
        "60 buzzer off", "60 led off", "500 buzzer on", "500 led on", "560 buzzer off",
        "560 led off", "1000 buzzer on", "1000 led on", "1060 buzzer off", "1060 led off",
      ])
    #expect(bench.cue(nil).isEmpty)
    #expect(bench.panel.deadline == nil)
  }

  @Test func cueEndsAtOnce() {
    let bench = Bench()
    _ = bench.cue(.approach(1))
    bench.at(20)
    #expect(bench.cue(nil) == ["buzzer off", "led off"])
  }

  @Test func fasterStepBeginsAtOnce() {
    let bench = Bench()
    _ = bench.cue(.approach(1))
    _ = bench.run(until: 300)
    bench.at(300)
    #expect(bench.cue(.approach(4)) == ["buzzer on", "led on"])
    #expect(bench.run(until: 430).prefix(4).last == "425 led on")
  }

  @Test func signalReplacesACueAtOnce() {
    let bench = Bench()
    _ = bench.cue(.approach(4))
    bench.at(30)
    #expect(bench.play("enter", ["buzzer": "0/200 100"]) == ["buzzer off", "led off"])
    // The signal, its rest of 300 ms, and the cue from its beginning.
    #expect(
      bench.run(until: 700) == [
        "230 buzzer on", "330 buzzer off", "630 buzzer on", "630 led on", "690 buzzer off",
        "690 led off",
      ])
  }

  @Test func cueWaitsSilentlyDuringASignal() {
    let bench = Bench()
    _ = bench.play("enter", ["led": "1000"])
    #expect(bench.cue(.approach(4)).isEmpty)
    #expect(bench.cue(nil).isEmpty)
    #expect(bench.run() == ["1000 led off"])
  }

  @Test func cueDelaysNoSignal() {
    let bench = Bench()
    _ = bench.cue(.approach(4))
    #expect(bench.panel.waiting == 0 && bench.panel.isIdle)
    _ = bench.play("exit", ["buzzer": "100"], event: 3)
    #expect(bench.panel.unsounded == [3])
  }

  @Test func muteSilencesTheBuzzerOfACue() {
    let bench = Bench()
    _ = bench.cue(.approach(1))
    bench.at(10)
    #expect(bench.mute() == ["buzzer off"])
    #expect(bench.run(until: 1100) == ["60 led off", "1000 led on", "1060 led off"])
    bench.at(2020)
    _ = bench.run(until: 2020)
    #expect(bench.unmute() == ["buzzer on"])
  }

  @Test func quietHoursSilenceACue() {
    var quiet = QuietSettings()
    quiet.isAlways = true
    let bench = Bench(quiet: quiet)
    #expect(bench.cue(.approach(3)) == ["led on"])
  }

  @Test func quietHoursBeginAndEndDuringACue() throws {
    var quiet = QuietSettings()
    quiet.hours = try QuietHours("22:00", "22:01")
    let bench = Bench(quiet: quiet)
    #expect(bench.set("2026-06-03T21:59:59Z").isEmpty)
    #expect(bench.cue(.approach(2)) == ["buzzer on", "led on"])
    let changes = bench.run(until: 62_000)
    func times(_ change: String) -> [Int] {
      changes.filter { $0.hasSuffix(change) }.compactMap { line in
        line.split(separator: " ").first.flatMap { Int($0) }
      }
    }
    #expect(times("buzzer on") == [500, 61_000, 61_500, 62_000])
    #expect(times("led on").count == 124)
  }

  @Test func cueOverridesTheStatusOfALight() {
    let bench = Bench { $0[1].showsStatus = true }
    #expect(bench.show(.inside) == ["led on"])
    _ = bench.cue(.approach(1))
    #expect(bench.run(until: 100) == ["60 buzzer off", "60 led off"])
    bench.at(100)
    #expect(bench.cue(nil) == ["led on"])
  }

  @Test func finderIsSteadyOnTheBorder() {
    let bench = Bench()
    #expect(bench.cue(.finder(CueSound.nearest)) == ["buzzer on", "led on"])
    #expect(bench.panel.deadline == nil)
    #expect(bench.cue(.finder(5)).isEmpty)
    #expect(bench.run(until: 100) == ["60 buzzer off", "60 led off"])
  }

  @Test func stoppingEndsACue() {
    let bench = Bench()
    _ = bench.cue(.finder(CueSound.nearest))
    #expect(bench.stop() == ["buzzer off", "led off"])
    #expect(bench.panel.deadline == nil)
  }

  @Test func otherPatternsAreAdopted() {
    let bench = Bench()
    _ = bench.cue(.approach(1))
    _ = bench.run(until: 100)
    bench.at(100)
    var configuration = Configuration()
    configuration.outputs.cue.patterns = ["led": configuration.outputs.cue.patterns["led"] ?? []]
    #expect(bench.apply(configuration) == ["led on"])
  }

  @Test func everyDefaultIsAPattern() {
    #expect(CueSettings.defaults.values.allSatisfy { $0.count == CueSettings.steps })
    #expect(CueSound.finder.count == CueSound.nearest)
    #expect(CueSettings.steps == Cue.steps)
  }
}
