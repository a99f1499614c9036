import Foundation
import Glibc
import Testing

/// A real `picket while` beside a real picket.
@Suite(.timeLimit(.minutes(10)))
struct WhileTests {
  /// A real `picket while` in the folder of a picket.
  private final class WhileProcess {
    let folder: TemporaryFolder
    private let process = Process()

    init(_ script: String, _ options: [String] = [], in folder: TemporaryFolder) throws {
      self.folder = folder
      process.executableURL = PicketProcess.executable
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.arguments =
        ["while", "--config", "picket.toml", "--inside", "ring"] + options + [
          "--", "sh", "-c", script,
        ]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(
        forWritingTo: URL(fileURLWithPath: try folder.write("", to: "while.err")))
      try process.run()
    }

    deinit { if process.isRunning { end() } }

    var log: String { text(of: "while.err") }

    func text(of name: String) -> String {
      (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
    }

    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationStatus
    }

    var status: Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private static let script = """
    trap 'echo term >>log; exit 0' TERM
    echo "start $PICKET_REGION" >>log
    while :; do sleep 0.05; done
    """

  private func start(_ gpsd: FakeGPSD, in folder: TemporaryFolder? = nil) async throws
    -> PicketProcess
  {
    // Blind only long after a slow start of the command.
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[blind]\nlimit = 300", in: folder)
    try await gpsd.accept(from: picket)
    return picket
  }

  @Test func programRunsWhileInside() async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd)
    let stay = try WhileProcess(Self.script, in: picket.folder)
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("it runs") { stay.text(of: "log") == "start ring\n" }
    for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
    await eventually("it has ended") { stay.text(of: "log") == "start ring\nterm\n" }
    #expect(stay.end() == 0)
    #expect(picket.end().status == 0)
  }

  /// A picket that ends by itself says so in the last line of each connection.
  @Test(arguments: [SIGKILL, SIGTERM])
  func programOutlastsARestartOfPicket(_ signal: Int32) async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd)
    let stay = try WhileProcess(Self.script, in: picket.folder)
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("it runs") { stay.text(of: "log") == "start ring\n" }
    picket.end(signal)
    await eventually("it waits for picket") { stay.log.contains("; waiting for it") }
    #expect(stay.text(of: "log") == "start ring\n")
    let next = FakeGPSD()
    let second = try await start(next, in: picket.folder)
    for epoch in Epoch.ride[30...] { next.report(epoch) }
    await eventually("it has ended") { stay.text(of: "log") == "start ring\nterm\n" }
    #expect(stay.log.contains("picket answers again"))
    #expect(stay.end() == 0)
    #expect(second.end().status == 0)
  }

  @Test func signalEndsTheProgram() async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd)
    let stay = try WhileProcess(Self.script, in: picket.folder)
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    await eventually("it runs") { stay.text(of: "log") == "start ring\n" }
    #expect(stay.end(SIGINT) == 0)
    #expect(stay.text(of: "log") == "start ring\nterm\n")
    #expect(picket.end().status == 0)
  }

  @Test func failedProgramIsStartedAgain() async throws {
    let gpsd = FakeGPSD()
    let picket = try await start(gpsd)
    let stay = try WhileProcess("echo start >>log; exit 3", in: picket.folder)
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    // Only while the carrier is known to be inside is it started again.
    var second = 30.0
    await eventually("it was started twice") {
      gpsd.report(Epoch(second: second, east: 0, speed: 0))
      second += 1
      return stay.text(of: "log").hasPrefix("start\nstart\n")
    }
    #expect(stay.log.contains("sh ended with status 3; again in 1"))
    #expect(stay.end() == 0)
  }

  @Test func unknownRegionEndsWithOne() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port,
      regions: Epoch.regions().replacingOccurrences(of: #""ring""#, with: #""rang""#))
    try await gpsd.accept(from: picket)
    await eventually("it listens") {
      FileManager.default.fileExists(atPath: picket.file("state/control.sock").path)
    }
    let stay = try WhileProcess("true", in: picket.folder)
    #expect(stay.status == 1)
    #expect(stay.log.contains(#"did you mean "rang"?"#), "\(stay.log)")
  }

  @Test(arguments: [
    (["while", "--", "true"], "give the regions, such as: --inside field"),
    (["while", "--inside", "a"], "give a program after --"),
    (["while", "--inside", "a", "--unsure", "x", "--", "true"], "give stop or go"),
    (["while", "--inside", "a", "--", "/nope"], "there is no such program"),
  ])
  func wrongUsageEndsWithTwo(_ arguments: [String], _ words: String) throws {
    let run = try PicketCommandRun(arguments)
    #expect(run.status == 2)
    #expect(run.log.contains(words), "\(run.log)")
  }
}
