import Foundation
import Glibc
import Desk
@testable import PicketCommand
import Records
import Testing

/// Reminders of a real picket, through its restarts and in its files.
@Suite(.timeLimit(.minutes(20)))
struct ReminderRunTests {
  private static let regions = Epoch.regions(#","remind":5"#)

  /// Seconds in which the carrier stands 100 m outside of the ring.
  private static func standing(_ seconds: ClosedRange<Int>) -> [Epoch] {
    seconds.map { Epoch(second: Double($0), east: -150, speed: 0) }
  }

  private func start(
    _ gpsd: FakeGPSD, speed: Double = 10, configuration: String = "",
    in folder: TemporaryFolder? = nil
  ) async throws -> PicketProcess {
    let picket = try PicketProcess(
      port: gpsd.port, regions: Self.regions, speed: speed, configuration: configuration,
      in: folder)
    try await gpsd.accept(from: picket)
    return picket
  }

  private func lines(of picket: PicketProcess) -> [String] {
    picket.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func countContinuesAfterAKill() async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd)
    // The first comes 10 s after the first fix.
    for epoch in Self.standing(0...16) { gpsd.report(epoch) }
    await eventually("the second") { picket.output.contains("reminder: ring: 2 of 20") }
    await eventually("it is in the state") {
      picket.text(of: "state/state").contains(#""reminders":{"ring":{"count":2,"#)
    }
    picket.end(SIGKILL)

    let next = FakeGPSD()
    let second = try await start(next, in: picket.folder)
    for epoch in Self.standing(30...40) { next.report(epoch) }
    await eventually("the third") { second.output.contains("reminder: ring: 3 of 20") }
    #expect(!second.output.contains("ring: 1 of 20"))
    #expect(second.end().status == 0)
  }

  @Test func anAcknowledgementOutlastsTheEnd() async throws {
    let gpsd = FakeGPSD()
    // So slow that no reminder is due, and no fix gets old, while a command runs.
    let picket = try await start(gpsd, speed: 0.1)
    for epoch in Self.standing(0...11) { gpsd.report(epoch) }
    await eventually("the first") { picket.output.contains("reminder: ring: 1 of 20") }
    let config = picket.file("picket.toml").path
    let status = try PicketCommandRun("status", "--config", config)
    #expect(status.output.contains("reminder   ring: 1 of 20, next in "), "\(status.output)")
    let unknown = try PicketCommandRun("acknowledge", "rong", "--config", config)
    #expect(unknown.status == 1)
    #expect(unknown.log.contains(#"did you mean "ring"?"#), "\(unknown.log)")
    let ended = try PicketCommandRun("acknowledge", "ring", "--config", config)
    #expect(ended.output == "acknowledged: ring\n", "\(ended.log)")
    let again = try PicketCommandRun("acknowledge", "--config", config)
    #expect(again.output == "no reminder and no alarm is active\n")
    #expect(picket.end().status == 0)

    let next = FakeGPSD()
    let second = try await start(next, in: picket.folder)
    for epoch in Self.standing(30...60) { next.report(epoch) }
    await eventually("the fixes are there") {
      let status = try? PicketCommandRun("status", "--json", "--config", config)
      return status.map { $0.output.contains("09:01:0") && !$0.output.contains("reminders") }
        ?? false
    }
    #expect(!second.output.contains("reminder:"))
    #expect(second.end().status == 0)
    let events = try PicketCommandRun("events", "--config", config).output
    let texts = events.split(separator: "\n").map { $0.drop { $0 != " " } }
    #expect(texts.contains { $0.hasSuffix("  reminder       ring: 1 of 20") }, "\(events)")
    #expect(
      texts.contains { $0.hasSuffix("  acknowledged   ring: acknowledged by a command") },
      "\(events)")
  }

  @Test func aReplayRemindsAtTheSameTimes() async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd, configuration: "[walks]\nrecord = \"always\"")
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    await eventually("one after the exit") {
      lines(of: picket).filter { $0.hasPrefix("reminder: ring: 1 of") }.count == 2
    }
    let count = lines(of: picket).count { $0.hasPrefix("reminder: ring") }
    #expect(picket.end().status == 0)
    let path = picket.file("state/walks/always-1").path
    let replay = try PicketCommandRun("replay", path, "--compare")
    #expect(replay.status == 0, "\(replay.log)")
    #expect(
      replay.output.split(separator: "\n").count { $0.contains("  reminder  ring: ") } >= count)
    let json = try PicketCommandRun("replay", path, "--json", "--events", picket.file("again").path)
    let reminder = try #require(
      json.output.split(separator: "\n").first { $0.contains(#""event":"reminder""#) })
    #expect(reminder.contains(#""region":"ring","number":1,"of":20,"time":"2026-06-03T09:00:10"#))
    #expect(picket.text(of: "again") == picket.text(of: "events.jsonl"))
    let walk = try ReplayedWalk(Walk(path: path))
    #expect(walk.account.differences.isEmpty)
    #expect(walk.account.reminders.contains { $0.reason.text == "ring: 1 of 20" })
  }
}
