import Foundation
import Glibc
import Records
import Testing

/// A disk that is full or read-only for a time.
@Suite(
  .serialized, .enabled(if: SmallDisk.isAvailable, "no file system can be mounted here"),
  .timeLimit(.minutes(20)))
struct RoomTests {
  @Test func clearedDiskHasEachEventOnce() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/state", withIntermediateDirectories: false)
    let disk = try SmallDisk(at: "\(folder.path)/state")
    // Filled before there are files: a file has room to the end of its last page.
    disk.fill()
    let gpsd = FakeGPSD()
    let picket = try Self.picket(gpsd, in: folder, on: disk)
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events are shown") {
      picket.output.contains("exit   ring  (not written yet)")
    }
    await eventually("both faults are reported") {
      picket.log.contains("the journal cannot be written: ")
        && picket.log.contains("the file of --events cannot be written: ")
    }
    disk.clear()
    await eventually("all of it is written") {
      picket.log.contains("the journal is written again")
        && picket.log.contains("the file of --events is written again")
    }
    let events = Self.journal(disk).filter { $0.hasPrefix(#"{"seq""#) }
    #expect(events.compactMap { field("event", of: $0) } == ["enter", "exit"])
    let shown = try String(contentsOfFile: disk.file("events.jsonl"), encoding: .utf8)
    #expect(shown.split(separator: "\n").map { String($0).asWritten } == events)
    for part in ["journal", "file of --events"] {
      for what in ["the \(part) cannot be written: ", "the \(part) is written again"] {
        #expect(picket.log.components(separatedBy: what).count == 2, "\(what)")
      }
    }
    let noted = Self.journal(disk).filter { $0.contains("the file of --events ") }
    #expect(noted.count == 2)
    #expect(picket.end().status == 0)
  }

  @Test func readOnlyFolderIsWrittenLater() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/state", withIntermediateDirectories: false)
    let disk = try SmallDisk(at: "\(folder.path)/state")
    let gpsd = FakeGPSD()
    let first = try Self.picket(gpsd, in: folder, on: disk)
    try await gpsd.accept(from: first)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { first.output.contains("exit   ring") }
    #expect(first.end().status == 0)
    gpsd.hangUp()
    // An unfinished line from a power cut, which cannot be cut off on a read-only disk.
    let torn = try FileHandle(forWritingTo: URL(fileURLWithPath: disk.file("journal.1.jsonl")))
    try torn.seekToEnd()
    try torn.write(contentsOf: Data(#"{"seq":3,"event":"en"#.utf8))
    try torn.close()
    try disk.remount("ro")

    let second = try Self.picket(gpsd, events: "shown.jsonl", in: folder, on: disk)
    try await gpsd.accept(from: second)
    for epoch in Epoch.ride { gpsd.report(Epoch(second: epoch.second + 100, east: epoch.east)) }
    await eventually("both events again") {
      second.output.contains("exit   ring  (not written yet)")
    }
    await eventually("the failed write is reported") {
      second.log.contains("Read-only file system; trying again")
    }
    try disk.remount("rw")
    await eventually("it is written again") { second.log.contains("the journal is written again") }
    let numbers = Self.journal(disk).filter { $0.hasPrefix(#"{"seq""#) }.map { $0.prefix(8) }
    #expect(numbers == (1...4).map { #"{"seq":\#($0)"#[...] })
    #expect(second.end().status == 0)
  }

  @Test func unwrittenEventComesAgainAfterAKill() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/state", withIntermediateDirectories: false)
    let disk = try SmallDisk(at: "\(folder.path)/state")
    disk.fill()
    let gpsd = FakeGPSD()
    let first = try Self.picket(gpsd, events: "first.jsonl", in: folder, on: disk)
    try await gpsd.accept(from: first)
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("the entry") { first.text(of: "first.jsonl").hasSuffix("\n") }
    first.end(SIGKILL)
    gpsd.hangUp()
    disk.clear()
    let second = try Self.picket(gpsd, events: "second.jsonl", in: folder, on: disk)
    try await gpsd.accept(from: second)
    for epoch in Epoch.ride[10...30] { gpsd.report(epoch) }
    await eventually("the entry again") { second.text(of: "second.jsonl").hasSuffix("\n") }
    #expect(second.end().status == 0)
    let (before, after) = (first.text(of: "first.jsonl"), second.text(of: "second.jsonl"))
    #expect(before.hasPrefix(#"{"seq":1,"event":"enter""#))
    #expect(before.hasSuffix(",\"unwritten\":true}\n"))
    #expect(after.hasPrefix(#"{"seq":1,"event":"enter""#))
    #expect(!after.contains("unwritten"))
  }

  private static func picket(
    _ gpsd: FakeGPSD, events: String = "state/events.jsonl", in folder: TemporaryFolder,
    on disk: SmallDisk
  ) throws -> PicketProcess {
    try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[signal.fault]\nled = \"30\"", events: events, in: folder,
      through: disk.wrapper)
  }

  private static func journal(_ disk: SmallDisk) -> [String] {
    var reader = JournalReader(directory: disk.file(""))
    return ((try? reader.next()) ?? []).map(\.json)
  }
}
