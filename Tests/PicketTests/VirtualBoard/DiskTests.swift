import Foundation
import Glibc
import Picket
import Records
import Testing

extension VirtualBoard {
  /// A real file system that is full or read-only; only root can mount it.
  @Suite struct DiskTests {
    @Test(arguments: ["full", "read-only"])
    func unwrittenEventsAreWrittenLater(_ what: String) async throws {
      let folder = try TemporaryFolder()
      let state = "\(folder.path)/state"
      mkdir(state, 0o750)
      try Self.run("/bin/mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", state)
      defer { try? Self.run("/bin/umount", "-l", state) }
      // The file system cannot become read-only while a file is open for writing.
      if what == "read-only" { try Self.run("/bin/mount", "-o", "remount,ro", state) }
      let gpsd = FakeGPSD()
      let picket = try PicketProcess(
        port: gpsd.port, regions: Epoch.regions(), speed: 10,
        configuration: "\(LightTests.silence)\n[signal.fault]\nled = \"30\"", in: folder)
      try await gpsd.accept(from: picket)
      gpsd.report(Epoch.ride[0])
      await eventually("the ring is known") { picket.log.contains("ring: outside") }
      if what == "full" {
        // Only the bytes that fit are written.
        try? Data(count: 1 << 17).write(to: URL(fileURLWithPath: "\(state)/filler"))
        try? Data(count: 4096).write(to: URL(fileURLWithPath: "\(state)/more"))
      }
      for epoch in Epoch.ride[1...] { gpsd.report(epoch) }
      await eventually("both events are reported") { picket.events == ["enter ring", "exit ring"] }
      if what == "full" {
        unlink("\(state)/filler")
        unlink("\(state)/more")
      } else {
        await eventually("the fault is reported") {
          picket.log.contains("Read-only file system; trying again")
        }
        try Self.run("/bin/mount", "-o", "remount,rw", state)
      }
      var events: [String] = []
      await eventually("all of it is written") {
        var reader = JournalReader(directory: state)
        events = ((try? reader.next()) ?? []).map(\.json).filter { $0.hasPrefix(#"{"seq""#) }
        return events.count == 2
      }
      #expect(events == picket.eventLines.map(\.asWritten))
      #expect(picket.end().status == 0)
      let saved = try StateFile(directory: state).read()
      #expect(saved.notices.isEmpty)
      #expect(saved.state?.memory.nextSequence == 3)
    }

    private static func run(_ program: String, _ arguments: String...) throws {
      let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(program) \(arguments)")
    }
  }
}
