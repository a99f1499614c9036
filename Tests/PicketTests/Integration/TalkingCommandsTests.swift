import Foundation
import Glibc
import Records
import Testing

/// The commands that send requests to a live run, with a real gpsd and with a simulated one.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct TalkingCommandsTests {
  @Test func statusIsZeroOnlyWhileMonitoring() async throws {
    let gpsd = try await GPSDaemon()
    // At tenfold speed: half a minute of this machine for the commands.
    let picket = try Self.picket(port: gpsd.port, "[blind]\nlimit = 300")
    let early = try Self.run(picket, "status")
    #expect(early.status == 1 || early.log.contains("nothing listens"), "\(early.log)")
    await eventually("picket is connected") { picket.log.contains("connected to gpsd") }
    let waiting = try Self.run(picket, "status")
    #expect(waiting.status == 1)
    #expect(waiting.log.contains("picket: it does not monitor: no fix yet: "), "\(waiting.log)")

    gpsd.play(Epoch.ride[..<35], speed: 10, from: .now)
    await eventually("the entry") { picket.events == ["enter ring"] }
    let sighted = try Self.run(picket, "status", "--verbose")
    #expect(sighted.status == 0, "\(sighted.log)")
    for words in [
      "sight      sighted since 2026-06-03T09:00:00.000Z", "gpsd       3D fix, at 127.0.0.1:",
      "receiver   udp://127.0.0.1:", "position   47.000000, 15.", "inside     ring",
      "region     ring: inside, ", "outputs    buzzer ", "sound      on", "journal written ",
      "picket \(Version.picket)",
    ] {
      #expect(sighted.output.contains(words), "\(words) in \(sighted.output)")
    }
    let short = try Self.run(picket, "status").output
    #expect(short.contains("GPS        a position since "), "\(short)")
    #expect(!short.contains("127.0.0.1") && !short.contains("2026-"), "\(short)")
    let json = try #require(Reply(try Self.run(picket, "status", "--json").output))
    #expect(json.flag("monitors"))
    #expect(json.texts("inside") == ["ring"])

    await eventually("it is blind") { picket.output.contains("blind: no fix") }
    let blind = try Self.run(picket, "status", "--verbose")
    #expect(blind.status == 1)
    #expect(blind.output.contains("sight      blind: no fix that can be trusted since 2026-"))
    #expect(!blind.output.contains("3D fix") && !blind.output.contains("moving"), "\(blind.output)")
    #expect(blind.output.contains(", silent for "), "\(blind.output)")
    #expect(!blind.log.contains("3D fix"), "\(blind.log)")
    gpsd.kill()
    await eventually("the loss is reported") { picket.log.contains("no gpsd: ") }
    #expect(try Self.run(picket, "status").log.contains("it does not monitor: no gpsd: "))

    #expect(picket.end().status == 0)
    let gone = try Self.run(picket, "status")
    #expect(gone.status == 69)
    #expect(gone.log.contains("nothing listens on \(picket.folder.path)/state/control.sock; does "))
  }

  @Test func stateAndWhyReportTheEvidence() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port)
    await gpsd.accept()
    await eventually("it answers") { (try? Self.run(picket, "status").status) == 1 }
    #expect(try Self.run(picket, "state", "ring").output == "unknown; no fix yet\n")
    #expect(
      try Self.run(picket, "why").output.hasPrefix("no fix that can be trusted has come yet: "))
    for epoch in Epoch.ride[..<20] { gpsd.report(epoch) }
    await eventually("it is outside") { picket.log.contains("ring: outside") }
    await eventually("the last fix is in") {
      (try? Self.run(picket, "state", "ring").output.hasPrefix("outside, 5")) == true
    }
    #expect(try Self.run(picket, "why").output.contains("closest approach 5"))
    for epoch in Epoch.ride[20..<30] { gpsd.report(epoch) }
    await eventually("the entry") { picket.events == ["enter ring"] }
    let state = try #require(Reply(try Self.run(picket, "state", "ring", "--json").output))
    #expect(state.text("state") == "inside")
    let why = try Self.run(picket, "why", "ring", "--last", "1h")
    #expect(why.status == 0)
    #expect(why.output.contains(" enter (event 1): the border was passed at 09:00:20"))
    let unknown = try Self.run(picket, "state", "rnig")
    #expect(unknown.status == 1)
    #expect(
      unknown.log == "picket: no region \"rnig\" is watched; did you mean \"ring\"?\n")
    #expect(try Self.run(picket, "why", "--last", "soon").status == 2)
    #expect(picket.end().status == 0)
  }

  @Test func muteSilencesAndMarkIsWritten() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(
      port: gpsd.port,
      "[blind]\nlimit = 3600\n[signal.ready]\n[signal.sighted]\n[signal.mark]\nled = \"10\"")
    await gpsd.accept()
    for epoch in Epoch.ride[..<10] { gpsd.report(epoch) }
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(try Self.run(picket, "mute", "1h").output == "muted for 1 h 0 min\n")
    let plain = try Self.run(picket, "mute", "90").output
    #expect(plain == "muted for 1 min 30 s; give 90m for minutes\n")
    #expect(try Self.run(picket, "status").output.contains("sound      muted for "))
    for epoch in Epoch.ride[10..<30] { gpsd.report(epoch) }
    await eventually("the entry") { picket.output.contains("enter  ring") }
    await eventually("its light is out") { picket.output.contains("led inactive") }
    #expect(!picket.output.contains("buzzer active"))
    #expect(try Self.run(picket, "mute").output == "muted until: picket unmute\n")
    #expect(try Self.run(picket, "unmute").output == "unmuted\n")
    let mark = try Self.run(picket, "mark", "at the \"gate\"")
    #expect(mark.output.hasPrefix("marked at 2026-06-03T09:0"))
    let long = try Self.run(picket, "mark", String(repeating: "m", count: 1001))
    #expect(long.status == 1 && long.log == "picket: text has 1001 bytes; give at most 1000\n")
    for epoch in Epoch.ride[30...] { gpsd.report(epoch) }
    await eventually("the exit sounds") { picket.output.contains("buzzer active") }
    await eventually("the mark is written") {
      picket.text(of: "state/journal.1.jsonl").contains(
        #""text":"at the \"gate\"","lat":47,"lon":"#)
    }
    #expect(try Self.run(picket, "mute", "soon").status == 2)
    #expect(try Self.run(picket, "mute", "900d").status == 2)
    #expect(picket.end().status == 0)
  }

  @Test func runningPicketPlaysASignal() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(
      port: gpsd.port, "[signal.ready]\n[signal.bell]\nbuzzer = \"20/20 x3\"\n[blind]\nlimit = 3600"
    )
    await gpsd.accept()
    await eventually("it answers") { (try? Self.run(picket, "status").status) == 1 }
    let play = try Self.run(picket, "outputs", "play", "bell")
    #expect(play.status == 0, "\(play.log)")
    #expect(play.output == "bell: buzzer, played by the running picket\n")
    await eventually("it sounds") {
      picket.output.components(separatedBy: "buzzer active\n    buzzer inactive").count == 4
    }
    let wrong = try Self.run(picket, "outputs", "play", "bel")
    #expect(wrong.status == 1 && wrong.log.contains("did you mean \"bell\"?"), "\(wrong.log)")
    #expect(picket.end().status == 0)
  }

  @Test func runningPicketTestsItsOutputs() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port, "[signal.ready]\n[blind]\nlimit = 3600")
    await gpsd.accept()
    await eventually("it answers") { (try? Self.run(picket, "status").status) == 1 }
    let test = try Self.run(picket, "outputs", "test", "buzzer", "--pattern", "20/20 x2")
    #expect(test.status == 0, "\(test.log)")
    #expect(test.output == "buzzer: 20/20 x2, played by the running picket\n")
    await eventually("it sounds") {
      picket.output.components(separatedBy: "buzzer active\n    buzzer inactive").count == 3
    }
    #expect(try Self.run(picket, "outputs", "test", "nose").status == 1)
    let off = try Self.run(picket, "outputs", "off")
    #expect(off.status == 69)
    #expect(off.log.contains("silence it with picket mute, or stop it with"))
    #expect(picket.end().status == 0)
  }

  @Test func statusReportsStorageFaults() async throws {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    let fault = "\(folder.path)/fault"
    let disk = try FaultyDisk(
      "\(folder.path)/state", "any", at: 0, .error(ENOSPC), in: folder, switch: fault)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), in: folder, environment: disk.environment)
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    await eventually("the start is written") {
      picket.text(of: "state/journal.1.jsonl").contains(#""event":"start""#)
    }
    func faults() -> [String] {
      (try? talk.ask(#"{"do":"status"}"#).object("storage")?.texts("faults")) ?? []
    }
    #expect(faults().isEmpty)
    try Data().write(to: URL(fileURLWithPath: fault))
    _ = try talk.ask(#"{"do":"mark"}"#)
    await eventually("the fault is in the status") {
      faults().first?.hasSuffix("No space left on device") == true
    }
    #expect(
      try Self.run(picket, "status", "--verbose").output.contains("state: NOT WRITTEN: journal: "))
    unlink(fault)
    // Attempts are a second apart.
    await eventually(within: 5, "the fault has ended") { faults().isEmpty }
    #expect(picket.end().status == 0)
  }

  @Test func watchPrintsPlainLinesWithoutATerminal() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port)
    await gpsd.accept()
    await eventually("it answers") { (try? Self.run(picket, "status").status) == 1 }
    let watch = try picket.watch(into: "watched")
    defer { watch.terminate() }
    func text() -> String { picket.text(of: "watched") }
    // The watch has begun when changes appear in its output.
    await eventually("it watches") {
      _ = try? Self.run(picket, "mute")
      return text().contains("muted")
    }
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") {
      text().contains("2026-06-03 09:00:21  entered ring")
        && text().contains("  left ring")
    }
    await eventually("every fix") {
      text().contains("2026-06-03 09:01:00  47.000000, 15.00")
    }
    #expect(!text().contains("\u{1b}"))
    #expect(picket.end().status == 0)
    watch.waitUntilExit()
    #expect(watch.terminationStatus == 69)
  }

  @Test func commandsWithoutAControllerEndWith69() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[state]\ndirectory = \"state\"", to: "picket.toml")
    for command in [["status"], ["watch"], ["why"], ["state", "a"], ["mute"], ["mark"]] {
      let run = try PicketCommandRun(command + ["--config", config])
      #expect(run.status == 69, "\(command)")
      #expect(
        run.log == """
          picket: nothing listens on \(folder.path)/state/control.sock; does picket run, and with \
          this configuration?

          """)
    }
  }

  private static func picket(port: Int, _ configuration: String = "") throws -> PicketProcess {
    try ControlTests.picket(configuration, port: port)
  }

  private static func run(
    _ picket: PicketProcess, _ arguments: String...
  ) throws -> PicketCommandRun {
    try PicketCommandRun(arguments + ["--config", picket.file("picket.toml").path])
  }
}
