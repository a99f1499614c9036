import Base
import Foundation
import Glibc
import Picket
import Records
import RegionFiles
import Testing

/// A real run to which a client sends the regions of a fleet.
@Suite(.timeLimit(.minutes(20)))
struct FleetRunTests: @unchecked Sendable {
  private let gpsd = FakeGPSD()
  private let picket: PicketProcess
  private let talk: ControlTalk

  init() async throws {
    picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    try await gpsd.accept(from: picket)
    talk = await ControlTalk(picket)
  }

  /// Writes a file and returns the request to apply it.
  private func request(
    _ text: String, _ version: Int, sha256: String? = nil, source: String = "fleet/a",
    path: String? = nil
  ) throws -> String {
    let file = path ?? Path.resolved(picket.file("update-\(version).geojson").path)
    if path == nil { try text.write(toFile: file, atomically: false, encoding: .utf8) }
    var line = JSONLine()
    line.add("do", "fleet")
    line.add("file", file)
    line.add("source", source)
    line.add("version", version)
    line.add("sha256", sha256 ?? SHA256.hexadecimal(Array(text.utf8)))
    return line.text
  }

  private func command(_ arguments: String...) throws -> PicketCommandRun {
    try PicketCommandRun(arguments + ["--config", picket.file("picket.toml").path])
  }

  private var stored: String { picket.text(of: "state/fleet.geojson") }

  @Test func updateIsWatchedBesidesTheBoardsOwn() throws {
    let text = FleetSample.text(["far", "near"])
    let answer = try talk.ask(try request(text, 3))
    #expect(answer.flag("applied"), "\(answer.text)")
    #expect(answer.number("watched") == 3)
    #expect(answer.number("regions") == 2)
    for region in ["ring", "far", "near"] {
      #expect(try talk.ask(#"{"do":"state","region":"\#(region)"}"#).refusal == nil)
    }
    // An edit of the board's own file keeps the fleet's regions.
    let added = try command("regions", "add", "gate", "--circle", "47,15,20")
    #expect(added.output.contains("watched now: 4 regions"), "\(added.output) \(added.log)")
    // A newer update replaces only the fleet's.
    let newer = try talk.ask(try request(FleetSample.text(["far"]), 4))
    #expect(newer.number("watched") == 3)
    let gone = try talk.ask(#"{"do":"state","region":"near"}"#).refusal
    #expect(gone?.reason.contains("is watched") == true)
    #expect(picket.end().status == 0)
    let journal = try command("events").output
    #expect(journal.contains("1 of them by version 4 of fleet/a"), "\(journal)")
  }

  @Test func commandsNameTheFleetsRegions() throws {
    #expect(try !command("regions", "list").output.contains("origin"))
    #expect(try talk.ask(try request(FleetSample.text(["far"]), 3)).flag("applied"))
    let list = try command("regions", "list")
    #expect(list.output.contains("origin"))
    #expect(
      list.output.split(separator: "\n").filter { $0.contains(" fleet") }.count == 1,
      "\(list.output)")
    let json = try command("regions", "list", "--json").output
    #expect(json.contains(#""origin":"board""#) && json.contains(#""origin":"fleet","version":3"#))
    #expect(
      try command("regions", "show", "far").output
        .contains("origin    fleet, version 3 of fleet/a"))
    for arguments in [
      ["set", "far", "note", "x"], ["remove", "far"], ["disable", "far"], ["rename", "far", "x"],
    ] {
      let refused = try PicketCommandRun(
        ["regions"] + arguments + ["--config", picket.file("picket.toml").path])
      #expect(refused.status == 1)
      #expect(refused.log.contains("this region comes from the fleet"), "\(refused.log)")
    }
    let added = try command("regions", "add", "far", "--circle", "47,15,20")
    #expect(added.status == 1)
    #expect(added.log.contains("give another identifier"))
    let check = try command("check")
    #expect(check.status == 0, "\(check.log)")
    #expect(check.output.contains("2 regions, 1 by version 3 of fleet/a"), "\(check.output)")
    #expect(picket.end().status == 0)
  }

  @Test func wrongUpdatesChangeNothing() throws {
    let good = FleetSample.text(["far"])
    #expect(try talk.ask(try request(good, 5)).flag("applied"))
    let before = stored
    let log = picket.log
    func refused(_ line: String, _ words: String) throws {
      let answer = try talk.ask(line)
      let reasons = answer.texts("refused") + [answer.refusal?.reason].compactMap { $0 }
      #expect(!answer.flag("applied"))
      #expect(reasons.contains { $0.contains(words) }, "\(words): \(answer.text)")
      #expect(reasons.allSatisfy { !$0.contains("\n") })
    }
    try refused(try request(good, 4), "version 4 of fleet/a is older than version 5")
    let hash = String(repeating: "0", count: 64)
    try refused(try request(good, 6, sha256: hash), "its SHA-256 is ")
    try refused(try request(String(good.dropLast(9)), 6), "this is not JSON")
    try refused(
      try request(FleetSample.text(["x"], #","signal":"horn""#), 6),
      #"signal "horn" is not in the configuration"#)
    try refused(try request(FleetSample.text(["x", "x"]), 6), "has the same identifier")
    try refused(try request(good, 6, path: "/nowhere"), "there is no such file")
    try refused(try request(good, 6, path: "relative"), "without links")
    try refused(try request(good, 6, path: picket.folder.path), "this is not a file")
    let link = picket.file("link").path
    symlink(picket.file("update-5.geojson").path, link)
    try refused(
      #"{"do":"fleet","file":"\#(link)","source":"a","version":6,"sha256":"\#(hash)"}"#,
      "without links")
    let pipe = picket.file("pipe").path
    mkfifo(pipe, 0o600)
    try refused(try request(good, 6, path: pipe), "this is not a file")
    let huge = picket.file("huge").path
    try Data().write(to: URL(fileURLWithPath: huge))
    truncate(huge, off_t(FleetFile.mostBytes + 1))
    try refused(try request(good, 6, path: huge), "longer than 64 MiB")
    #expect(stored == before)
    #expect(try talk.ask(#"{"do":"fleet"}"#).number("version") == 5)
    #expect(try talk.ask(#"{"do":"state","region":"far"}"#).refusal == nil)
    #expect(picket.log != log)
    #expect(picket.end().status == 0)
    #expect(try command("events").output.contains("refused: "))
  }

  @Test func boardsOwnRegionStaysWhereBothHaveIt() throws {
    let answer = try talk.ask(try request(FleetSample.text(["ring", "far"]), 3))
    #expect(answer.flag("applied"))
    #expect(answer.number("watched") == 2)
    #expect(answer.texts("warnings").contains { $0.contains("a region of its own") })
    let check = try command("check")
    #expect(check.status == 1)
    #expect(check.log.contains("rename one of them"))
    #expect(picket.end().status == 0)
  }

  @Test func versionOutlastsTheProcess() async throws {
    #expect(try talk.ask(try request(FleetSample.text(["far"]), 5)).flag("applied"))
    picket.end(SIGKILL)
    let again = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: picket.folder)
    try await gpsd.accept(from: again)
    let talk = await ControlTalk(again)
    #expect(try talk.ask(#"{"do":"regions"}"#).number("watched") == 2)
    let refusal = try talk.ask(try request(FleetSample.text(["old"]), 4)).refusal
    #expect(refusal?.reason.contains("is older than") == true)
    #expect(refusal?.kind == .outdated)
    await eventually("it says the version") {
      again.log.contains("1 of them by version 5 of fleet/a")
    }
    #expect(again.end().status == 0)
  }

  @Test func damagedFileDoesNotPreventTheStart() async throws {
    #expect(try talk.ask(try request(FleetSample.text(["far"]), 5)).flag("applied"))
    #expect(picket.end().status == 0)
    try String(stored.dropLast(60)).write(
      to: picket.file("state/fleet.geojson"), atomically: false, encoding: .utf8)
    let again = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: picket.folder)
    try await gpsd.accept(from: again)
    let talk = await ControlTalk(again)
    #expect(try talk.ask(#"{"do":"regions"}"#).number("watched") == 1)
    #expect(again.log.contains("the regions of the fleet are left out"))
    // The same update repairs it.
    #expect(try talk.ask(try request(FleetSample.text(["far"]), 5)).flag("applied"))
    #expect(again.end().status == 0)
  }

  @Test func killWhileApplyingLeavesAWholeFile() throws {
    let texts = [["a"], ["b", "c"]].map { FleetSample.text($0) }
    #expect(try talk.ask(try request(texts[0], 1)).flag("applied"))
    for attempt in 2...5 {
      talk.sendLine(try request(texts[1], attempt))
    }
    picket.end(SIGKILL)
    let rules = Configuration().regionRules
    let fleet = FleetRegions(path: picket.file("state/fleet.geojson").path, rules: rules)
    #expect(fleet.problems.isEmpty)
    #expect(
      (fleet.version?.number == 1 ? ["a"] : ["b", "c"]) == fleet.regions.map(\.id))
  }

  @Test func walkHasBothFilesAndReplaysTheSame() async throws {
    #expect(try talk.ask(#"{"do":"walk","start":"both"}"#).refusal == nil)
    for epoch in Epoch.ride[..<20] { gpsd.report(epoch) }
    let text = FleetSample.text(["fence"])
    #expect(try talk.ask(try request(text, 3)).flag("applied"))
    for epoch in Epoch.ride[20...] { gpsd.report(epoch) }
    await eventually("both are left") {
      picket.events.filter { $0 == "exit fence" || $0 == "exit ring" }.count == 2
    }
    #expect(try talk.ask(#"{"do":"walk","stop":true}"#).refusal == nil)
    #expect(picket.end().status == 0)
    let replay = try PicketCommandRun(
      "replay", picket.file("state/walks/both").path, "--compare")
    #expect(replay.status == 0, "\(replay.output) \(replay.log)")
    #expect(replay.output.contains("fence"), "\(replay.output)")
  }
}
