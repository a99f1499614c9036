import Foundation
import Testing

/// `picket replay` of recordings in the forms that people have.
struct RecordingFileTests {
  private static let captures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Captures")

  private static func path(_ name: String) -> String {
    captures.appendingPathComponent("recordings/\(name)").path
  }

  private static func configuration(in folder: TemporaryFolder) throws -> String {
    try folder.write("[state]\ndirectory = \"\(folder.path)/state\"\n", to: "picket.toml")
  }

  private static func replay(
    _ name: String, regions: String, _ more: String...
  ) throws -> PicketCommandRun {
    let folder = try TemporaryFolder()
    let configuration = try configuration(in: folder)
    return try withExtendedLifetime(folder) {
      try PicketCommandRun(
        ["replay", path(name), "--config", configuration, "--regions", regions, "--utc"] + more)
    }
  }

  /// The seconds since the start at which a region is entered and left.
  private static func events(_ run: PicketCommandRun) -> [String] {
    run.output.split(separator: "\n").map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      return "\(words[0].dropFirst(11).prefix(8)) \(words[1])"
    }
  }

  @Test(arguments: [
    "held-plain.json", "held-time-stamped.json", "held-sorted-keys.json", "held-nan.json",
    "held-nul-inside.json", "held-recorder.csv", "held-ubx-between.log", "held-3.17.json",
    "held-gnsslogger.txt",
  ])
  func formDoesNotChangeTheEvents(_ name: String) throws {
    let run = try Self.replay(name, regions: Self.path("ring.geojson"))
    #expect(Self.events(run) == ["09:00:15 enter", "09:00:27 exit"], "\(run.log)")
    #expect(run.status == 0 && run.log.contains("1 line could") == name.contains("nul"))
  }

  @Test func leapSecondDoesNotChangeTheEvents() throws {
    let run = try Self.replay("held-leap-second.json", regions: Self.path("ring.geojson"))
    #expect(Self.events(run) == ["23:59:56 enter", "00:00:07 exit"], "\(run.log)")
  }

  @Test func outputOfPowerShellIsRead() throws {
    let run = try Self.replay(
      "powershell.json", regions: Self.path("ring.geojson"), "--summary")
    #expect(run.output.contains("40 read, 40 trusted, 0 rejected"), "\(run.log)")
  }

  @Test func fixesWithoutTimeAreNamed() throws {
    let run = try Self.replay("gga-only.nmea", regions: Self.path("ring.geojson"))
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.log.contains("none of its 39 fixes is trusted (39 no time)"), "\(run.log)")
  }

  /// The position goes off by 120 m after 40 s, while the HDOP says so.
  @Test(arguments: ["hdop-98.nmea", "hdop-99.nmea"])
  func unknownHDOPIsNoBetterThanABadOne(_ name: String) throws {
    let run = try Self.replay(name, regions: Self.path("office.geojson"))
    let exits = Self.events(run).filter { $0.hasSuffix("exit") }
    #expect(run.status == 0 && exits.allSatisfy { $0 >= "09:01:33" }, "\(exits)")
  }

  @Test func walkAlongADitchIsInsideOfIt() throws {
    let folder = try TemporaryFolder()
    let configuration = try Self.configuration(in: folder)
    let regions = "\(folder.path)/r.geojson"
    let ditch = Self.captures.appendingPathComponent("imports/there-and-back.gpx").path
    let made = try PicketCommandRun(
      "regions", "import", ditch, "--width", "10", "--regions", regions, "--config", configuration)
    #expect(made.output.contains("ditch: corridor 10 m wide, "), "\(made.log)")
    let check = try PicketCommandRun("check", "--regions", regions, "--config", configuration)
    #expect(check.output.contains("no problems"), "\(check.log)")
    // It begins and ends inside.
    let run = try Self.replay("along.json", regions: regions, "--summary")
    #expect(run.output.contains("ditch        1    0:39"), "\(run.output)")
  }
}
