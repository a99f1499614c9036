import Foundation
import Glibc
import Testing

/// Anchors of a real picket, through a restart and in a walk.
@Suite(.timeLimit(.minutes(10)))
struct AnchorRunTests {
  private static func standing(_ seconds: Range<Int>, east: Double) -> [Epoch] {
    seconds.map { Epoch(second: Double($0), east: east, speed: 0) }
  }

  private static func dragging(_ seconds: Range<Int>, from east: Double) -> [Epoch] {
    seconds.map {
      Epoch(second: Double($0), east: east + Double($0 - seconds.lowerBound), speed: 1)
    }
  }

  /// Starts a picket so slow that no fix gets old while a command runs.
  private func start(_ gpsd: FakeGPSD, in folder: TemporaryFolder? = nil) async throws
    -> PicketProcess
  {
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 0.1,
      configuration: "[walks]\ndirectory = \"walks\"", in: folder)
    try await gpsd.accept(from: picket)
    return picket
  }

  @Test func killedPicketIsArmedAgain() async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd)
    let config = picket.file("picket.toml").path
    let early = try PicketCommandRun("drop", "--config", config)
    #expect(early.status == 1)
    #expect(early.log.contains("there is no fix yet"), "\(early.log)")
    for epoch in Self.standing(0..<20, east: -300) { gpsd.report(epoch) }
    await eventually("it is sighted") { picket.output.contains("sighted") }
    let drop = try PicketCommandRun("drop", "--radius", "30", "--config", config)
    #expect(
      drop.output.hasPrefix("anchor dropped at 47.000000, 14.99"), "\(drop.output)\(drop.log)")
    let resized = try PicketCommandRun("anchor", "--radius", "35", "--config", config)
    #expect(resized.output == "anchor: radius 35 m now\n", "\(resized.log)")
    let bad = try PicketCommandRun("anchor", "--radius", "4", "--config", config)
    #expect(bad.status == 2 && bad.log.contains("--radius: give 5 to 5000 metres"), "\(bad.log)")
    let list = try PicketCommandRun("regions", "list", "--config", config)
    #expect(list.output.contains("anchor anchor: "), "\(list.output)")
    let objects = try PicketCommandRun("regions", "list", "--json", "--config", config)
    #expect(
      objects.output.contains(#"{"region":"anchor","lat":47,"lon":14.99"#), "\(objects.output)")
    await eventually("it is in the state") {
      picket.text(of: "state/state").contains(#""anchors":[{"region":"anchor""#)
    }
    picket.end(SIGKILL)

    let next = FakeGPSD()
    let second = try await start(next, in: picket.folder)
    for epoch in Self.standing(100..<120, east: -500) { next.report(epoch) }
    await eventually("the exit") { second.events == ["exit anchor"] }
    await eventually("the alarm") { second.output.contains("alarm: exit anchor") }
    let end = try PicketCommandRun("acknowledge", "--config", config)
    #expect(end.output.contains("acknowledged: anchor"), "\(end.output)\(end.log)")
    let lift = try PicketCommandRun("drop", "--config", config)
    #expect(lift.output == "anchor lifted\n")
    #expect(second.end().status == 0)
  }

  @Test func walkWithAnAnchorIsReplayedExactly() async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd)
    let config = picket.file("picket.toml").path
    for epoch in Self.standing(0..<10, east: -300) { gpsd.report(epoch) }
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(try PicketCommandRun("walk", "start", "night", "--config", config).status == 0)
    for epoch in Self.standing(10..<20, east: -300) { gpsd.report(epoch) }
    let drop = try PicketCommandRun("drop", "--radius", "30", "--config", config)
    #expect(drop.status == 0, "\(drop.log)")
    for epoch in Self.standing(20..<40, east: -300) + Self.dragging(40..<110, from: -300) {
      gpsd.report(epoch)
    }
    await eventually("the exit") { picket.events.contains("exit anchor") }
    #expect(try PicketCommandRun("acknowledge", "--config", config).status == 0)
    #expect(try PicketCommandRun("lift", "--config", config).status == 0)
    for epoch in Self.dragging(110..<140, from: -230) { gpsd.report(epoch) }
    #expect(try PicketCommandRun("walk", "stop", "--config", config).status == 0)
    #expect(picket.end().status == 0)
    let replay = try PicketCommandRun(
      "replay", "--compare", picket.file("walks/night").path)
    #expect(replay.status == 0, "\(replay.log)")
    #expect(replay.output.contains("Z  exit   anchor\n"), "\(replay.output)")
  }
}
