import Base
import Board
import Foundation
import Geofence
import Glibc
@testable import Picket
import RegionFiles
import Testing

/// `picket regions` against a real `picket run` and a real gpsd.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct RegionsCommandTests {
  /// Runs `picket regions` on the files of a running Picket.
  private func regions(
    _ picket: PicketProcess, _ arguments: String..., config: String = "picket.toml"
  ) throws -> PicketCommandRun {
    try PicketCommandRun(
      ["regions"] + arguments + ["--config", picket.file(config).path])
  }

  private func identifiers(_ path: String) throws -> [String] {
    try RegionsDocument(path: path).identifiers
  }

  // MARK: Edits

  @Test func folderThatCannotBeSyncedIsReportedAsSuch() throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    let path = try folder.write(Epoch.regions(), to: "r.geojson")
    // The first call syncs the new file, the second its folder.
    let disk = try FaultyDisk(folder.path, "fsync", at: 2, .error(EIO), in: scratch)
    let run = try PicketCommandRun(
      [
        "regions", "add", "gate", "--circle", "47.01,15,20", "--regions", path,
        "--config", try scratch.write("[state]\ndirectory = \"state\"\n", to: "picket.toml"),
      ], environment: disk.environment)
    #expect(disk.hasHappened)
    #expect(run.status == 74)
    #expect(
      run.log.contains("the regions are in the file, but a power cut may bring the old file back"),
      "\(run.log)")
    #expect(try identifiers(path).contains("gate"))
  }

  @Test func editsApplyAtOnce() async throws {
    let gpsd = FakeGPSD()
    // Blind only long after the slowest command.
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[blind]\nlimit = 300")
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride.prefix(35) { gpsd.report(epoch) }
    await eventually("the entry") { picket.events == ["enter ring"] }

    let added = try regions(
      picket, "add", "gate", "--circle", "47.01,15,20", "--note", "Mind the dog")
    #expect(added.status == 0)
    #expect(added.output == "added gate: circle of 20 m around 47.01, 15\nwatched now: 2 regions\n")
    // Whether the carrier is inside is unknown until the next fix.
    gpsd.report(Epoch.ride[35])
    let list = """
      region  shape   size         state    note
      ring    circle  radius 50 m  inside
      gate    circle  radius 20 m  outside  Mind the dog

      """
    await eventually("the list has both") { (try? regions(picket, "list").output) == list }

    let disabled = try regions(picket, "disable", "gate")
    #expect(disabled.output == "disabled gate\nwatched now: 1 region\n")
    #expect(try regions(picket, "show", "gate").output.contains("state     disabled"))
    #expect(try regions(picket, "enable", "gate").output.hasPrefix("enabled gate\nwatched now: 2"))

    let removed = try regions(picket, "remove", "ring")
    #expect(removed.output == "removed ring\nwatched now: 1 region\n")
    for epoch in Epoch.ride.dropFirst(36) { gpsd.report(epoch) }
    await eventually("the ride is over") {
      (try? regions(picket, "list", "--json").output.contains(#""state":"outside""#)) ?? false
    }
    #expect(picket.end().status == 0)
    // The carrier left the removed region: there is no event, and no trace of the region.
    #expect(picket.events == ["enter ring"])
    #expect(!picket.text(of: "state/state").contains("ring"))
  }

  @Test func wanderInTheStateIsPriced() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Epoch.regions(), to: "r.geojson")
    let configuration = try folder.write("[state]\ndirectory = \"state\"\n", to: "picket.toml")
    func shown() throws -> String {
      try PicketCommandRun(
        ["regions", "show", "ring", "--regions", path, "--config", configuration]
      ).output
    }
    let before = try shown()
    #expect(before.contains("region    ring") && !before.contains("wander"))
    try StateFile(directory: "\(folder.path)/state").write(
      SavedState(memory: Memory(seen: SystemClock.now, wander: 3)))
    #expect(try shown().contains("wander    fixes wander by 3 m while the carrier stands"))
  }

  @Test func refusedEditIsUndone() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    try await gpsd.accept(from: picket)
    // The edited configuration has a signal that the running one does not have.
    let other = picket.text(of: "picket.toml") + "\n[signal.bell]\nbuzzer = \"long\"\n"
    try other.write(to: picket.file("other.toml"), atomically: false, encoding: .utf8)
    let before = picket.text(of: "regions.geojson")
    let refused = try regions(
      picket, "add", "gate", "--circle", "47,15,20", "--signal", "bell", config: "other.toml")
    #expect(refused.status == 1)
    #expect(
      refused.log.contains("feature 1 (\"gate\"): signal \"bell\" is not in the configuration"))
    #expect(refused.log.contains("refused this; the file is unchanged"))
    #expect(picket.text(of: "regions.geojson") == before)
    #expect(picket.end().status == 0)
  }

  @Test func usedSignalCannotBeRemoved() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(#","signal":"bell""#),
      configuration: "[signal.bell]\nbuzzer = \"long\"")
    try await gpsd.accept(from: picket)
    let text = picket.text(of: "picket.toml").replacing("bell", with: "gong")
    try text.write(to: picket.file("picket.toml"), atomically: false, encoding: .utf8)
    let words = #"feature 0 ("ring"): signal "bell" is not in the configuration"#
    let check = try PicketCommandRun("check", "--config", picket.file("picket.toml").path)
    #expect(check.status == 1)
    #expect(check.log.contains(words))
    picket.send(SIGHUP)
    await eventually("the refusal") { picket.log.contains("configuration and regions are kept") }
    #expect(picket.log.contains(words))
    #expect(picket.end().status == 0)
  }

  @Test func otherFileIsNotWatched() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    try await gpsd.accept(from: picket)
    let other = picket.file("other.geojson").path
    let added = try regions(picket, "add", "gate", "--circle", "47,15,20", "--regions", other)
    #expect(added.status == 0)
    #expect(added.output.contains("not watched: the running picket watches "))
    #expect(!picket.log.contains("reloaded: "))
    #expect(picket.end().status == 0)
  }

  @Test func fileIsEditedWithoutAController() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/regions.geojson"
    let config = try folder.write("[state]\ndirectory = \"state\"\n", to: "picket.toml")
    func run(_ arguments: String...) throws -> PicketCommandRun {
      try PicketCommandRun(["regions"] + arguments + ["--config", config])
    }
    let added = try run("add", "gate", "--circle=-33.8,151.2,60")
    #expect(added.status == 0)
    #expect(added.output.contains("not watched yet: nothing listens on "))
    #expect(try identifiers(path) == ["gate"])
    #expect(try run("add", "gate", "--circle", "1,2,3").status == 1)
    #expect(try run("remove", "gat").log.contains("did you mean \"gate\"?"))
    #expect(try run("add", "far", "--circle", "1,2").status == 2)
    #expect(try run("add", "far").status == 2)
    #expect(try run("add", "far", "--here").status == 2)
    #expect(try run("remove", "gate").status == 0)
    #expect(try run("list").output.hasPrefix("no regions"))
    #expect(try run("import", "/dev/null").log.contains("the file is empty"))
  }

  // MARK: Here

  private func configuration(_ gpsd: Int, in folder: TemporaryFolder) throws -> String {
    try folder.write(
      "[gpsd]\nport = \(gpsd)\n[blind]\nlimit = 2\n[state]\ndirectory = \"state\"\n",
      to: "picket.toml")
  }

  @Test func hereIsTheMeanOfTenSeconds() async throws {
    let gpsd = try await GPSDaemon()
    let folder = try TemporaryFolder()
    let config = try configuration(gpsd.port, in: folder)
    let add = try BackgroundRun(
      "regions", "add", "gate", "--here", "--radius", "15", "--config", config)
    gpsd.walk(Footstep.stand(seconds: 300, east: 40, north: 30), speed: 10) { add.isRunning }
    let ended = try add.ended()
    #expect(ended.status == 0, "\(ended.log)")
    #expect(ended.output.contains("here is the mean of "))
    #expect(ended.output.contains("added gate: circle of 15 m around "))
    let settings = RegionsFile.check(
      path: "\(folder.path)/regions.geojson", rules: Configuration().regionRules)
    guard case .circle(let circle)? = settings.regions.first?.shape else {
      Issue.record("there is no circle")
      return
    }
    let truth = Footstep(second: 0, east: 40, north: 30, speed: 0, track: 0)
    let place = Coordinate(latitude: truth.latitude, longitude: truth.longitude)
    #expect(circle.center.distance(to: place) < 0.3)
  }

  @Test func gateIsMadeOfTwoPlaces() async throws {
    let gpsd = try await GPSDaemon()
    let folder = try TemporaryFolder()
    let config = try configuration(gpsd.port, in: folder)
    func stand(east: Double) throws -> (status: Int32, output: String, log: String) {
      let add = try BackgroundRun(
        "regions", "add", "finish", "--gate", "--here", "--config", config)
      gpsd.walk(Footstep.stand(seconds: 300, east: east, north: 30), speed: 10) { add.isRunning }
      let ended = try add.ended()
      return (ended.status, ended.output, ended.log)
    }
    let first = try stand(east: 40)
    #expect(first.status == 0, "\(first.log)")
    #expect(
      first.output.contains("the first end is kept for half an hour; at the other end: picket"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/regions.geojson"))
    let far = try stand(east: 400)
    #expect(far.status == 1)
    #expect(far.log.contains("the first end that was kept is 3"), "\(far.log)")
    #expect(far.log.contains(" m from here; remove \(folder.path)/regions.geojson.gate to begin"))
    let second = try stand(east: 60)
    #expect(second.status == 0, "\(second.log)")
    #expect(second.output.contains("added finish: gate of 2 corners"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/regions.geojson.gate"))
    let shape = RegionsFile.check(
      path: "\(folder.path)/regions.geojson", rules: Configuration().regionRules
    ).regions.first?.shape
    #expect(abs((shape?.length ?? 0) - 20) < 0.6)
  }

  @Test func movingCarrierIsAskedToStand() async throws {
    let gpsd = try await GPSDaemon()
    let folder = try TemporaryFolder()
    let config = try configuration(gpsd.port, in: folder)
    let add = try BackgroundRun(
      "regions", "add", "gate", "--here", "--radius", "15", "--config", config)
    gpsd.walk(Footstep.walk(along: [(0, 0), (400, 0)]), speed: 10) { add.isRunning }
    let ended = try add.ended()
    #expect(ended.status == 1)
    #expect(ended.log.contains("you move at 1.4 m/s; stand still for ten seconds and try again"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/regions.geojson"))
  }

  @Test func hereNeedsGPSDAndAFix() async throws {
    let folder = try TemporaryFolder()
    let none = try PicketCommandRun(
      "regions", "add", "gate", "--here", "--radius", "15", "--config",
      try configuration(Port.free(), in: folder))
    #expect(none.status == 69)
    #expect(none.log.contains("no position: no gpsd: "))
    let gpsd = try await GPSDaemon()
    let config = try configuration(gpsd.port, in: folder)
    let add = try BackgroundRun(
      "regions", "add", "gate", "--here", "--radius", "15", "--config", config)
    while add.isRunning {
      gpsd.send(Epoch(second: 1, east: nil).sentences)
      usleep(100_000)
    }
    let blind = try add.ended()
    #expect(blind.status == 69)
    #expect(blind.log.contains("no position: "))
  }

  @Test func hereNamesTheReasonOfARejection() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let add = try BackgroundRun(
      "regions", "add", "gate", "--here", "--radius", "15", "--config",
      try configuration(gpsd.port, in: folder))
    await gpsd.accept()
    while add.isRunning {
      // As a receiver that sends GGA alone: it has no date.
      gpsd.sendLine(
        #"{"class":"TPV","device":"/dev/gps","mode":3,"lat":47.0,"lon":15.0,"eph":17.1}"#)
      usleep(100_000)
    }
    let blind = try add.ended()
    #expect(blind.status == 69)
    #expect(
      blind.log.contains(
        "no position: its 3D fix is rejected: no time; picket doctor says what to do"))
  }

  // MARK: Walked outlines

  private let corners = [(0.0, 0.0), (80, 0), (80, 50), (0, 50)]

  private func coordinate(_ place: (Double, Double)) -> Coordinate {
    let step = Footstep(second: 0, east: place.0, north: place.1, speed: 0, track: 0)
    return Coordinate(latitude: step.latitude, longitude: step.longitude)
  }

  /// The largest distance between the outline in a file and the walked corners, in metres.
  private func deviation(_ path: String) throws -> Double {
    let settings = RegionsFile.check(path: path, rules: Configuration().regionRules)
    let drawn = try #require(settings.regions.first?.shape)
    guard case .polygon(let polygon) = drawn else { return .infinity }
    let truth = Shape.polygon(
      Polygon(parts: [[(corners + corners.prefix(1)).map(coordinate)]])!)
    let ours = polygon.parts.joined().joined().map { abs(truth.depth(at: $0)) }
    let theirs = corners.map { abs(drawn.depth(at: coordinate($0))) }
    return (ours + theirs).max() ?? .infinity
  }

  @Test func walkBecomesItsOutline() async throws {
    let gpsd = try await GPSDaemon()
    let folder = try TemporaryFolder()
    let config = try configuration(gpsd.port, in: folder)
    let add = try BackgroundRun("regions", "add", "meadow", "--walk", "--config", config)
    await eventually("it listens") { add.log.contains("walk the outline") }
    // The walk passes its beginning and continues.
    let steps = Footstep.walk(along: corners + [(0, 0), (30, 0)])
    gpsd.walk(steps, speed: 30) { add.isRunning }
    usleep(300_000)
    add.send(SIGINT)
    let ended = try add.ended()
    #expect(ended.status == 0, "\(ended.log)")
    #expect(ended.output.contains("added meadow: polygon of "))
    #expect(ended.output.contains("--cushion ") || ended.output.contains("no cushion"))
    // The error that such a receiver reports, once for the filter and once for the tolerance.
    let off = try deviation("\(folder.path)/regions.geojson")
    #expect(off < 4, "\(off) m apart")
  }

  @Test func outlineCanComeFromARecording() throws {
    let folder = try TemporaryFolder()
    let steps = Footstep.walk(along: corners + [(0, 0)])
    let log = try folder.write(
      steps.flatMap(\.sentences).map { "\($0)\r\n" }.joined(), to: "walk.nmea")
    let path = "\(folder.path)/regions.geojson"
    let add = try PicketCommandRun(
      "regions", "add", "meadow", "--walk", "--capture", log, "--regions", path)
    #expect(add.status == 0, "\(add.log)")
    #expect(try deviation(path) < 4)
    let lane = try PicketCommandRun(
      "regions", "add", "lane", "--walk", "--corridor", "12", "--capture", log, "--regions", path)
    #expect(lane.output.contains("added lane: corridor of "))
    #expect(try identifiers(path) == ["meadow", "lane"])
    let none = try PicketCommandRun(
      "regions", "add", "none", "--walk", "--capture", "/dev/null", "--regions", path)
    #expect(none.status == 1)
  }

  @Test func outlineCanComeFromAWalk() throws {
    let folder = try TemporaryFolder()
    let steps = Footstep.walk(along: corners + [(0, 0)])
    let log = try folder.write(
      steps.flatMap(\.sentences).map { "\($0)\r\n" }.joined(), to: "walk.nmea")
    let start = WalkStart(
      name: "walk", blindLimit: .seconds(10),
      usual: WalkStart.Thresholds(RegionSettings()), memory: Memory())
    var walk = try WalkWriter(start, in: folder.path, regions: [], configuration: nil)
    try Capture.forEachLine(of: log) { line in
      if case .whole(let bytes) = line { try walk.add(report: bytes) }
    }
    let path = "\(folder.path)/regions.geojson"
    let add = try PicketCommandRun(
      "regions", "add", "meadow", "--walk", "--capture", "\(folder.path)/walk", "--regions", path)
    #expect(add.status == 0, "\(add.log)")
    #expect(try deviation(path) < 4)
    let none = try PicketCommandRun(
      "regions", "add", "none", "--walk", "--capture", folder.path, "--regions", path)
    #expect(none.status == 1)
    #expect(none.log.contains("/walk.jsonl: there is no such file; give the folder of a walk"))
  }
}

/// A `picket` that runs while the test continues.
private final class BackgroundRun {
  private let process = Process()
  private let folder: TemporaryFolder

  init(_ arguments: String...) throws {
    folder = try TemporaryFolder()
    process.executableURL = PicketProcess.executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    for (name, isError) in [("out", false), ("err", true)] {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write("", to: name)))
      if isError { process.standardError = file } else { process.standardOutput = file }
    }
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  var isRunning: Bool { process.isRunning }

  var log: String { (try? String(contentsOfFile: "\(folder.path)/err", encoding: .utf8)) ?? "" }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  func ended() throws -> (status: Int32, output: String, log: String) {
    process.waitUntilExit()
    let output = try String(contentsOfFile: "\(folder.path)/out", encoding: .utf8)
    return (process.terminationStatus, output, log)
  }
}
