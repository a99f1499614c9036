import Base
import Foundation
import Glibc
import Testing

/// Regions with hours: a `picket run` that is killed, and the commands.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct HoursRunTests {
  private static func regions(_ hours: String) -> String {
    Epoch.regions(#","active":"\#(hours)","atStart":true"#)
      .replacing(#""features""#, with: #""timezone":"UTC","features""#)
  }

  private static func stand(_ seconds: ClosedRange<Int>) -> [Epoch] {
    seconds.map { Epoch(second: Double($0), east: 0, speed: 0) }
  }

  /// The events of all runs; the file of `--events` has only those of the last one.
  private static func journal(of picket: PicketProcess) throws -> [String] {
    try PicketCommandRun([
      "events", "--json", "--region", "ring", "--config", picket.file("picket.toml").path,
    ]).output.split(separator: "\n").compactMap { line in
      guard let kind = field("event", of: String(line)) else { return nil }
      return "\(kind) ring"
    }
  }

  /// A picket whose carrier has stood in the ring until five seconds before its hours.
  private static func beforeTheHours(
    _ gpsd: FakeGPSD, _ regions: String
  ) async throws -> PicketProcess {
    let picket = try PicketProcess(port: gpsd.port, regions: regions, speed: 10)
    try await gpsd.accept(from: picket)
    for epoch in stand(0...55) { gpsd.report(epoch) }
    return picket
  }

  @Test func beginningIsReportedOnceThroughAKill() async throws {
    let gpsd = FakeGPSD()
    let regions = Self.regions("09:01-09:50")
    var picket = try await Self.beforeTheHours(gpsd, regions)
    let folder = picket.folder
    await eventually("it is outside of its hours") {
      (try? await ControlTalk(picket).ask(#"{"do":"state","region":"ring"}"#))?.denies("active")
        == true
    }
    let words = try PicketCommandRun(
      ["state", "ring", "--config", picket.file("picket.toml").path], environment: ["TZ": "UTC"])
    #expect(words.output.contains("outside its hours until 2026-06-03T09:01:00.000Z"))
    let why = try await ControlTalk(picket).ask(#"{"do":"why","region":"ring"}"#)
    #expect(
      why.texts("lines").contains { $0.hasPrefix("outside its hours until 2026-06-03T09:01") })
    let status = try await ControlTalk(picket).ask(#"{"do":"status"}"#)
    #expect(status.objects("near").first?.text("changes") == "2026-06-03T09:01:00.000Z")
    #expect(picket.events.isEmpty)

    for epoch in Self.stand(56...70) { gpsd.report(epoch) }
    await eventually("the event") { picket.events == ["enter ring"] }
    #expect(picket.eventLines.allSatisfy { $0.contains(#""scheduled":true"#) })
    #expect(picket.eventLines.first?.contains(#""time":"2026-06-03T09:01:00.000Z""#) == true)
    #expect(picket.end(SIGKILL).status == SIGKILL)

    picket = try PicketProcess(port: gpsd.port, regions: regions, speed: 10, in: folder)
    try await gpsd.accept(from: picket)
    for epoch in Self.stand(100...160) { gpsd.report(epoch) }
    await eventually("it is inside again") {
      (try? await ControlTalk(picket).ask(#"{"do":"state","region":"ring"}"#))?.text("state")
        == "inside"
    }
    for epoch in Self.stand(2990...3010) { gpsd.report(epoch) }
    await eventually("the hours are over") {
      (try? await ControlTalk(picket).ask(#"{"do":"state","region":"ring"}"#))?.denies("active")
        == true
    }
    #expect(picket.end().status == 0)
    #expect(try Self.journal(of: picket) == ["enter ring"])
    #expect(
      picket.text(of: "state/state").contains(#""starts":{"open":[],"seen":"2026-06-03T09:50"#))
  }

  @Test func commandsFollowTheTimeOfTheFixes() async throws {
    let gpsd = FakeGPSD()
    let picket = try await Self.beforeTheHours(gpsd, Self.regions("09:01-09:50"))
    let commands = [
      ["regions", "list"], ["regions", "show", "ring"], ["regions", "show", "ring", "--json"],
      ["check", "--at", "now"], ["check", "--at", "now", "--json"],
    ]
    func outputs() throws -> [String] {
      try commands.map {
        try PicketCommandRun($0 + ["--config", picket.file("picket.toml").path]).output
      }
    }
    await eventually("it has a fix") { picket.output.contains("sighted") }
    // The hours may begin meanwhile.
    for output in try outputs() {
      let changes = [" until 2026-06-03 09:", #""changes":"2026-06-03T09:"#]
      #expect(changes.contains { output.contains($0) }, "\(output)")
    }
    #expect(picket.end().status == 0)
    // From then on the clock of this machine counts.
    for output in try outputs() { #expect(!output.contains("2026-06-03")) }
  }

  @Test func journalHasABeginningTheStateLacks() async throws {
    let gpsd = FakeGPSD()
    let regions = Self.regions("09:01-09:50")
    var picket = try await Self.beforeTheHours(gpsd, regions)
    let folder = picket.folder
    await eventually("the state is written") {
      picket.text(of: "state/state").contains(#""state":"inside""#)
    }
    let before = try Data(contentsOf: picket.file("state/state"))
    for epoch in Self.stand(56...70) { gpsd.report(epoch) }
    await eventually("the event") { picket.events == ["enter ring"] }
    #expect(picket.end(SIGKILL).status == SIGKILL)
    // The same as after a power cut between the two writes.
    try before.write(to: picket.file("state/state"))
    picket = try PicketProcess(port: gpsd.port, regions: regions, speed: 10, in: folder)
    try await gpsd.accept(from: picket)
    for epoch in Self.stand(100...160) { gpsd.report(epoch) }
    await eventually("it is inside again") {
      (try? await ControlTalk(picket).ask(#"{"do":"state","region":"ring"}"#))?.text("state")
        == "inside"
    }
    #expect(picket.end().status == 0)
    #expect(try Self.journal(of: picket) == ["enter ring"])
  }

  // MARK: Commands

  @Test func checkReportsFiftyWrongSchedules() throws {
    let folder = try TemporaryFolder()
    let features = ScheduleExamples.wrong.enumerated().map { index, text in
      feature(
        "Point", "[1,2]", "\"radius\":50,\"active\":\(JSONLine.quoted(text))", id: "\"r\(index)\"")
    }
    let path = "\(folder.path)/r.geojson"
    try "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))]}"
      .write(toFile: path, atomically: false, encoding: .utf8)
    let run = try PicketCommandRun(["check", "--regions", path])
    #expect(run.status == 1)
    let lines = run.log.split(separator: "\n")
    #expect(lines.count == ScheduleExamples.wrong.count && lines.count >= 40)
    for (index, line) in lines.enumerated() {
      // Each feature has two lines, and the hours are in the first.
      #expect(line.hasPrefix("\(path):\(2 * index + 2):"))
      #expect(line.contains(": active of \"r\(index)\": "))
      // The mistake, and the text to write instead.
      #expect(line.split(separator: "; ").count >= 2, "\(line)")
    }
  }

  @Test func checkPrintsTheStateAtATime() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/r.geojson"
    try Self.regions("Mo-Fr 07:00-16:00").replacing("UTC", with: "Europe/Berlin")
      .write(toFile: path, atomically: false, encoding: .utf8)
    func check(_ time: String, _ more: String...) throws -> PicketCommandRun {
      try PicketCommandRun(["check", "--regions", path, "--at", time] + more)
    }
    let local = try check("2026-06-03T09:00")
    #expect(local.status == 0)
    #expect(
      local.output.hasSuffix(
        """
        at 2026-06-03T09:00:00.000+02:00:
        region  active  how long                hours
        ring    yes     until 2026-06-03 16:00  Mo-Fr 07:00-16:00

        """))
    // Where the board is in another zone, the time names its own.
    for (zone, isNamed) in [("Europe/Berlin", false), ("UTC", true)] {
      let list = try PicketCommandRun(
        "regions", "list", "--regions", path, environment: ["TZ": zone])
      let end = try #require(
        list.output.firstMatch(of: #/until 20\d\d-\d\d-\d\d \d\d:00( UTC\+0[12]:00)?/#))
      #expect((end.1 != nil) == isNamed, "\(list.output)")
    }
    let json = try check("2026-06-05T14:00:00Z", "--json")
    #expect(
      json.output.hasSuffix(
        #"{"region":"ring","time":"2026-06-05T14:00:00.000Z","active":false,"#
          + #""since":"2026-06-05T14:00:00.000Z","changes":"2026-06-08T05:00:00.000Z","#
          + #""hours":"Mo-Fr 07:00-16:00"}"# + "\n"))
    #expect(try check("tomorrow").status == 2)
  }

  @Test(arguments: ["gpx", "kml", "geojson"])
  func hoursAreSetShownAndExchanged(_ format: String) throws {
    let folder = try TemporaryFolder()
    func regions(_ arguments: String...) throws -> PicketCommandRun {
      try PicketCommandRun(
        ["regions"] + arguments + ["--regions", "\(folder.path)/r.geojson"])
    }
    let hours = "Mo-Fr 07:00-16:00; sunrise-12:00 off"
    let added = try regions("add", "gate", "--circle", "47,15,50", "--active", hours, "--at-start")
    #expect(added.status == 0, "\(added.log)")
    #expect(try regions("set", "gate", "active", "Mo-Fr 07-16").status == 1)
    #expect(try regions("add", "x", "--circle", "47,15,50", "--active", "PH off").status == 2)
    #expect(try regions("add", "x", "--circle", "47,15,50", "--at-start").status == 2)
    let shown = try regions("show", "gate", "--json").output
    #expect(shown.contains(#""active":"\#(hours)""#) && shown.contains(#""at_start":true"#))
    #expect(try regions("list").output.hasPrefix("region  shape   size         state  active"))

    let file = "\(folder.path)/out.\(format)"
    #expect(try regions("export", file).status == 0)
    #expect(try regions("remove", "gate").status == 0)
    #expect(try regions("import", file).status == 0)
    #expect(try regions("show", "gate", "--json").output == shown)
    #expect(try regions("set", "gate", "active", "24/7").status == 0)
    #expect(try regions("set", "gate", "atStart", "--unset").status == 0)
    #expect(try regions("set", "gate", "active", "--unset").status == 0)
    #expect(try !regions("show", "gate", "--json").output.contains("active"))
  }
}
