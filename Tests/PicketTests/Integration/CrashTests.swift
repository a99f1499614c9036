import Foundation
import Glibc
@testable import Notation
@testable import Outputs
@testable import Picket
@testable import RegionFiles
import Testing

/// A run in which each system call on the state's folder in turn fails, or is the last one.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CrashTests {
  static let calls = [
    "open", "write", "fsync", "truncate", "link", "unlink", "rename", "close", "mkdir", "read",
  ]

  @Test(arguments: calls)
  func aCrashAtAnyCallLosesNothingThatWasTold(_ call: String) throws {
    let start = try Self.folderOfARide()
    var number = 0
    while true {
      number += 1
      let folder = try start.copy()
      let ride = try Ride(in: folder, call, at: number, .kill)
      // Each call of the run has had its turn.
      guard ride.hadItsFault else { break }
      #expect(ride.status == SIGKILL)
      try checkWhatIsLeft(of: ride, in: folder, "killed at \(call) \(number)")
    }
    #expect(number > 1, "\(call) is never called")
  }

  @Test(arguments: calls)
  func aFailureOfAnyCallIsToldAndLosesNothing(_ call: String) throws {
    let start = try Self.folderOfARide()
    var number = 0
    while true {
      number += 1
      let folder = try start.copy()
      let ride = try Ride(in: folder, call, at: number, .error(EIO))
      guard ride.hadItsFault else { break }
      let place = "EIO at \(call) \(number)"
      #expect(ride.status == 0, "\(place): \(ride.log)")
      #expect(ride.told == ["enter ring", "exit ring"], "\(place)")
      try checkWhatIsLeft(of: ride, in: folder, place)
    }
    #expect(number > 1, "\(call) is never called")
  }

  @Test func nothingIsToldBeforeTheNameOfTheFolderIsOnTheDisk() throws {
    let folder = try TemporaryFolder()
    let ride = try Ride(in: folder, "fsync", at: 1, .kill, below: "state/..")
    #expect(ride.hadItsFault)
    #expect(ride.lines.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state")
    #expect(!files.contains { $0.hasPrefix("journal.") }, "\(files)")
  }

  /// A folder with the files that a ride leaves, so that there is something to lose.
  private static func folderOfARide() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    #expect(try Ride(in: folder).told == ["enter ring", "exit ring"])
    return folder
  }

  /// Starts on what is left, rides once more, and compares.
  private func checkWhatIsLeft(
    of ride: Ride, in folder: TemporaryFolder, _ place: String
  ) throws {
    let again = try Ride(in: folder)
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
    // In and out in turn, whatever happened in between.
    let kinds = events.compactMap { field("event", of: $0) }
    #expect(kinds == kinds.indices.map { $0 % 2 == 0 ? "enter" : "exit" }, "\(place)")
  }
}

/// One run along the ride through the ring, in which something may go wrong.
private struct Ride {
  let status: Int32
  let log: String
  let hadItsFault: Bool
  let lines: [String]
  let told: [String]

  init(
    in folder: TemporaryFolder, _ call: String = "none", at number: Int = 0,
    _ fault: FaultyDisk.Fault = .kill, below place: String = "state"
  ) throws {
    let gpsd = FakeGPSD()
    let disk = try FaultyDisk("\(folder.path)/\(place)", call, at: number, fault, in: folder)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[signal.enter]\nled = \"10\"\n[signal.exit]\nled = \"10\"",
      in: folder, environment: disk.environment)
    while picket.isRunning, !gpsd.hasClient(within: 0.01) {}
    if picket.isRunning {
      gpsd.accept()
      gpsd.report(Epoch(second: 0, east: -150))
      for epoch in Epoch.ride.dropFirst() { gpsd.report(epoch) }
      eventually("the ride ends") { !picket.isRunning || picket.events.last == "exit ring" }
    }
    status = picket.end().status
    log = picket.log
    lines = picket.eventLines
    told = picket.events
    hadItsFault = disk.hasCome
  }
}
