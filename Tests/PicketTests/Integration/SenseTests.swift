import Base
import Foundation
import Glibc
import Testing

/// The effect of the setting `sense` on a real `picket`.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct SenseTests {
  /// The times of the events of a walk at 1 m/s through the ring.
  private func times(_ sense: String, properties: String = "") throws -> [String] {
    let folder = try TemporaryFolder()
    let walk = (0...240).map { Epoch(second: Double($0), east: -120 + Double($0), speed: 1) }
    let path = try folder.write(
      walk.map { $0.report(device: "/dev/gps") }.joined(separator: "\n"), to: "walk.json")
    let regions = try folder.write(Epoch.regions(properties), to: "regions.geojson")
    let config = try folder.write("[decision]\nsense = \"\(sense)\"\n", to: "picket.toml")
    let events = "\(folder.path)/events.jsonl"
    let run = try PicketCommandRun(
      "replay", path, "--regions", regions, "--config", config, "--events", events)
    #expect(run.status == 0, "\(run.log)")
    return try Recording.lines(of: events).compactMap { try JSON.parse($0).object?["time"]?.string }
  }

  @Test func quietIsLaterThanQuick() throws {
    let quick = try times("quick")
    let even = try times("even")
    let quiet = try times("quiet")
    #expect([quick, even, quiet].map(\.count) == [2, 2, 2])
    for index in quick.indices {
      #expect(quick[index] <= even[index] && even[index] < quiet[index])
    }
    #expect(try times("quick", properties: #","sense":"quiet""#) == quiet)
    #expect(try times("quiet", properties: #","sense":"even""#) == even)
  }

  @Test func reloadAppliesSenseAtOnce() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), configuration: "[decision]\nsense = \"quick\"")
    try await gpsd.accept(from: picket)
    let config = picket.file("picket.toml").path
    func recorded(_ name: String) throws -> String {
      let started = try PicketCommandRun("walk", "start", name, "--config", config)
      #expect(started.status == 0, "\(started.log)")
      #expect(try PicketCommandRun("walk", "stop", "--config", config).status == 0)
      return picket.text(of: "state/walks/\(name)/regions.geojson")
    }
    // A region with the configured sense does not repeat it.
    #expect(try !recorded("before").contains("sense"))
    let text = picket.text(of: "picket.toml").replacing("quick", with: "quiet")
    try text.write(to: picket.file("picket.toml"), atomically: false, encoding: .utf8)
    picket.send(SIGHUP)
    await eventually("they are read") { picket.log.contains("reloaded: ") }
    #expect(try recorded("after").replacing(" ", with: "").contains(#""sense":"quiet""#))
    #expect(!picket.log.contains("[decision] has changed"))

    let wrong = text.replacing("quiet", with: "quite")
    try wrong.write(to: picket.file("picket.toml"), atomically: false, encoding: .utf8)
    picket.send(SIGHUP)
    await eventually("the refusal") { picket.log.contains("configuration and regions are kept") }
    let words = #"sense in [decision] is "quite"; give "quick", "even" or "quiet""#
    #expect(picket.log.contains(words))
    #expect(picket.end().status == 0)
  }

  @Test func commandsSetTheSense() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[state]\ndirectory = \"state\"\n", to: "picket.toml")
    func run(_ arguments: String...) throws -> PicketCommandRun {
      try PicketCommandRun(["regions"] + arguments + ["--config", config])
    }
    #expect(try run("add", "gate", "--circle", "47,15,60", "--sense", "quick").status == 0)
    #expect(try run("show", "gate").output.contains("sense     quick: "))
    #expect(try run("set", "gate", "sense", "quiet").status == 0)
    #expect(try run("show", "gate").output.contains("sense     quiet: "))
    let wrong = try run("set", "gate", "sense", "quite")
    #expect(wrong.status == 1)
    #expect(
      wrong.log.contains(
        #"feature 0 ("gate"): sense is "quite"; did you mean "quiet"?"#), "\(wrong.log)")
    #expect(try run("add", "far", "--circle", "1,2,3", "--sense", "loud").status == 2)
    #expect(try run("set", "gate", "sense", "--unset").status == 0)
    #expect(try run("show", "gate").output.contains("sense     even: "))
  }
}
