import Glibc
import Testing

extension VirtualBoard {
  /// The line of a relay over a ride, and after any end of its owner.
  @Suite struct RelayTests {
    private func ride(
      _ gpsd: FakeGPSD, unsure: String, end: String = "off", to second: Int,
      in folder: TemporaryFolder? = nil
    ) async throws -> PicketProcess {
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: """
          [output.lock]
          kind = "relay"
          line = "LOCK"
          inside = "ring"
          unsure = "\(unsure)"
          at_end = "\(end)"
          \(LightTests.silence)
          """,
        outputs: nil, in: folder, environment: ["SWIFT_BACKTRACE": "enable=no"])
      try await gpsd.accept(from: picket)
      for epoch in Epoch.ride[..<second] { gpsd.report(epoch) }
      return picket
    }

    @Test(arguments: ["hold", "on", "off"])
    func levelFollowsTheCrossings(_ unsure: String) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LOCK"])
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, unsure: unsure, to: 5)
      // Ten metres outside the ring are clear after a few fixes.
      await eventually("it is off outside") { chip["LOCK"].level == 0 }
      for epoch in Epoch.ride[5..<30] { gpsd.report(epoch) }
      await eventually("it is on inside") { chip["LOCK"].level == 1 }
      // At this speed picket is blind after a second.
      let level = unsure == "off" ? 0 : 1
      await eventually("it is blind") {
        picket.log.contains("blind") || picket.output.contains("blind")
      }
      await eventually("the level of the doubt") { chip["LOCK"].level == level }
      for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
      await eventually("it is off outside") { chip["LOCK"].level == 0 }
      #expect(picket.end().status == 0)
      #expect(chip["LOCK"].level == 0)
    }

    @Test(arguments: [SIGTERM, SIGSEGV, SIGABRT], ["off", "on"])
    func anEndLeavesTheLevelOfItsEnd(_ signal: Int32, _ end: String) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LOCK"])
      let gpsd = FakeGPSD()
      let inside = end == "off"
      let picket = try await ride(gpsd, unsure: "off", end: end, to: inside ? 30 : 5)
      await eventually("it is switched") { chip["LOCK"].level == (inside ? 1 : 0) }
      let trace = LineTrace()
      let ended = picket.end(signal)
      #expect(ended.status == (signal == SIGTERM ? 0 : signal))
      #expect(trace.levels.last == (inside ? 0 : 1))
    }

    @Test(arguments: ["off", "on"])
    func outputsOffSetsTheEndAfterSIGKILL(_ end: String) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LOCK"])
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, unsure: "off", end: end, to: 30)
      await eventually("it is on") { chip["LOCK"].level == 1 }
      picket.end(SIGKILL)
      let trace = LineTrace()
      let off = try PicketCommandRun(
        "outputs", "off", "--config", picket.file("picket.toml").path)
      #expect(off.status == 0, "\(off.log)")
      #expect(
        off.output.contains(end == "on" ? "lock: active, as its at_end says" : "lock: inactive"))
      #expect(trace.levels.last == (end == "on" ? 1 : 0))
    }

    @Test(arguments: ["hold", "on", "off"])
    func unknownSideIsADoubt(_ unsure: String) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LOCK"])
      let gpsd = FakeGPSD()
      let level = unsure == "on" ? 1 : 0
      // The line is requested at the other level.
      let trace = LineTrace()
      let picket = try await ride(gpsd, unsure: unsure, end: level == 1 ? "off" : "on", to: 0)
      await eventually("it is requested, and then in doubt") { trace.levels == [1 - level, level] }
      await eventually("the level of the doubt") { chip["LOCK"].level == level }
      #expect(picket.end().status == 0)
      #expect(trace.levels.last == 1 - level)
    }

    @Test(arguments: ["hold", "on", "off"], [SIGKILL, SIGTERM])
    func restartBeginsWithTheStoredSide(_ unsure: String, _ signal: Int32) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LOCK"])
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, unsure: unsure, to: 30)
      await eventually("it is on") { chip["LOCK"].level == 1 }
      await eventually("it is stored") { picket.events == ["enter ring"] }
      picket.end(signal)
      let next = FakeGPSD()
      let second = try await ride(next, unsure: unsure, to: 0, in: picket.folder)
      await eventually("the level of the start") { chip["LOCK"].level == (unsure == "off" ? 0 : 1) }
      #expect(second.end().status == 0)
    }

    @Test(arguments: ["hold", "on", "off"])
    func restartOutsideDoesNotSwitchOn(_ unsure: String) async throws {
      let chip = try SimulatedChip(label: "bench", lines: ["LOCK"])
      let gpsd = FakeGPSD()
      let picket = try await ride(gpsd, unsure: unsure, end: "on", to: 61)
      await eventually("it is stored") { picket.events == ["enter ring", "exit ring"] }
      picket.end(SIGKILL)
      let next = FakeGPSD()
      let trace = LineTrace()
      let second = try await ride(next, unsure: unsure, end: "on", to: 0, in: picket.folder)
      // The line is requested at the level of its end.
      let levels = unsure == "on" ? [1] : [1, 0]
      await eventually("the level of the start") { trace.levels == levels }
      await eventually("it stays") { chip["LOCK"].level == levels.last }
      #expect(second.end().status == 0)
      #expect(trace.levels.last == 1)
    }
  }
}
