import Foundation
import Glibc
import Testing

/// Times for persons are in the time zone of the board, times for programs are in UTC.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct LocalTimesTests {
  private static let zone = ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]

  private static func run(_ picket: PicketProcess, _ words: [String]) throws -> PicketCommandRun {
    try PicketCommandRun(
      words + ["--config", picket.file("picket.toml").path], environment: zone)
  }

  @Test func timesForPersonsAreLocal() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(#","expires":"2030-06-03T09:00:00Z""#), speed: 10,
      configuration: "[blind]\nlimit = 300", environment: Self.zone)
    await gpsd.accept()
    // Half a minute of this machine before it is blind, and no silence of gpsd until then.
    func speak() { gpsd.sendLine(#"{"class":"WATCH","enable":true,"json":true}"#) }
    func run(_ words: String...) throws -> PicketCommandRun {
      speak()
      return try Self.run(picket, words)
    }
    let watch = try picket.watch(into: "watched", environment: Self.zone)
    defer { watch.terminate() }
    await eventually("it watches") {
      _ = try? run("mute")
      return picket.text(of: "watched").contains("muted")
    }
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    await eventually("every fix is shown") {
      picket.text(of: "watched").contains("2026-06-03 11:01:00  47.000000, 15.00")
    }
    #expect(!picket.text(of: "watched").contains("09:01:00  47.0"))
    #expect(picket.output.contains("    sighted at 2026-06-03T11:00:00.000+02:00\n"))
    #expect(picket.output.contains("2026-06-03T11:00:21.000+02:00  enter  ring"))
    #expect(picket.text(of: "events.jsonl").contains(#""time":"2026-06-03T09:00:21.000Z""#))

    let why = try run("why").output
    #expect(why.contains("from 2026-06-03T11:00:00.000+02:00 to 11:01:00 (UTC+02:00)"), "\(why)")
    #expect(why.contains("passed at 11:00"), "\(why)")
    for option in ["--utc", "--json"] {
      let why = try run("why", option).output
      #expect(why.contains("from 2026-06-03T09:00:00.000Z to 09:01:00 UTC"), "\(why)")
      #expect(!why.contains("11:0"), "\(why)")
    }
    let show = try run("regions", "show", "ring").output
    #expect(show.contains("expires   2030-06-03T11:00:00.000+02:00\n"), "\(show)")
    #expect(
      try run("regions", "show", "ring", "--utc").output
        .contains("expires   2030-06-03T09:00:00.000Z\n"))

    let words = "no fix that can be trusted since "
    await eventually("it is blind") {
      speak()
      return picket.output.contains("    blind: \(words)2026-06-03T11:01:00.000+02:00\n")
    }
    let status = try run("status")
    let reason = "it does not monitor: blind, \(words)"
    #expect(status.log.contains("\(reason)2026-06-03T11:01:00.000+02:00: "), "\(status.log)")
    #expect(
      try run("status", "--utc").log.contains("\(reason)2026-06-03T09:01:00.000Z: "))
    let json = try run("status", "--json", "--utc").output
    #expect(json.contains("\(words)2026-06-03T09:01:00.000Z: "), "\(json)")
    await eventually("it is in the journal") {
      (try? run("events").output)?
        .contains("blind          \(words)2026-06-03T11:01:00.000+02:00") == true
    }
    #expect(try run("events", "--utc").output.contains("\(words)2026-06-03T09:01"))
    #expect(picket.text(of: "state/journal.1.jsonl").contains("\(words)2026-06-03T09:01"))
    #expect(picket.end().status == 0)
    watch.waitUntilExit()
  }

  @Test func quietHoursStayLocalWithUTC() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[blind]\nlimit = 3600\n[quiet]\nfrom = \"11:00\"\nto = \"12:00\"",
      options: ["--utc"], environment: Self.zone)
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("the entry") {
      picket.output.contains("2026-06-03T09:00:21.000Z  enter  ring")
    }
    #expect(picket.output.contains("    sighted at 2026-06-03T09:00:00.000Z\n"))
    #expect(try talk.ask(#"{"do":"status"}"#).flag("quiet"))
    #expect(try Self.run(picket, ["why"]).output.contains("(UTC+02:00)"))
    #expect(picket.end().status == 0)
  }
}
