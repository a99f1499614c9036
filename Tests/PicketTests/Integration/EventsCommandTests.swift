import Base
import Foundation
import Records
import Testing

/// The parts of the journal that `picket events` prints.
struct EventsCommandTests {
  private let folder: TemporaryFolder
  private let config: String

  init() throws {
    folder = try TemporaryFolder()
    config = try folder.write("[state]\ndirectory = \"\(folder.path)/state\"\n", to: "picket.toml")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/state", withIntermediateDirectories: true)
    var journal = Journal(directory: "\(folder.path)/state", size: 1_000_000, next: 1)
    for number in 1...6 {
      var line = JSONLine()
      line.add("seq", number)
      line.add("event", number.isMultiple(of: 2) ? "exit" : "enter")
      line.add("region", number < 5 ? "gate" : "well")
      line.add("time", "2026-06-03T09:0\(number):00.000Z")
      try journal.add(line.text, sequence: number)
    }
  }

  private func events(_ arguments: String..., zone: String = "UTC") throws -> [String] {
    let run = try PicketCommandRun(
      ["events", "--config", config] + arguments, environment: ["TZ": zone])
    #expect(run.status == 0, "\(run.log)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test func lastEventsOfARegionAreShown() throws {
    let lines = try events("--region", "gate", "-n", "2")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("2026-06-03T09:03:00.000Z  enter") == true, "\(lines)")
  }

  @Test func eventsOfAnIntervalAreShown() throws {
    let lines = try events(
      "--since", "2026-06-03T09:02:00Z", "--until", "2026-06-03T09:04:30Z", "--json")
    #expect(lines.compactMap { Reply($0)?.number("seq") } == [2, 3, 4])
  }

  @Test func daysAreThoseOfTheBoardsZone() throws {
    var journal = Journal(directory: "\(folder.path)/state", size: 1_000_000, next: 7)
    var line = JSONLine()
    line.add("event", "start")
    try journal.add(line.text, sequence: nil)
    line = JSONLine()
    line.add("seq", 7)
    line.add("event", "enter")
    line.add("region", "gate")
    line.add("time", "2026-06-03T22:30:00.000Z")
    try journal.add(line.text, sequence: 7)
    #expect(try events("--days") == ["2026-06-03  8 lines, 7 events"])
    let zone = "CET-1CEST,M3.5.0,M10.5.0/3"
    #expect(
      try events("--days", "--json", zone: zone) == [
        #"{"day":"2026-06-03","lines":7,"events":6}"#,
        #"{"day":"2026-06-04","lines":1,"events":1}"#,
      ])
    let day = try events("--day", "2026-06-04", "--json", zone: zone)
    #expect(day.compactMap { Reply($0)?.number("seq") } == [7])
    let other = try PicketCommandRun(
      ["events", "--journal", "\(folder.path)/state", "--day", "2026-06-03", "--json"],
      environment: ["TZ": "UTC"])
    // The line without a time goes with the line before it.
    #expect(other.output.split(separator: "\n").count == 8, "\(other.log)")
  }

  @Test func aDayOfTheJournalIsDrawn() throws {
    func report(_ day: String) throws -> PicketCommandRun {
      try PicketCommandRun(
        ["report", "--events", "\(folder.path)/state", "--day", day, "-o", "-"],
        environment: ["TZ": "UTC"])
    }
    #expect(try report("2026-06-03").output.contains("<title>Journal of 2026-06-03</title>"))
    let none = try report("2026-06-05")
    #expect(none.status == 1)
    #expect(none.log.contains("has no line of 2026-06-05; picket events"), "\(none.log)")
    #expect(try report("yesterday").status == 2)
  }

  @Test func timesAreInTheBoardsZone() throws {
    let first = try events("-n", "6", zone: "CET-1CEST,M3.5.0,M10.5.0/3").first
    #expect(first?.hasPrefix("2026-06-03T11:01:00.000+02:00  enter") == true, "\(first ?? "")")
    let utc = try events("--utc", zone: "CET-1CEST,M3.5.0,M10.5.0/3").first
    #expect(utc?.hasPrefix("2026-06-03T09:01:00.000Z  enter") == true, "\(utc ?? "")")
    let json = try events("--json", zone: "CET-1CEST,M3.5.0,M10.5.0/3").first
    #expect(json?.contains("\"2026-06-03T09:01:00.000Z\"") == true)
  }
}
