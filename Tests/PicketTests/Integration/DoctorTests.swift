import Base
import Foundation
import Glibc
import Records
import Testing

/// `picket doctor` with real broken set-ups.
@Suite(.timeLimit(.minutes(20)))
struct DoctorTests {
  /// The result of one examination.
  private struct Visit {
    let status: Int32
    let lines: [Reply]

    /// The findings and remedies of all lines about a thing with this result.
    func texts(_ check: String, _ result: String) -> [String] {
      lines.filter { $0.text("check") == check && $0.text("result") == result }
        .map { "\($0.text("found") ?? ""); \($0.text("remedy") ?? "")" }
    }
  }

  private static let good = """
    {"class":"TPV","device":"/dev/gps","mode":3,"time":"NOW","lat":47.0,"lon":15.0,"eph":4.0}
    {"class":"SKY","device":"/dev/gps","satellites":[\
    {"PRN":1,"ss":30,"used":true},{"PRN":2,"ss":31,"used":true},\
    {"PRN":3,"ss":32,"used":true},{"PRN":4,"ss":33,"used":true}]}
    """

  private static let device = #"""
    {"class":"DEVICE","path":"/dev/gps","driver":"u-blox","activated":"2026-06-03T09:00:00Z",\#
    "bps":9600}
    """#

  /// Runs the doctor, with a gpsd that sends these lines to it.
  ///
  /// - Parameter lines: `NOW` in them is the time; without lines there is no gpsd.
  private static func visit(
    _ configuration: String = "", regions: String? = Epoch.regions(), lines: String? = good,
    devices: String = device, isSilent: Bool = false, in folder: TemporaryFolder? = nil,
    through wrapper: [String] = []
  ) throws -> Visit {
    let folder = try folder ?? TemporaryFolder()
    let gpsd = lines.map { _ in FakeGPSD() }
    let config = try folder.write(
      """
      [gpsd]
      port = \(gpsd?.port ?? Port.free())
      [state]
      directory = "state"
      \(configuration)
      """, to: "picket.toml")
    if let regions { _ = try folder.write(regions, to: "regions.geojson") }
    if let gpsd, let lines {
      nonisolated(unsafe) let server = gpsd
      Thread.detachNewThread {
        guard server.hasClient(within: 30) else { return }
        server.answer(silently: isSilent, devices: devices)
        for line in lines.split(separator: "\n") {
          server.sendLine(line.replacingOccurrences(of: "NOW", with: SystemClock.now.rfc3339))
        }
      }
    }
    return try withExtendedLifetime(gpsd) { try visit(config: config, through: wrapper) }
  }

  private static func visit(config: String, through wrapper: [String] = []) throws -> Visit {
    let arguments = ["doctor", "--json", "--config", config]
    let run = try PicketCommandRun(arguments, through: wrapper)
    #expect(run.log.isEmpty, "\(run.log)")
    let lines = run.output.split(separator: "\n").compactMap { Reply(String($0)) }
    #expect(lines.contains { $0.text("result") == "wrong" } == (run.status == 1), "\(run.output)")
    return Visit(status: run.status, lines: lines)
  }

  private static func expect(
    _ visit: Visit, _ check: String, _ result: String = "wrong", has words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let texts = visit.texts(check, result)
    #expect(
      texts.contains { $0.contains(words) },
      "\(visit.lines.map(\.text).joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  @Test func soundReceiverIsDescribed() throws {
    let visit = try Self.visit()
    for (check, words) in [
      ("configuration", "picket.toml"), ("regions", "regions.geojson: 1 region"),
      ("gpsd", "gpsd 3.22 answers at 127.0.0.1:"), ("device", "/dev/gps"),
      ("driver", "u-blox at 9600 baud"), ("fix", "3D fix"), ("satellites", "4 used of 4 received"),
      ("time", "T"), ("trust", "1 fix trusted"), ("clock", "the receiver's"),
    ] {
      Self.expect(visit, check, "ok", has: words)
    }
    Self.expect(visit, "unit", "unused", has: "a configuration other than")
    Self.expect(visit, "disk", "unused", has: "is made at the first start")
  }

  @Test func eachFaultOfAFileIsNamed() throws {
    Self.expect(
      try Self.visit("[blind]\nlimt = 5"), "configuration", has: "did you mean")
    Self.expect(try Self.visit(regions: nil), "regions", has: "there is no such file")
    Self.expect(
      try Self.visit(regions: #"{"type":"FeatureCollection","features":[]}"#), "regions",
      has: "has no region")
    Self.expect(
      try Self.visit(regions: Epoch.regions(#","enabled":false"#)), "regions",
      has: "all disabled or expired; sudo picket regions enable ID")
    Self.expect(try Self.visit(), "outputs", has: "no output has a line, so nothing sounds")
    let folder = try TemporaryFolder()
    let terminal = """
      outputs = "terminal"
      [gpsd]
      port = \(Port.free())
      [output.buzzer]
      line = "GPIO17"
      """
    Self.expect(
      try Self.visit(config: try folder.write(terminal, to: "picket.toml")), "outputs",
      has: "outputs = \"terminal\" in picket.toml, so nothing sounds; remove that line")
    Self.expect(
      try Self.visit("[output.buzzer]\nline = \"no such line\""), "outputs",
      has: "output 'buzzer': ")
  }

  @Test func eachFaultOfGPSDIsNamed() throws {
    Self.expect(try Self.visit(lines: nil), "gpsd", has: "Connection refused; ")
    Self.expect(
      try Self.visit(lines: "", isSilent: true), "gpsd",
      has: "is not gpsd: it sends nothing; correct port")
    Self.expect(try Self.visit(lines: "", devices: ""), "device", has: "gpsd has no receiver; ")
  }

  @Test func eachFaultOfAReceiverIsNamed() throws {
    Self.expect(try Self.visit(lines: ""), "sentences", has: "reports nothing; swap RX and TX")
    let roof = try Self.visit(
      lines: """
        {"class":"TPV","device":"/dev/gps","mode":1}
        {"class":"SKY","device":"/dev/gps","satellites":[{"PRN":1,"ss":20,"used":false}]}
        """)
    Self.expect(roof, "fix", has: "no fix; place the antenna")
    Self.expect(roof, "satellites", has: "0 used of 1 received; ")
    let timeless = try Self.visit(
      lines: #"{"class":"TPV","device":"/dev/gps","mode":3,"lat":47.0,"lon":15.0}"#)
    Self.expect(timeless, "time", has: "never reports the time; let it send RMC")
    Self.expect(timeless, "trust", has: "1 of 1 fix rejected, mainly: no time; ")
    let broken = try Self.visit(
      lines: #"{"class":"TPV","device":"/dev/gps","mode":3,"time":"NOW","lat":0.0,"lon":0.0}"#)
    Self.expect(broken, "trust", has: "null island; try another receiver")
    let old = try Self.visit(
      lines: Self.good.replacingOccurrences(of: "NOW", with: "2026-01-01T00:00:00.000Z"))
    Self.expect(old, "clock", has: "ahead of the receiver's")
  }

  @Test func unnamedDeviceIsNamed() throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let config = try folder.write(
      "[gpsd]\nport = \(gpsd.port)\ndevice = \"/dev/serial7\"\n", to: "picket.toml")
    nonisolated(unsafe) let server = gpsd
    Thread.detachNewThread {
      if server.hasClient(within: 30) { server.answer() }
    }
    Self.expect(
      try Self.visit(config: config), "device",
      has: "gpsd has /dev/gps, and [gpsd] names /dev/serial7; correct device in [gpsd]")
  }

  @Test func doctorQueriesTheRunningPicket() async throws {
    let gpsd = try await GPSDaemon()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(),
      configuration: "[signal.ready]\n[blind]\nlimit = 300")
    // The doctor listens for ten seconds, after which picket would be blind.
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    let config = picket.file("picket.toml").path
    let waiting = try Self.visit(config: config)
    Self.expect(waiting, "controller", has: "it runs and does not monitor: no fix yet: ")
    Self.expect(waiting, "sentences", has: "reports nothing")
    Self.expect(waiting, "journal", "ok", has: "are written")
    Self.expect(waiting, "sound", "ok", has: "on")
    Self.expect(waiting, "disk", "ok", has: " MB free")
    #expect(try PicketCommandRun("mute", "--config", config).status == 0)
    gpsd.kill()
    Self.expect(try Self.visit(config: config), "sound", has: "muted until unmuted; picket unmute")
    picket.send(SIGSTOP)
    await eventually("it is stopped") { picket.isStopped }
    let hung = try Self.visit(config: config)
    picket.send(SIGCONT)
    Self.expect(hung, "controller", has: "picket does not answer: it is busy, or hangs; ")
    Self.expect(hung, "sound", "unknown", has: "does not answer")
    #expect(picket.end().status == 0)
    Self.expect(
      try Self.visit(config: config), "controller", has: "control.sock; picket run --config ")
  }

  @Test func folderThatCannotBeMadeIsNamed() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      "[gpsd]\nport = \(Port.free())\n[state]\ndirectory = \"a/b\"\n", to: "picket.toml")
    Self.expect(try Self.visit(config: config), "disk", has: "; sudo mkdir -p \(folder.path)/a")
  }

  @Test(.enabled(if: geteuid() == 0)) func unreadableThingsAreUnknown() throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    let regions = try folder.write(Epoch.regions(), to: "regions.geojson")
    chmod(regions, 0o600)
    let visit = try Self.visit(
      in: folder,
      through: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    Self.expect(visit, "regions", "unknown", has: "may not be read; sudo picket doctor")
  }

  @Test(.enabled(if: SmallDisk.isAvailable)) func fullDiskIsNamed() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      "[gpsd]\nport = \(Port.free())\n[state]\ndirectory = \"state\"\n", to: "picket.toml")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/state", withIntermediateDirectories: true)
    let disk = try SmallDisk(at: "\(folder.path)/state")
    Self.expect(
      try Self.visit(config: config, through: disk.wrapper), "disk",
      has: "only 0 MB free; make room")
  }

  @Test func personReadsLinesAndASummary() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[gpsd]\nport = \(Port.free())\n", to: "picket.toml")
    let run = try PicketCommandRun("doctor", "--config", config)
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "ok         configuration  \(config)")
    #expect(lines.contains { $0.hasPrefix("wrong      gpsd           127.0.0.1:") })
    #expect(lines.contains { $0.hasPrefix("not known  device         gpsd does not answer") })
    #expect(lines.last?.contains(" wrong; ") == true, "\(run.output)")
  }
}
