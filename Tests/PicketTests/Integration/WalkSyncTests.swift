import Desk
import Testing

/// The parts of a walk that are on the disk before it ends.
///
/// This is a separate suite, since it waits for half a minute.
@Suite(.timeLimit(.minutes(20)))
struct WalkSyncTests {
  @Test func walkIsSyncedWithinHalfAMinute() async throws {
    let folder = try TemporaryFolder()
    let disk = try FaultyDisk(
      "\(folder.path)/state/walks", "fsync", at: 0, .delay(milliseconds: 0), in: folder)
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[walks]\nrecord = \"always\"\n[blind]\nlimit = 3600", in: folder,
      environment: disk.environment)
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("the last report is in the walk") {
      picket.text(of: "state/walks/always-1/reports.json").contains(":01:00.000Z")
    }
    // Two syncs for the regions and the configuration, two for the folders, and one for each file.
    let before = disk.count
    #expect(before == 6)
    await eventually(within: 90, "both files are synced") { disk.count == before + 2 }
    // There are no new reports, so the end adds only one sync.
    #expect(picket.end().status == 0)
    #expect(disk.count == before + 3)
    #expect(try Walk(path: "\(folder.path)/state/walks/always-1").notices.isEmpty)
  }
}
