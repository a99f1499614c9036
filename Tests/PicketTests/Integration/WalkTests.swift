import Desk
import Foundation
import Glibc
import Records
import Testing

/// Walks that a real `picket run` records.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct WalkTests {
  @Test func replayOfAWalkIsExact() async throws {
    let gpsd = try await GPSDaemon()
    let ride = (0...130).map { Epoch(second: Double($0), east: -330 + 5 * Double($0)) }
    func ring(_ radius: Int, _ properties: String) -> String {
      Epoch.regions(properties)
        .replacingOccurrences(of: "\"radius\":50", with: "\"radius\":\(radius)")
    }
    func play(_ epochs: ArraySlice<Epoch>) {
      let passed = -(epochs.first?.second ?? 0) / 10
      gpsd.play(epochs, speed: 10, from: .now.advanced(by: .seconds(passed)))
    }
    let picket = try PicketProcess(
      port: gpsd.port, regions: ring(250, #","linger":40,"dwell":4.7"#), speed: 10,
      configuration: "[control]\nsocket = \"s\"\n[regions]\ncushion = 0.5\n[blind]\nlimit = 30")
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    // The border is passed in the 16th second: the crossing is pending when the walk starts.
    play(ride[..<23])
    let config = picket.file("picket.toml").path
    let started = try PicketCommandRun("walk", "start", "ride", "--config", config)
    #expect(started.status == 0, "\(started.log)")
    #expect(started.output.hasSuffix("/state/walks/ride\n"))
    #expect(picket.events.isEmpty)
    play(ride[23..<75])
    await eventually("the entry and the stay") { picket.events == ["enter ring", "dwell ring"] }
    try ring(260, #","linger":1.7,"note":"wider""#)
      .write(to: picket.file("regions.geojson"), atomically: true, encoding: .utf8)
    picket.send(SIGHUP)
    await eventually("they are read") { picket.log.contains("reloaded: ") }
    play(ride[75...])
    #expect(try PicketCommandRun("mark", "home", "--config", config).status == 0)
    await eventually("the exit") { picket.events.last == "exit ring" }
    await eventually("blind") {
      picket.output.contains("blind: no fix that can be trusted since 20")
    }
    let stopped = try PicketCommandRun("walk", "stop", "--config", config)
    #expect(stopped.status == 0, "\(stopped.log)")
    #expect(stopped.output.contains(" reports in "))
    #expect(
      try PicketCommandRun("walk", "stop", "--config", config).log.contains("no walk is being"))

    let unnamed = try PicketCommandRun("walk", "start", "--config", config)
    let name = unnamed.output.dropLast().suffix(17)
    #expect(unnamed.output.contains("/state/walks/2026-06-03-"), "\(unnamed.output)\(unnamed.log)")
    let busy = try PicketCommandRun("walk", "remove", String(name), "--config", config)
    #expect(busy.status == 1 && busy.log.contains("is being recorded"), "\(busy.log)")
    #expect(try PicketCommandRun("walk", "stop", "--config", config).status == 0)
    #expect(try PicketCommandRun("walk", "remove", String(name), "--config", config).status == 0)

    let walk = try Walk(path: picket.file("state/walks/ride").path)
    #expect(walk.notices.isEmpty)
    #expect(walk.events == picket.eventLines)
    #expect(walk.laterRegions == ["regions.2.geojson"])
    #expect(
      walk.entries.contains { if case .mark("home", _, _) = $0.entry { true } else { false } })
    #expect(walk.entries.contains { if case .blind(_?) = $0.entry { true } else { false } })
    #expect(picket.end().status == 0)

    let folder = picket.file("state/walks/ride").path
    let again = picket.file("again.jsonl").path
    let replay = try PicketCommandRun("replay", folder, "--compare", "--events", again)
    #expect(replay.status == 0, "\(replay.log)")
    #expect(replay.output.contains("the 3 events are those of the walk"))
    #expect(picket.text(of: "again.jsonl") == picket.text(of: "events.jsonl"))
    let lines = try PicketCommandRun("walk", "list", "--json", "--config", config).output
    #expect(Reply(String(lines.dropLast()))?.text("walk") == "ride", "\(lines)")
    let listed = try PicketCommandRun("walk", "list", "--config", config)
    #expect(listed.output.contains("ride  20"))
    // The walk can also be played as any other capture.
    let plain = try PicketCommandRun(
      "replay", "\(folder)/reports.json", "--regions", "\(folder)/regions.geojson")
    #expect(plain.status == 0, "\(plain.log)")
  }

  @Test func automaticWalkSurvivesAKill() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(#","dwell":3"#), speed: 10, configuration: Self.always
    )
    try await gpsd.accept(from: picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("all events") { picket.events == ["enter ring", "dwell ring", "exit ring"] }
    let path = picket.file("state/walks/always-1").path
    await eventually("they are in the walk") { (try? Walk(path: path))?.events.count == 3 }
    #expect(picket.end(SIGKILL).status == SIGKILL)
    let walk = try Walk(path: path)
    #expect(walk.events == picket.eventLines)
    #expect(
      walk.notices.map(\.wrong) == [
        "the walk has no end: it is still being recorded, or was cut off"
      ])
    let replay = try PicketCommandRun("replay", path, "--compare")
    #expect(replay.status == 0, "\(replay.log)")

    // The next run begins the next piece, from the state of the first run.
    let next = FakeGPSD()
    let second = try PicketProcess(
      port: next.port, regions: Epoch.regions(), speed: 10, configuration: Self.always,
      in: picket.folder)
    try await next.accept(from: second)
    for epoch in Epoch.ride {
      next.report(Epoch(second: epoch.second + 100, east: epoch.east))
    }
    await eventually("both events") { second.events == ["enter ring", "exit ring"] }
    #expect(second.end().status == 0)
    let piece = try Walk(path: picket.file("state/walks/always-2").path)
    #expect(piece.notices.isEmpty)
    #expect(piece.events == second.eventLines)
    #expect(try WalkReplayTests.play(piece) == piece.events)
  }

  @Test func requestedWalkReplacesTheAutomaticOne() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: Self.always + "\n[control]\nsocket = \"s\"")
    try await gpsd.accept(from: picket)
    let config = picket.file("picket.toml").path
    func walk(_ words: String...) throws -> PicketCommandRun {
      try PicketCommandRun("walk", words[0], words.last ?? "", "--config", config)
    }
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(
      try PicketCommandRun("walk", "stop", "--config", config).log
        .contains("no walk was started by hand; always-1 goes on, by record = \"always\""))
    #expect(try walk("start", "a").status == 0)
    #expect(try walk("start", "b").log.contains("the walk a is being recorded; stop it first"))
    #expect(try PicketCommandRun("walk", "stop", "--config", config).status == 0)
    #expect(try walk("start", "a").log.contains("there is a walk a already"))
    for name in ["../a", ".a", "always-7", "a b", String(repeating: "a", count: 65)] {
      let refused = try walk("start", name)
      #expect(refused.status == 1)
      #expect(refused.log.contains("give"), "\(refused.log)")
    }
    #expect(picket.end().status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: picket.file("state/walks").path)
    #expect(Set(names).isSuperset(of: ["a", "always-1", "always-2"]))
    #expect(try Walk(path: picket.file("state/walks/always-1").path).ended != nil)
    #expect(!names.contains("b"))
  }

  @Test func automaticWalksAreBounded() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: Self.always + "\n[control]\nsocket = \"s\"")
    try await gpsd.accept(from: picket)
    let config = picket.file("picket.toml").path
    let directory = picket.file("state/walks").path
    func fill(_ lines: Int) {
      let padding = String(repeating: "x", count: 30_000)
      for number in 0..<lines {
        gpsd.sendLine(#"{"class":"SKY","n":\#(number),"x":"\#(padding)"}"#)
      }
    }
    for epoch in Epoch.ride[..<30] { gpsd.report(epoch) }
    fill(50)
    await eventually("the oldest is removed") { access("\(directory)/always-1", F_OK) != 0 }
    for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    func pieces() throws -> [WalkList.Row] { try WalkList.rows(in: directory) }
    await eventually("the last is written, and no more are removed") {
      guard let last = try? pieces().last else { return false }
      return (try? Walk(path: "\(directory)/\(last.name)"))?.events.last?.contains("exit") == true
    }
    #expect(try pieces().map(\.bytes).reduce(0, +) < 1_100_000)
    // Each piece begins where the previous piece ended.
    for row in try pieces() {
      let walk = try Walk(path: "\(directory)/\(row.name)")
      #expect(try WalkReplayTests.play(walk) == walk.events)
    }
    #expect(try PicketCommandRun("walk", "start", "a", "--config", config).status == 0)
    fill(40)
    await eventually("the walks are within their limit") {
      picket.log.contains("the walk a has reached 1000000 bytes and ends; raise size in [walks]")
    }
    #expect(try PicketCommandRun("walk", "stop", "--config", config).status == 1)
    #expect(picket.end().status == 0)
    #expect(try Walk(path: "\(directory)/a").notices.isEmpty)
  }

  @Test func fullDiskEndsOnlyTheWalk() async throws {
    let folder = try TemporaryFolder()
    let fault = "\(folder.path)/fault"
    let disk = try FaultyDisk(
      "\(folder.path)/state/walks", "any", at: 0, .error(ENOSPC), in: folder, switch: fault)
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), speed: 10,
      configuration: "[control]\nsocket = \"s\"", in: folder, environment: disk.environment)
    try await gpsd.accept(from: picket)
    let config = picket.file("picket.toml").path
    #expect(try PicketCommandRun("walk", "start", "gate", "--config", config).status == 0)
    for epoch in Epoch.ride[..<10] { gpsd.report(epoch) }
    await eventually("the walk has the sighting") {
      picket.text(of: "state/walks/gate/walk.jsonl").contains("sighted")
    }
    try Data().write(to: URL(fileURLWithPath: fault))
    for epoch in Epoch.ride[10...] { gpsd.report(epoch) }
    await eventually("both events are reported") { picket.events == ["enter ring", "exit ring"] }
    await eventually("the fault is reported") {
      picket.log.contains("the walk gate cannot be written: ")
        && picket.log.contains("No space left on device; trying again")
    }
    #expect(picket.output.contains("buzzer active"))
    #expect(!picket.log.contains("the journal cannot be written"))
    unlink(fault)
    // At its end picket waits only a second for a walk; a busy disk may need that long.
    #expect(try PicketCommandRun("walk", "stop", "--config", config).status == 0)
    let walk = try Walk(path: "\(folder.path)/state/walks/gate")
    #expect(walk.notices.map(\.wrong).contains { $0.contains(" could not be recorded: ") })
    #expect(picket.end().status == 0)
  }

  private static let always = "[walks]\nrecord = \"always\"\nsize = 1000000"
}
