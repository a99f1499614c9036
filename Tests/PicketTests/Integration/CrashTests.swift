import Base
import Foundation
import Glibc
import Records
import Testing

/// Runs in which each system call on the state's folder in turn fails, or is the last call.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct CrashTests {
  static let calls = [
    "open", "write", "fsync", "truncate", "link", "unlink", "rename", "close", "mkdir", "read",
  ]

  @Test(arguments: calls)
  func crashLosesNoReportedEvent(_ call: String) async throws {
    let start = try await Self.folderOfARide()
    var number = 0
    while true {
      number += 1
      let folder = try start.copy()
      let ride = try await Ride(in: folder, call, at: number, .kill)
      // All calls of the run have been tried.
      guard ride.hadFault else { break }
      #expect(ride.status == SIGKILL)
      try await checkFolder(of: ride, in: folder, "killed at \(call) \(number)")
    }
    #expect(number > 1, "\(call) is never called")
  }

  @Test(arguments: calls)
  func failureOfAnyCallLosesNothing(_ call: String) async throws {
    let start = try await Self.folderOfARide()
    var number = 0
    while true {
      number += 1
      let folder = try start.copy()
      let ride = try await Ride(in: folder, call, at: number, .error(EIO))
      guard ride.hadFault else { break }
      let place = "EIO at \(call) \(number)"
      #expect(ride.status == 0, "\(place): \(ride.log)")
      #expect(ride.events == ["enter ring", "exit ring"], "\(place)")
      try await checkFolder(of: ride, in: folder, place)
    }
    #expect(number > 1, "\(call) is never called")
  }

  @Test func folderIsSyncedBeforeEventsAreReported() async throws {
    let folder = try TemporaryFolder()
    let ride = try await Ride(in: folder, "fsync", at: 1, .kill, below: "state/..")
    #expect(ride.hadFault)
    #expect(ride.lines.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state")
    #expect(!files.contains { $0.hasPrefix("journal.") }, "\(files)")
  }

  /// A folder with the files of a ride, so that there are files to lose.
  private static func folderOfARide() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    #expect(try await Ride(in: folder).events == ["enter ring", "exit ring"])
    return folder
  }

  /// Starts in the folder of a ride, rides once more, and compares the events.
  private func checkFolder(
    of ride: Ride, in folder: TemporaryFolder, _ place: String
  ) async throws {
    let again = try await Ride(in: folder)
    #expect(again.status == 0, "\(place): \(again.log)")
    #expect(!again.log.contains("set aside"), "\(place): \(again.log)")
    var reader = JournalReader(directory: "\(folder.path)/state")
    let events = try reader.next().filter { $0.json.hasPrefix(#"{"seq":"#) }.map(\.json)
    let numbers = try events.map { line in
      try #require(try JSON.parse(line).object?["seq"]?.integer)
    }
    #expect(numbers == Array(1...max(1, numbers.count)), "\(place): \(events)")
    for line in (ride.lines + again.lines).map(\.asWritten) {
      #expect(events.count { $0 == line } == 1, "\(place): \(line) in \(events)")
    }
    // Entries and exits alternate, whatever call failed.
    let kinds = events.compactMap { field("event", of: $0) }
    #expect(kinds == kinds.indices.map { $0 % 2 == 0 ? "enter" : "exit" }, "\(place)")
  }
}

/// One run along the ride through the ring, in which a call may fail.
private struct Ride {
  let status: Int32
  let log: String
  let hadFault: Bool
  let lines: [String]
  let events: [String]

  init(
    in folder: TemporaryFolder, _ call: String = "none", at number: Int = 0,
    _ fault: FaultyDisk.Fault = .kill, below place: String = "state"
  ) async throws {
    let gpsd = FakeGPSD()
    let disk = try FaultyDisk("\(folder.path)/\(place)", call, at: number, fault, in: folder)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[signal.enter]\nled = \"10\"\n[signal.exit]\nled = \"10\"",
      in: folder, environment: disk.environment)
    await gpsd.accept(unless: { !picket.isRunning })
    if gpsd.client >= 0 {
      gpsd.report(Epoch(second: 0, east: -150))
      for epoch in Epoch.ride.dropFirst() { gpsd.report(epoch) }
      await eventually("the ride ends") { !picket.isRunning || picket.events.last == "exit ring" }
    }
    status = picket.end().status
    log = picket.log
    lines = picket.eventLines
    events = picket.events
    hadFault = disk.hasHappened
  }
}
