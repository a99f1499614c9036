import Foundation
import Glibc
import Testing

/// The finder and the approach cue of a live run, with its outputs on the terminal.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct SoundCommandTests {
  private static func run(
    _ picket: PicketProcess, _ arguments: String...
  ) throws -> PicketCommandRun {
    try PicketCommandRun(arguments + ["--config", picket.file("picket.toml").path])
  }

  private static func picket(_ gpsd: FakeGPSD, regions: String) async throws -> PicketProcess {
    let picket = try PicketProcess(
      port: gpsd.port, regions: regions,
      configuration: "[signal.ready]\n[signal.sighted]\n[signal.blind]")
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride[..<3] { gpsd.report(epoch) }
    await eventually("the ring is known") { picket.log.contains("ring: outside") }
    return picket
  }

  @Test func theDistanceIsHeardUntilTheCommandEnds() async throws {
    let gpsd = FakeGPSD()
    let picket = try await Self.picket(gpsd, regions: Epoch.regions())
    let sound = try Self.run(picket, "sound", "ring", "--for", "1")
    #expect(sound.status == 0, "\(sound.log)")
    #expect(sound.output.hasPrefix("9"), "\(sound.output)")
    #expect(sound.output.contains(" m outside its border\n"), "\(sound.output)")
    await eventually("it was heard") { picket.output.contains("buzzer active") }
    await eventually("it has ended") {
      let levels = picket.output.split(separator: "\n").filter { $0.contains("buzzer") }
      return levels.last?.contains("inactive") == true
    }
    #expect(try Self.run(picket, "sound", "rung").log.contains("did you mean \"ring\"?"))
    #expect(picket.end().status == 0)
    #expect(try Self.run(picket, "sound", "ring").status == 69)
  }

  @Test func whyReportsTheCue() async throws {
    let gpsd = FakeGPSD()
    let picket = try await Self.picket(
      gpsd, regions: Epoch.regions(#","approach":10,"approachFrom":"both""#))
    for epoch in Epoch.ride[3..<25] { gpsd.report(epoch) }
    await eventually("the entry") { picket.events == ["enter ring"] }
    let why = try Self.run(picket, "why", "ring", "--last", "1h")
    #expect(why.output.contains("approach cue, step 4 of 4 at most; ended"), "\(why.output)")
    #expect(picket.end().status == 0)
  }
}
