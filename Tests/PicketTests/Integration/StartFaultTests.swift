import Base
import Foundation
import Glibc
import Picket
import Records
import RegionFiles
import Testing

/// Starts of `picket run`, and changes of regions, at which the system refuses a call.
@Suite(.timeLimit(.minutes(20)))
struct StartFaultTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var journal = Journal(directory: "\(folder.path)/state", size: 400_000, next: 1)
    try journal.add(
      #"{"seq":1,"event":"enter","region":"ring","time":"2026-06-03T09:00:20.000Z"}"#, sequence: 1)
    try StateFile(directory: "\(folder.path)/state").write(StateFileTests.state(2))
  }

  private func start(_ disk: FaultyDisk) throws -> PicketProcess {
    try PicketProcess(
      port: 1, regions: Epoch.regions(), in: folder, environment: disk.environment)
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT], ["state", "journal"])
  func shortageAtTheStartBlamesNoFile(_ code: Int32, _ file: String) async throws {
    let disk = try FaultyDisk(
      "\(folder.path)/state/\(file)", "open", at: 0, .error(code), in: folder)
    let picket = try start(disk)
    await eventually("it ends") { !picket.isRunning }
    #expect(picket.end(0).status == 69)
    let lines = picket.log.split(separator: "\n").filter { $0.contains("/state/\(file)") }
    #expect(lines.count == 1, "\(picket.log)")
    #expect(
      lines.first?.hasSuffix(
        "\(SystemError("", code: code).reason); the files are not the cause: start picket again")
        == true, "\(picket.log)")
    // Nothing was set aside.
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state")
    #expect(names.filter { $0.hasPrefix("journal") } == ["journal.1.jsonl"])
    #expect(names.allSatisfy { !$0.contains("unreadable") }, "\(names)")
  }

  @Test func fileInPlaceOfTheFolderIsNamed() async throws {
    let place = try TemporaryFolder()
    _ = try place.write("", to: "state")
    let picket = try PicketProcess(port: 1, regions: Epoch.regions(), in: place)
    await eventually("it ends") { !picket.isRunning }
    #expect(picket.end(0).status == 1)
    #expect(
      picket.log.contains("Not a directory; name a folder in [state] directory"), "\(picket.log)")
  }

  @Test(arguments: ["state", "journal"])
  func interruptedCallAtTheStartIsRepeated(_ file: String) async throws {
    let disk = try FaultyDisk(
      "\(folder.path)/state/\(file)", "open", at: 1, .error(EINTR), in: folder)
    let picket = try start(disk)
    _ = await ControlTalk(picket)
    // The socket is there before the files are read.
    await eventually("it has happened") { disk.hasHappened }
    #expect(!picket.log.contains("Interrupted"), "\(picket.log)")
    #expect(picket.end().status == 0)
  }

  @Test(arguments: [5, 8, 12, 20, 26])
  func tooFewDescriptorsEndWithOneLine(_ limit: Int) async throws {
    let picket = try PicketProcess(
      port: 1, regions: Epoch.regions(), in: folder,
      through: ["/bin/sh", "-c", "ulimit -n \(limit); exec \"$@\"", "sh"])
    await eventually("it ends") { !picket.isRunning }
    #expect(picket.end(0).status == 69)
    let lines = picket.log.split(separator: "\n")
    #expect(lines.count == 1, "\(picket.log)")
    #expect(
      lines.first?.contains("more files may be open (ulimit -n), and picket needs 24: raise the")
        == true, "\(picket.log)")
  }

  @Test func unsyncedRegionsAreNeverCalledUnchanged() throws {
    var faults = 0
    for number in 1...20 {
      let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
      let path = try folder.write(Epoch.regions(), to: "r.geojson")
      let disk = try FaultyDisk(folder.path, "fsync", at: number, .error(EIO), in: scratch)
      let run = try PicketCommandRun(
        [
          "regions", "add", "gate", "--circle", "47.01,15,20", "--regions", path,
          "--config", try scratch.write("[state]\ndirectory = \"state\"\n", to: "picket.toml"),
        ], environment: disk.environment)
      guard disk.hasHappened else { break }
      faults += 1
      let isThere = try RegionsDocument(path: path).identifiers.contains("gate")
      #expect(run.log.contains("nothing was changed") == !isThere, "\(number): \(run.log)")
    }
    // The new file and its folder are synced at least.
    #expect(faults >= 2 && faults < 20, "\(faults)")
  }
}
