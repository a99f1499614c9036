import Foundation
import Glibc
import Testing

/// A state folder with damage that is not from a power cut.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct DamageTests {
  @Test func damagedJournalLosesNoOtherEvent() async throws {
    let folder = try TemporaryFolder()
    let first = try await Self.ride(in: folder, from: 0)
    #expect(first.events == ["enter ring", "exit ring"])
    let state = "\(folder.path)/state"
    let path = "\(state)/journal.1.jsonl"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.startIndex + 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(mkfifo("\(state)/journal.2.jsonl", 0o600) == 0)
    // Only the journal has the events.
    unlink("\(state)/state")
    #expect(mkdir("\(state)/state", 0o700) == 0)
    unlink("\(state)/state.previous")
    #expect(mkfifo("\(state)/state.previous", 0o600) == 0)

    let before = try PicketCommandRun(
      "events", "--json", "--config", "\(folder.path)/picket.toml")
    #expect(before.status == 0)
    #expect(before.output.split(separator: "\n").filter { $0.hasPrefix(#"{"seq""#) }.count == 2)
    #expect(before.log.contains("journal.2.jsonl: not a file; left out"))
    #expect(before.log.contains("journal.1.jsonl: 1 line cannot be read; left out"))

    let second = try await Self.ride(in: folder, from: 100)
    #expect(second.events == ["enter ring", "exit ring"])
    for name in ["journal.2.jsonl", "state", "state.previous"] {
      #expect(second.log.contains("set aside as \(state)/\(name).unreadable-1"), "\(name)")
    }
    let after = try PicketCommandRun(
      "events", "--json", "--config", "\(folder.path)/picket.toml")
    let numbers = after.output.split(separator: "\n").filter { $0.hasPrefix(#"{"seq""#) }
      .map { $0.prefix(8) }
    #expect(numbers == (1...4).map { #"{"seq":\#($0)"#[...] })
    let report = try PicketCommandRun(
      "report", "--events", state, "-o", "\(folder.path)/journal.html")
    #expect(report.status == 0)
    #expect(report.log.contains("journal.2.jsonl.unreadable-1: not a file; left out"))
  }

  @Test func reportDoesNotWaitForAPipe() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/events.jsonl"
    #expect(mkfifo(path, 0o600) == 0)
    let run = try PicketCommandRun("report", "--events", path, "-o", "\(folder.path)/a.html")
    #expect(run.status == 1)
    #expect(run.log.contains("give the folder of the state, or a file of a journal"))
  }

  /// Rides through the ring, starting at a given second.
  private static func ride(in folder: TemporaryFolder, from start: Double) async throws
    -> PicketProcess
  {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder)
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride {
      gpsd.report(Epoch(second: epoch.second + start, east: epoch.east))
    }
    await eventually("both events") { picket.events.last == "exit ring" }
    #expect(picket.end().status == 0)
    return picket
  }
}
