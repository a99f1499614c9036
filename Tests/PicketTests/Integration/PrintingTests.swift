import Foundation
import Glibc
import Records
import Testing

/// The output of a command is written, or a message reports that it is missing.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct PrintingTests {
  private static let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../board/walks/visnjan").standardized.path
  private static let replay = [
    "replay", "--regions", "\(walk).regions.geojson", "\(walk).nmea",
  ]

  private static let commands = [
    replay, replay + ["--summary"], replay + ["--explain"], ["board", "--list"], ["--help"],
    ["run", "--help"], ["--version"], ["--generate-completion-script", "bash"],
    ["check", "--regions", "\(walk).regions.geojson"],
    ["regions", "list", "--regions", "\(walk).regions.geojson"],
    ["regions", "show", "crossroads", "--regions", "\(walk).regions.geojson"],
    ["regions", "export", "--regions", "\(walk).regions.geojson"],
    ["report", "--regions", "\(walk).regions.geojson", "\(walk).nmea", "-o", "-"],
    ["tune", "--regions", "\(walk).regions.geojson", "\(walk).nmea", "--json"],
  ]

  @Test(arguments: commands)
  func fullOutputEndsACommandWith74(_ arguments: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let folder = try TemporaryFolder()
    let log = try folder.write("", to: "err")
    let process = try Self.start(arguments, output: full, log: log)
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    let logged = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let lines = logged.filter { $0.contains("write standard output: No space left on device; ") }
    #expect(lines.count == 1, "\(logged)")
  }

  @Test func unwritableEventsEndAReplayWith74() throws {
    let run = try PicketCommandRun(Self.replay + ["--events", "/dev/full"])
    #expect(run.status == 74)
    #expect(run.log.contains("write /dev/full: No space left on device; make room, or give "))
  }

  @Test(.limited) func limitedFileEndsWithAWholeLine() throws {
    let folder = try TemporaryFolder()
    let whole = "\(folder.path)/whole.jsonl"
    #expect(try PicketCommandRun(Self.replay + ["--events", whole]).status == 0)
    let limited = "\(folder.path)/limited.jsonl"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    process.arguments =
      ["--fsize=1000", "--", PicketProcess.executable.path] + Self.replay + ["--events", limited]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 74)
    let text = try String(contentsOfFile: limited, encoding: .utf8)
    #expect(text.hasSuffix("}\n"))
    #expect(try String(contentsOfFile: whole, encoding: .utf8).hasPrefix(text))
  }

  @Test func nonblockingPipeGetsEveryLine() async throws {
    let wanted = try PicketCommandRun(Self.replay + ["--explain"]).output
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    let process = try Self.start(
      Self.replay + ["--explain"], output: pipe.fileHandleForWriting, log: "/dev/null")
    try pipe.fileHandleForWriting.close()
    var buffered: Int32 = 0
    await eventually("the pipe is full") {
      _ = ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &buffered)
      return buffered > 60_000 || !process.isRunning
    }
    let got = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: got, as: UTF8.self) == wanted)
  }

  @Test func onlyUserAndGroupCanReadEvents() throws {
    let folder = try TemporaryFolder()
    let events = "\(folder.path)/events.jsonl"
    for mode in [0o640, 0o604] as [mode_t] {
      if mode != 0o640 { chmod(events, mode) }
      #expect(try PicketCommandRun(Self.replay + ["--events", events]).status == 0)
      var status = stat()
      #expect(stat(events, &status) == 0)
      #expect(status.st_mode & 0o777 & ~mode == 0)
      #expect(status.st_mode & 0o004 == mode & 0o004)
    }
  }

  @Test func fullOutputIsReportedOnce() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder,
      through: ["/bin/sh", "-c", #"exec "$@" >/dev/full"#, "sh"])
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    let fault = "the standard output cannot be written: write standard output: No space left"
    await eventually("the fault is reported") { picket.log.contains(fault) }
    #expect(picket.end().status == 0)
    #expect(picket.log.components(separatedBy: fault).count == 2)
    #expect(picket.log.contains("some lines could not be written to the standard output"))
    var reader = JournalReader(directory: "\(folder.path)/state")
    let records = try reader.next()
    #expect(records.contains { $0.json.contains(fault) })
  }

  @Test func closedPipeIsNotAFault() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder,
      through: ["/bin/bash", "-c", #"exec "$@" > >(true)"#, "bash"])
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.end().status == 0)
    #expect(!picket.log.contains("not written"))
    #expect(!picket.log.contains("could be written"))
  }

  private static func start(
    _ arguments: [String], output: FileHandle, log: String
  ) throws -> Process {
    let process = Process()
    process.executableURL = PicketProcess.executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    return process
  }
}
