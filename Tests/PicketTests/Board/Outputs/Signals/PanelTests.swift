@testable import Board
import Picket
import Testing

struct PanelTests {
  @Test func lightIsActiveInsideItsClasses() throws {
    let bench = Bench { $0[1].holdsInside = .some(classes: ["school", "camp"]) }
    #expect(bench.hold([nil, "farm"]).isEmpty)
    #expect(bench.hold([nil, "camp"]) == ["led on"])
    #expect(bench.hold(["school"]).isEmpty)
    #expect(bench.panel.deadline == nil)
    #expect(bench.hold(["farm"]) == ["led off"])
  }

  @Test func lightMayBeActiveInsideAnyRegion() throws {
    let bench = Bench { $0[1].holdsInside = .any }
    #expect(bench.hold([nil]) == ["led on"])
    #expect(bench.hold([]) == ["led off"])
  }

  @Test func signalOverridesALightWhileItPlays() throws {
    let bench = Bench { $0[1].holdsInside = .any }
    _ = bench.hold([nil])
    #expect(
      bench.play("mark", ["led": "0/100 100/100", "buzzer": "50"]) == ["buzzer on", "led off"])
    #expect(bench.run() == ["50 buzzer off", "100 led on", "200 led off", "600 led on"])
  }

  @Test func signalOnAnotherOutputLeavesTheLight() throws {
    let bench = Bench { $0[1].holdsInside = .any }
    _ = bench.hold([nil])
    #expect(bench.play("mark", ["buzzer": "50"]) == ["buzzer on"])
    #expect(bench.run() == ["50 buzzer off"])
  }

  @Test func lightRepeatsItsStatusBetweenSignals() throws {
    let bench = Bench { $0[1].showsStatus = true }
    #expect(bench.show(.noFix) == ["led on"])
    #expect(
      bench.run(until: 2100) == [
        "50 led off", "1000 led on", "1050 led off", "2000 led on", "2050 led off",
      ])
    #expect(bench.show(.noFix).isEmpty)
    // The level changes at once, at any point of the pattern.
    #expect(bench.show(.inside) == ["led on"])
    #expect(bench.panel.deadline == nil)
    #expect(bench.show(.fix3D).isEmpty)
    #expect(bench.run(until: 5000) == ["2150 led off"])
  }

  @Test func hiddenStatusSetsNoDeadline() throws {
    let bench = Bench { $0[1].showsStatus = true }
    _ = bench.show(.noGPSD)
    _ = bench.play("blind", ["led": "2000"])
    #expect(bench.panel.deadline == Bench.start.advanced(by: .seconds(2)))
    #expect(bench.run(until: 2350) == ["2000 led off", "2400 led on"].filter { $0 < "2350" })
  }

  @Test func statusWithoutALightSetsNoDeadline() throws {
    let bench = Bench()
    #expect(bench.show(.noGPSD).isEmpty)
    #expect(bench.panel.deadline == nil)
  }

  @Test func buzzerShowsNoStatus() throws {
    let bench = Bench {
      $0[0].showsStatus = true
      $0[0].holdsInside = .any
    }
    #expect(bench.show(.inside).isEmpty)
    #expect(bench.hold([nil]).isEmpty)
  }

  @Test func muteSilencesOnlyTheBuzzer() throws {
    let bench = Bench()
    _ = bench.play("enter", ["buzzer": "1000", "led": "2000"], event: 7)
    bench.at(100)
    #expect(bench.mute() == ["buzzer off"])
    #expect(bench.panel.isMuted(at: bench.now))
    #expect(bench.panel.unsounded == [7])
    #expect(bench.run() == ["2000 led off"])
    #expect(bench.panel.unsounded.isEmpty)
    #expect(bench.play("exit", ["buzzer": "100", "led": "50"]) == ["led on"])
  }

  @Test func soundReturnsWithTheNextSignal() throws {
    let bench = Bench()
    _ = bench.mute()
    #expect(bench.play("enter", ["buzzer": "100/100 x5"]).isEmpty)
    _ = bench.play("exit", ["buzzer": "200"])
    #expect(bench.run(until: 350).isEmpty)
    #expect(bench.unmute().isEmpty)
    #expect(bench.run() == ["1300 buzzer on", "1500 buzzer off"])
  }

  @Test func lightsOfASignalAreWithoutItsSound() throws {
    let panel = Bench().panel
    let signal = try #require(Signal.defaults["enter"])
    let lights = panel.lights(of: signal)
    #expect(lights.name == "enter")
    #expect(Set(lights.patterns.keys) == ["led"])
    #expect(lights.patterns["led"] == signal.patterns["led"])
  }

  @Test func muteEndsAfterItsTime() throws {
    let bench = Bench()
    _ = bench.mute(until: 5000)
    #expect(bench.panel.deadline == Bench.start.advanced(by: .seconds(5)))
    #expect(bench.run().isEmpty)
    #expect(!bench.panel.isMuted(at: bench.now))
    #expect(bench.play("exit", ["buzzer": "200"]) == ["buzzer on"])
  }

  @Test func acknowledgingEndsThePlayingSignal() throws {
    let bench = Bench { $0[1].holdsInside = .any }
    _ = bench.hold([nil])
    _ = bench.play("enter", ["buzzer": "1000", "led": "0/500 500"], event: 1)
    _ = bench.play("exit", ["buzzer": "300"], event: 2)
    bench.at(100)
    #expect(bench.acknowledge() == ["led on"])
    #expect(bench.panel.unsounded == [2])
    bench.at(200)
    #expect(bench.acknowledge() == ["buzzer off"])
    #expect(bench.acknowledge().isEmpty)
  }

  @Test func onlyPWMOutputsGetPitches() throws {
    let patterns = ["buzzer": "100@880 100@1200"]
    let plain = Bench()
    #expect(plain.play("tune", patterns) == ["buzzer on"])
    #expect(plain.run() == ["200 buzzer off"])
    let passive = Bench { $0[0].pwm = PWMSettings(device: "fe20c000.pwm") }
    #expect(passive.play("tune", patterns) == ["buzzer on@880"])
    #expect(passive.run() == ["100 buzzer on@1200", "200 buzzer off"])
  }

  @Test func returnedLineGetsItsLevel() throws {
    let bench = Bench { $0[1].holdsInside = .any }
    #expect(bench.panel.level(of: "led") == .inactive)
    _ = bench.hold([nil])
    #expect(bench.panel.level(of: "led") == .active())
    #expect(bench.panel.level(of: "bell") == .inactive)
  }

  @Test func stoppingMakesAllOutputsInactive() throws {
    let bench = Bench { outputs in
      outputs[1].showsStatus = true
      var lamp = Output(name: "lamp")
      lamp.kind = .light
      lamp.holdsInside = .any
      outputs.append(lamp)
    }
    _ = bench.show(.inside)
    _ = bench.hold([nil])
    _ = bench.play("enter", ["buzzer": "1000"], event: 1)
    #expect(bench.stop() == ["buzzer off", "led off", "lamp off"])
    #expect(bench.panel.deadline == nil)
    #expect(bench.stop().isEmpty)
  }

  @Test func reloadChangesTheStatusAtOnce() throws {
    let bench = Bench { $0[1].showsStatus = true }
    _ = bench.show(.fix3D)
    bench.at(1000)
    #expect(bench.run(until: 1500) == ["1000 led off"])
    var configuration = Configuration()
    configuration.outputs.status[.fix3D] = try Pattern("300")
    #expect(bench.apply(configuration) == ["led on"])
  }
}
