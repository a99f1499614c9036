import Base
import Foundation
import Glibc
import Picket
import Records
import Testing

/// Runs with slow, failing, removed or full storage.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct StorageTests {
  @Test(arguments: [ENOSPC, EROFS, EIO, EACCES])
  func unwrittenEventsAreWrittenLater(_ reason: Int32) async throws {
    let folder = try TemporaryFolder()
    let fault = "\(folder.path)/fault"
    let disk = try FaultyDisk(
      "\(folder.path)/state", "any", at: 0, .error(reason), in: folder, switch: fault)
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: """
        [signal.fault]
        led = "30"
        [signal.sighted]
        buzzer = "50"
        [signal.enter]
        buzzer = "50"
        [signal.exit]
        buzzer = "50"
        """,
      in: folder, environment: disk.environment)
    func lit() -> Int { picket.output.components(separatedBy: "led active").count }
    await gpsd.accept()
    for epoch in Epoch.ride[..<10] { gpsd.report(epoch) }
    await eventually("it is sighted") { picket.output.contains("sighted") }
    await eventually("the start is written") {
      Self.journal(folder).contains { $0.contains("sighted") }
    }
    let before = lit()
    try Data().write(to: URL(fileURLWithPath: fault))
    for epoch in Epoch.ride[10...] { gpsd.report(epoch) }
    await eventually("both events are reported") { picket.events == ["enter ring", "exit ring"] }
    await eventually("the fault is reported") {
      picket.log.contains("the journal cannot be written: ")
        && picket.log.contains("\(SystemError("", code: reason).reason); trying again")
    }
    // Only the signal of a fault uses the LED.
    await eventually("the fault is signalled") { lit() > before }
    #expect(picket.output.contains("buzzer active"))
    #expect(Self.journal(folder).allSatisfy { !$0.contains("\"seq\"") })
    unlink(fault)
    await eventually("it is written again") { picket.log.contains("the journal is written again") }
    #expect(picket.eventLines.allSatisfy { $0.hasSuffix(#","unwritten":true}"#) })
    #expect(
      Self.journal(folder).filter { $0.contains("\"seq\"") } == picket.eventLines.map(\.asWritten))
    #expect(picket.output.contains("enter  ring  (not written yet)"))
    #expect(picket.end().status == 0)
    let state = try StateFile(directory: "\(folder.path)/state").read().state
    #expect(state?.memory.nextSequence == 3)
  }

  @Test func slowDiskDelaysNeitherSignalsNorEnd() async throws {
    let folder = try TemporaryFolder()
    let disk = try FaultyDisk(
      "\(folder.path)/state", "fsync", at: 0, .delay(milliseconds: 30_000), in: folder)
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder,
      environment: disk.environment)
    await gpsd.accept()
    let start = ContinuousClock.now
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both signals") {
      picket.output.components(separatedBy: "buzzer active").count > 4
    }
    #expect(start.duration(to: .now) < .seconds(10))
    let (status, seconds) = picket.end()
    #expect(status == 0)
    #expect(seconds < 6)
    #expect(picket.log.contains("some records could not be written"))
  }

  @Test func removedFolderIsCreatedAgain() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder)
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("the entry") { picket.events == ["enter ring"] }
    await folder.remove("state")
    for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
    await eventually("the exit") { picket.events.last == "exit ring" }
    // The log may be written a moment after the event.
    await eventually("the fault is reported") {
      picket.log.contains("the journal cannot be written: write ")
    }
    #expect(picket.end().status == 0)
    #expect(Self.journal(folder).contains { $0.contains(#""seq":2"#) })
  }

  @Test func secondPicketNamesTheFoldersHolder() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let first = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    await gpsd.accept()
    let second = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    await eventually("the second ends") { !second.isRunning }
    #expect(second.end(0).status == 69)
    #expect(second.log.contains("/state is held by process "))
    #expect(first.isRunning)
    #expect(first.end().status == 0)
  }

  @Test func removedFolderIsStillHeld() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let first = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder)
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("the entry") { first.events == ["enter ring"] }
    await folder.remove("state")
    let second = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    await eventually("the second ends") { !second.isRunning }
    #expect(second.end(0).status == 69)
    #expect(second.log.contains("/state is held by process "))
    for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
    await eventually("the exit") { first.events.last == "exit ring" }
    #expect(first.end().status == 0)
    #expect(Self.journal(folder).count { $0.contains(#""seq":"#) } == 1)
    #expect(Self.journal(folder).contains { $0.contains(#""seq":2"#) })
  }

  @Test(.enabled(if: geteuid() == 0, "only root can leave the network"))
  func secondPicketsFolderIsNotWritten() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let first = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), configuration: "[blind]\nlimit = 300",
      in: folder)
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("the entry") { first.events == ["enter ring"] }
    await eventually("its signal ends") {
      first.text(of: "state/state").contains(#""unsounded":[]"#)
    }
    // A first that goes on would make the folder again, for a receiver that is silent meanwhile.
    first.send(SIGSTOP)
    await folder.remove("state")
    // Another network namespace cannot see the names of the machine.
    let second = Process()
    second.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    second.arguments = [
      "--net", PicketProcess.executable.path, "run", "--config", first.file("picket.toml").path,
      "--outputs", "terminal",
    ]
    second.standardOutput = FileHandle.nullDevice
    second.standardError = FileHandle.nullDevice
    try second.run()
    await eventually("the second has begun") { !Self.journal(folder).isEmpty }
    first.send(SIGCONT)
    for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
    await eventually("the exit is reported") { first.events.last == "exit ring" }
    await eventually("the first says why it does not write") {
      first.log.contains("cannot be written: lock \(folder.path)/state, now held by process ")
    }
    second.terminate()
    second.waitUntilExit()
    #expect(second.terminationStatus == 0)
    #expect(!Self.journal(folder).contains { $0.contains(#""seq":"#) })
    #expect(first.end().status == 0)
  }

  @Test func descriptorShortageIsReportedAndEnds() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder)
    await gpsd.accept()
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("the entry") { picket.events == ["enter ring"] }
    await eventually("its signal ends") {
      picket.text(of: "state/state").contains(#""unsounded":[]"#)
    }
    try picket.limitFiles(to: 3)
    for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
    await eventually("the exit") { picket.events.last == "exit ring" }
    await eventually("the shortage is reported") {
      picket.log.contains("Too many open files; trying again")
    }
    try picket.limitFiles(to: 1024)
    await eventually("it is written again") { picket.log.contains("the state is written again") }
    #expect(picket.end().status == 0)
    #expect(
      Self.journal(folder).filter { $0.contains("\"seq\"") } == picket.eventLines.map(\.asWritten))
  }

  @Test(.limited) func lowMemoryAtTheStartHarmsNothing() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let first = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder)
    await gpsd.accept()
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { first.events == ["enter ring", "exit ring"] }
    #expect(first.end().status == 0)
    let before = Self.journal(folder)
    var reached = 0
    for megabytes in stride(from: 4, through: 164, by: 16) {
      let starved = try PicketProcess(
        port: 1, regions: Epoch.regions(), in: folder,
        through: ["/usr/bin/prlimit", "--as=\(megabytes << 20)"])
      let lines = Self.journal(folder).count
      var (work, since) = ("", ContinuousClock.now)
      await eventually("it ends, has reached the journal, or gets no further") {
        // Without memory for a thread the run waits for it; in a unit the watchdog ends that.
        if starved.work != work { (work, since) = (starved.work, .now) }
        return !starved.isRunning || Self.journal(folder).count > lines
          || since.duration(to: .now) > .seconds(2)
      }
      starved.end(SIGKILL)
      if starved.log.contains("watching 1 region") { reached += 1 }
    }
    #expect(reached > 0, "none was given enough to reach the journal")
    #expect(Array(Self.journal(folder).prefix(before.count)) == before)
    let state = try StateFile(directory: "\(folder.path)/state").read()
    #expect(state.notices.isEmpty)
    #expect(state.state?.memory.nextSequence == 3)
  }

  @Test(.limited) func memoryShortageEndsPicketWithAMessage() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let first = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), speed: 10, in: folder)
    await gpsd.accept()
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { first.events == ["enter ring", "exit ring"] }
    #expect(first.end().status == 0)
    let before = Self.journal(folder)
    let circles = (0..<9000).map { number in
      #"{"type":"Feature","id":"\#(number)","properties":{"radius":50},"#
        + #""geometry":{"type":"Point","coordinates":[15,\#(47 + Double(number) / 1000)]}}"#
    }
    let regions =
      #"{"type":"FeatureCollection","features":[\#(circles.joined(separator: ","))]}"#
    var ended = 0
    // From the memory that the libraries need to the memory that all threads need.
    for megabytes in stride(from: 40, through: 160, by: 20) {
      let starved = try PicketProcess(
        port: 1, regions: regions, in: folder, environment: ["SWIFT_BACKTRACE": "enable=no"],
        through: ["/usr/bin/prlimit", "--as=\(megabytes << 20)", "--core=0"])
      await eventually("it ends or goes on with \(megabytes) MB") {
        !starved.isRunning || starved.log.contains("watching 9000 regions")
      }
      if !starved.isRunning, starved.log.contains("watch fewer regions") { ended += 1 }
      #expect(
        starved.isRunning || starved.log.contains("watch fewer regions")
          || starved.log.contains("shared librar"), "\(megabytes) MB: \(starved.log)")
      starved.end(SIGKILL)
    }
    #expect(ended > 1)
    #expect(Array(Self.journal(folder).prefix(before.count)) == before)
    let state = try StateFile(directory: "\(folder.path)/state").read()
    #expect(state.notices.isEmpty)
    #expect(state.state?.memory.nextSequence == 3)
  }

  private static func journal(_ folder: TemporaryFolder) -> [String] {
    var reader = JournalReader(directory: "\(folder.path)/state")
    return ((try? reader.next()) ?? []).map(\.json)
  }
}
