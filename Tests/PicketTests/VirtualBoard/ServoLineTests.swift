import Glibc
import Testing

extension VirtualBoard {
  /// A servo on a PWM channel of the kernel: its settings there and its pulses on the line.
  @Suite(.enabled(if: SimulatedBuzzer.isSupported, "no pwm-gpio: Tests/Rigs/virtual/test has it"))
  struct ServoLineTests {
    private let board: SimulatedBuzzer

    init() throws {
      board = try SimulatedBuzzer()
    }

    private static let on = 2000
    private static let off = 1000

    private func ride(
      _ gpsd: FakeGPSD, unsure: String, end: String = "off", to second: Int,
      in folder: TemporaryFolder? = nil
    ) async throws -> PicketProcess {
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.flap]
          kind = "servo"
          pwm = "\(SimulatedBuzzer.device)"
          inside = "ring"
          unsure = "\(unsure)"
          at_end = "\(end)"
          on_us = \(Self.on)
          off_us = \(Self.off)
          \(LightTests.silence)
          """,
        outputs: nil, in: folder, environment: ["SWIFT_BACKTRACE": "enable=no"])
      try await gpsd.accept(from: picket)
      for epoch in Epoch.ride[..<second] { gpsd.report(epoch) }
      return picket
    }

    /// The period and the pulse in nanoseconds, and whether there are pulses.
    private var settings: [String] {
      ["period", "duty_cycle", "enable"].map { (try? board.text(of: "pwm0/\($0)")) ?? "missing" }
    }

    private static func settings(_ microseconds: Int) -> [String] {
      ["20000000", "\(1000 * microseconds)", "1"]
    }

    private func awaitPulses(
      _ microseconds: Int, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      await eventually(what, sourceLocation: sourceLocation) {
        settings == Self.settings(microseconds)
      }
    }

    @Test(arguments: ["hold", "on", "off"])
    func positionFollowsTheCrossings(_ unsure: String) async throws {
      let gpsd = FakeGPSD()
      let doubt = unsure == "on" ? Self.on : Self.off
      // The other position, so that the one of the doubt is seen.
      let end = unsure == "on" ? "off" : "on"
      let picket = try await ride(gpsd, unsure: unsure, end: end, to: 0)
      await awaitPulses(doubt, "the position before the first side is known")
      for epoch in Epoch.ride[..<5] { gpsd.report(epoch) }
      await awaitPulses(Self.off, "it is off outside")
      for epoch in Epoch.ride[5..<30] { gpsd.report(epoch) }
      await awaitPulses(Self.on, "it is on inside")
      await eventually("it is blind") {
        picket.log.contains("blind") || picket.output.contains("blind")
      }
      await awaitPulses(unsure == "off" ? Self.off : Self.on, "the position of the doubt")
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await awaitPulses(Self.off, "it is off outside")
      #expect(picket.end().status == 0)
      #expect(settings == Self.settings(end == "on" ? Self.on : Self.off))
    }

    @Test func kernelMakesThePulses() async throws {
      let gpsd = FakeGPSD()
      let trace = PulseTrace()
      let picket = try await ride(gpsd, unsure: "hold", to: 30)
      await awaitPulses(Self.on, "it is on inside")
      trace.expect(Double(Self.on))
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await awaitPulses(Self.off, "it is off outside")
      trace.expect(Double(Self.off))
      #expect(picket.end().status == 0)
      trace.expect(Double(Self.off))
    }

    @Test(arguments: [SIGTERM, SIGSEGV, SIGABRT], ["off", "on"])
    func pulsesOfItsEndGoOn(_ signal: Int32, _ end: String) async throws {
      let gpsd = FakeGPSD()
      let isInside = end == "off"
      let picket = try await ride(gpsd, unsure: "off", end: end, to: isInside ? 30 : 5)
      await awaitPulses(isInside ? Self.on : Self.off, "it has moved")
      #expect(picket.end(signal).status == (signal == SIGTERM ? 0 : signal))
      let left = isInside ? Self.off : Self.on
      #expect(settings == Self.settings(left))
      PulseTrace().expect(Double(left))
    }

    @Test(arguments: ["off", "on"])
    func outputsOffMovesItAfterSIGKILL(_ end: String) async throws {
      let gpsd = FakeGPSD()
      let isInside = end == "off"
      let picket = try await ride(gpsd, unsure: "hold", end: end, to: isInside ? 30 : 5)
      let before = isInside ? Self.on : Self.off
      await awaitPulses(before, "it has moved")
      picket.end(SIGKILL)
      #expect(settings == Self.settings(before))
      PulseTrace().expect(Double(before))
      let off = try PicketCommandRun(
        "outputs", "off", "--config", picket.file("picket.toml").path)
      #expect(off.status == 0, "\(off.log)")
      let level = end == "on" ? "flap: active, as its at_end says" : "flap: inactive"
      #expect(off.output.contains(level), "\(off.output)")
      let left = isInside ? Self.off : Self.on
      #expect(settings == Self.settings(left))
      PulseTrace().expect(Double(left))
    }

    @Test(arguments: ["hold", "on", "off"], [SIGKILL, SIGTERM])
    func restartBeginsWithTheStoredSide(_ unsure: String, _ signal: Int32) async throws {
      let gpsd = FakeGPSD()
      // After SIGTERM it is in the other position.
      let end = unsure == "off" ? "on" : "off"
      let first = try await ride(gpsd, unsure: unsure, end: end, to: 30)
      await eventually("it is stored") { first.events == ["enter ring"] }
      first.end(signal)
      let next = FakeGPSD()
      let second = try await ride(next, unsure: unsure, end: end, to: 0, in: first.folder)
      await awaitPulses(unsure == "off" ? Self.off : Self.on, "the position of the start")
      #expect(second.end().status == 0)
    }
  }
}
