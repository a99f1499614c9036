import Foundation
import Glibc
@testable import PicketLink
import Testing

/// Regions and orders through a real broker, with the sample configuration of deploy/fleet.
@Suite(
  .serialized, .timeLimit(.minutes(20)),
  .enabled(
    if: access("/usr/sbin/mosquitto", X_OK) == 0 && access("/usr/bin/mosquitto_rr", X_OK) == 0,
    "mosquitto and mosquitto-clients are installed"))
struct FleetLinkTests: @unchecked Sendable {
  private let gpsd = FakeGPSD()
  private let picket: PicketProcess
  private let broker: FleetBroker
  private let desk: String

  init() async throws {
    picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    try await gpsd.accept(from: picket)
    broker = try await FleetBroker()
    desk = try broker.settings("desk")
  }

  private func link(_ settings: String) throws -> FleetLink {
    try FleetLink(try broker.settings("b1", settings, picket: picket))
  }

  // A new one each time: while a program is waited for, an idle client may lose its place.
  private var talk: ControlTalk {
    get async { await ControlTalk(picket) }
  }

  private func command(_ arguments: String...) throws -> ProgramOutput {
    try ProgramOutput(FleetLink.executable.path, arguments)
  }

  private func publish(_ file: String, _ more: String...) throws -> ProgramOutput {
    try ProgramOutput(
      FleetLink.executable.path,
      ["publish", file, "--group", "a", "--config", desk, "--wait", "3"] + more)
  }

  private var version: Double? {
    get async { (try? await talk.ask(#"{"do":"fleet"}"#))?.number("version") }
  }

  private func isWatched(_ region: String) async throws -> Bool {
    try await talk.ask(#"{"do":"state","region":"\#(region)"}"#).refusal == nil
  }

  // MARK: Regions

  @Test func publishedRegionsAreWatched() async throws {
    let link = try link("regions = true\ngroup = \"a\"")
    let file = try broker.folder.write(FleetSample.text(["far", "near"]), to: "r.geojson")
    let first = try publish(file)
    #expect(first.output.contains("published version 1 of fleet/a: 2 regions, not signed"))
    await eventually("the first is watched: \(link.log)") { await version == 1 }
    #expect(try await isWatched("far"))
    // Regions of several parts.
    let many = (0..<1500).map { "r\($0)" }
    let large = FleetSample.text(many)
    #expect(large.utf8.count > 150_000)
    _ = try broker.folder.write(large, to: "r.geojson")
    let second = try publish(file, "--wait", "8")
    await eventually("the second is watched: \(link.log)") { await version == 2 }
    #expect(
      second.output.contains("b1: applied, 1500 regions"), "\(second.output) \(second.errors)")
    #expect(second.status == 0)
    #expect(try await !isWatched("far"))
    // The board's own regions stay.
    #expect(try await isWatched("ring"))
    // The answer to refused regions has the words of picket check.
    _ = try broker.folder.write(FleetSample.text(["far"], #","signal":"horn""#), to: "r.geojson")
    let third = try publish(file)
    #expect(third.status == 1)
    #expect(third.output.contains("b1: refused"), "\(third.output)")
    #expect(third.output.contains(#"signal "horn" is not in the configuration"#))
    #expect(await version == 2)
    link.end()
    #expect(picket.end().status == 0)
  }

  @Test func boardThatWasOffGetsTheNewest() async throws {
    let file = try broker.folder.write(FleetSample.text(["old"]), to: "r.geojson")
    #expect(try publish(file, "--wait", "0").status == 0)
    _ = try broker.folder.write(FleetSample.text(["new"]), to: "r.geojson")
    #expect(try publish(file, "--wait", "0").output.contains("version 2"))
    let link = try link("regions = true\ngroup = \"a\"")
    await eventually("the newest is watched: \(link.log)") { await version == 2 }
    #expect(try await isWatched("new"))
    #expect(!link.log.contains("version 1"))
    link.end()
    #expect(picket.end().status == 0)
  }

  @Test func regionsAreOffUnlessConfigured() async throws {
    let link = try link("")
    let file = try broker.folder.write(FleetSample.text(["far"]), to: "r.geojson")
    #expect(try publish(file).output.contains("no board has answered yet"))
    #expect(await version == nil)
    link.end()
    #expect(picket.end().status == 0)
  }

  @Test func versionOfRegionsIsNotThatOfTheProgram() throws {
    let file = try broker.folder.write(FleetSample.text(["far"]), to: "r.geojson")
    let signed = try command("sign", file, "--group", "a", "--version", "7")
    #expect(signed.status == 2, "\(signed.output)")
    #expect(signed.errors.contains("--key"), "\(signed.errors)")
    let published = try command("publish", file, "--group", "a+", "--version", "7")
    #expect(published.status == 2, "\(published.output)")
    #expect(published.errors.contains("has a + or #"), "\(published.errors)")
    // A file that is not there must not hide it.
    for file in [file, "nowhere"] {
      let negative = try command("sign", file, "--group", "a", "--version", "-1", "--key", "k")
      #expect(negative.status == 2, "\(negative.output)")
      #expect(negative.errors.contains("--version -1 is not a whole number from 1 on"))
    }
    let waiting = try command("publish", file, "--group", "a", "--wait", "-3")
    #expect(waiting.status == 2, "\(waiting.output)")
    #expect(waiting.errors.contains("give a time, such as 90s"), "\(waiting.errors)")
    #expect(try command("--version").output.hasPrefix("picket-link "))
    #expect(picket.end().status == 0)
  }

  @Test func attacksChangeNothing() async throws {
    let keys = try ["good", "bad"].map { name in
      let path = "\(broker.path)/\(name)-sign.key"
      let made = try ProgramOutput(
        "/usr/bin/openssl", ["genpkey", "-algorithm", "ed25519", "-out", path])
      #expect(made.status == 0, "\(made.errors)")
      return path
    }
    let file = try broker.folder.write(FleetSample.text(["far"]), to: "r.geojson")
    func sign(_ version: Int, _ key: String) throws -> ProgramOutput {
      try command("sign", file, "--group", "a", "--version", "\(version)", "--key", key)
    }
    let signed = try sign(5, keys[0])
    #expect(signed.status == 0, "\(signed.errors)")
    let words = signed.output.split(whereSeparator: \.isWhitespace)
    let trusted = try #require(words.last)
    let old = try String(contentsOfFile: "\(file).manifest", encoding: .utf8)
    let link = try link(
      "regions = true\ngroup = \"a\"\ntrusted_keys = [\"\(trusted)\"]")
    #expect(try publish(file).output.contains("1 region, signed"))
    await eventually("it is watched: \(link.log)") { await version == 5 }
    let topic = "picket/fleet/a/regions"
    func refused(_ words: String) async throws {
      await link.waits(for: words)
      #expect(await version == 5)
      #expect(try await isWatched("far"))
    }
    // Forged: a text that the desk never writes.
    try broker.publish(topic, "{\"version\":9}")
    try await refused("the manifest needs a group or board under for")
    // Unsigned.
    unlink("\(file).manifest")
    let unsigned = try publish(file, "--version", "6")
    #expect(unsigned.output.contains("b1: refused"), "\(unsigned.output)")
    try await refused("version 6 of fleet/a is not signed")
    // Signed by another key.
    #expect(try sign(7, keys[1]).status == 0)
    _ = try publish(file)
    try await refused("version 7 of fleet/a is not signed with a key of trusted_keys")
    // Signed, and replayed: a newer update has been applied since.
    #expect(try sign(8, keys[0]).status == 0)
    _ = try publish(file)
    await eventually("the newer is watched: \(link.log)") { await version == 8 }
    try broker.publish(topic, old)
    await link.waits(for: "version 5 of fleet/a is older than version 8")
    #expect(await version == 8)
    // Signed for others.
    let other = try command(
      "sign", file, "--group", "z", "--version", "9", "--key", keys[0])
    #expect(other.status == 0)
    try broker.publish(topic, try String(contentsOfFile: "\(file).manifest", encoding: .utf8))
    await link.waits(
      for: "the manifest is for fleet/z, but this board accepts only those for fleet/a")
    // Oversized.
    let hash = FleetSample.hash
    try broker.publish(
      topic,
      #"{"for":"fleet/a","version":9,"sha256":"\#(hash)","bytes":1000000000,"parts":10000}"#)
    await link.waits(for: "send fewer regions")
    // Signed, but with a part that is cut, and then with another part of the same size.
    #expect(try sign(9, keys[0]).status == 0)
    let text = FleetSample.text(["far"])
    try broker.publish("\(topic)/9/0", String(text.dropLast(20)))
    try broker.publish(topic, try String(contentsOfFile: "\(file).manifest", encoding: .utf8))
    await link.waits(for: "part 0 of version 9 of fleet/a has ")
    try broker.publish("\(topic)/9/0", text.replacing("far", with: "fox"))
    await link.waits(for: "the parts have the SHA-256 ")
    #expect(await version == 8)
    #expect(try await isWatched("far"))
    #expect(try await !isWatched("fox"))
    // No attack has ended the link.
    link.end()
    #expect(picket.end().status == 0)
  }

  @Test func oldUpdateIsRefusedAfterARestart() async throws {
    let settings = "regions = true\ngroup = \"a\""
    let first = try link(settings)
    let file = try broker.folder.write(FleetSample.text(["far"]), to: "r.geojson")
    _ = try publish(file, "--version", "5")
    await eventually("it is watched: \(first.log)") { await version == 5 }
    // The link stores the version right after that.
    let newest = "\(broker.path)/link-b1/newest-update.json"
    await eventually("it is noted") { access(newest, F_OK) == 0 }
    first.end()
    #expect(picket.end().status == 0)
    // The link refuses it even without the controller's file.
    unlink(picket.file("state/fleet.geojson").path)
    let again = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: picket.folder)
    try await gpsd.accept(from: again)
    let second = try link(settings)
    let talk = await ControlTalk(again)
    await eventually("it is fetched again: \(second.log)") {
      (try? talk.ask(#"{"do":"fleet"}"#))?.number("version") == 5
    }
    unlink(again.file("state/fleet.geojson").path)
    let line = try #require(Manifest(FleetSample.version(4), bytes: 100))
    try broker.publish("picket/fleet/a/regions", line.text)
    await second.waits(for: "version 4 of fleet/a is older than version 5")
    second.end()
    #expect(again.end().status == 0)
  }

  @Test func updateWaitsForTheController() async throws {
    let file = try broker.folder.write(FleetSample.text(["far"]), to: "r.geojson")
    #expect(picket.end().status == 0)
    let link = try link("regions = true\ngroup = \"a\"")
    _ = try publish(file, "--wait", "0")
    await link.waits(for: "waits for the controller")
    let again = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: picket.folder)
    try await gpsd.accept(from: again)
    let talk = await ControlTalk(again)
    await eventually("it is watched: \(link.log)") {
      (try? talk.ask(#"{"do":"fleet"}"#))?.number("version") == 1
    }
    link.end()
    #expect(again.end().status == 0)
  }

  @Test(.limited) func failedUpdateLeavesNoFile() async throws {
    // 30 kB in one part, and no file may have more than 16 kB.
    let text = FleetSample.text((0..<300).map { "r\($0)" })
    let file = try broker.folder.write(text, to: "r.geojson")
    let link = try FleetLink(
      try broker.settings("b1", "regions = true\ngroup = \"a\"", picket: picket),
      through: ["/bin/sh", "-c", #"trap "" XFSZ; ulimit -f 32; exec "$@""#, "sh"])
    _ = try publish(file, "--wait", "0")
    await link.waits(for: "make room in")
    await eventually("no file is left: \(link.log)") {
      access("\(broker.path)/link-b1/update.geojson", F_OK) != 0
    }
    link.end()
    #expect(picket.end().status == 0)
  }

  // MARK: Orders

  private func order(_ order: String, as sender: String = "desk") throws -> ProgramOutput {
    try broker.client(
      "mosquitto_rr", as: sender, "-q", "1", "-t", "picket/b1/order/desk", "-e",
      "picket/b1/answer/desk", "-m", order)
  }

  @Test func ordersAreCarriedOutAndNoted() async throws {
    let link = try link("orders = [\"mark\", \"mute\"]")
    func answer(_ text: String) throws -> String { try order(text).output }
    await link.waits(for: "connected to")
    // The link subscribes to orders after that.
    let late = #""expires":"2026-06-03T20:00:00Z""#
    await eventually("it answers: \(link.log)") {
      (try? answer(#"{"do":"mark",\#(late)}"#))?.contains("has no time yet") == true
    }
    for epoch in Epoch.ride[..<5] { gpsd.report(epoch) }
    await eventually("there is a fix") {
      (try? await talk.ask(#"{"do":"status"}"#))?.text("time") != nil
    }
    let done = try answer(#"{"do":"mark","text":"from afar",\#(late)}"#)
    #expect(done.contains(#""ok":true,"board":"b1""#), "\(done) \(link.log)")
    let again = try answer(#"{"do":"mark","text":"from afar",\#(late)}"#)
    #expect(again.contains("has been carried out already"), "\(again)")
    let wrong = #"{"do":"mute","seconds":0,\#(late)}"#
    let first = try answer(wrong)
    #expect(first.contains(#""ok":false"#), "\(first)")
    let second = try answer(wrong)
    #expect(second.contains("was refused before"), "\(second)")
    let old = try answer(#"{"do":"mark","expires":"2026-06-03T08:00:00Z"}"#)
    #expect(old.contains("the order expired at"), "\(old)")
    let walk = try answer(#"{"do":"walk","start":"x",\#(late)}"#)
    #expect(walk.contains("does not accept the order"), "\(walk)")
    #expect(try answer(#"{"do":"mute","seconds":60,\#(late)}"#).contains(#""ok":true"#))
    link.end()
    #expect(picket.end().status == 0)
    let events = try PicketCommandRun(
      "events", "--config", picket.file("picket.toml").path
    ).output
    #expect(events.contains("desk requested mark: text from afar"), "\(events)")
    #expect(events.contains("desk requested mute: seconds 60"), "\(events)")
  }

  // MARK: Rights

  @Test func boardCannotPublishAsAnother() throws {
    let topics = [
      "picket/b1/event", "picket/b1/online", "picket/b1/regions/set", "picket/b1/regions/result",
      "picket/b1/order/desk", "picket/b1/order/b2", "picket/b1/answer/x",
      "picket/fleet/a/regions", "picket/fleet/a/regions/7/0", "picket/event",
    ]
    for topic in topics {
      let run = try broker.client(
        "mosquitto_pub", as: "b2", "-q", "1", "-t", topic, "-m", "x")
      #expect((run.output + run.errors).contains("Not authorized"), "\(topic): \(run)")
    }
    let own = try broker.client(
      "mosquitto_pub", as: "b2", "-q", "1", "-t", "picket/b2/event", "-m", "x")
    #expect(!(own.output + own.errors).contains("Not authorized"))
  }

  @Test func boardReadsOnlyItsOwnMessages() throws {
    for topic in [
      "picket/b1/event", "picket/b1/regions/set", "picket/b2/regions/set",
      "picket/fleet/a/regions", "picket/fleet/a/regions/7/0",
    ] {
      let sender = topic == "picket/b1/event" ? "b1" : "desk"
      let run = try broker.client(
        "mosquitto_pub", as: sender, "-q", "1", "-r", "-t", topic, "-m", topic)
      #expect(run.status == 0)
    }
    func seen(by name: String) throws -> Set<String> {
      let run = try broker.client("mosquitto_sub", as: name, within: 2, "-t", "picket/#")
      return Set(run.output.split(separator: "\n").map(String.init))
    }
    #expect(
      try seen(by: "b1") == [
        "picket/b1/regions/set", "picket/fleet/a/regions", "picket/fleet/a/regions/7/0",
      ])
    #expect(try seen(by: "b2") == ["picket/b2/regions/set"])
    #expect(try seen(by: "desk").count == 5)
  }

  @Test func certificateIsNeeded() throws {
    let run = try broker.client("mosquitto_pub", as: nil, "-t", "picket/b1/event", "-m", "x")
    #expect(run.status != 0)
  }
}

/// Certificates of a broker that a client must not accept.
@Suite(
  .serialized,
  .enabled(
    if: access("/usr/sbin/mosquitto", X_OK) == 0, "mosquitto is installed"))
struct FleetCertificateTests {
  private func refusal(of broker: FleetBroker, ca: String? = nil) throws -> String {
    let file = try broker.folder.write(FleetSample.text(["far"]), to: "r.geojson")
    let run = try ProgramOutput(
      FleetLink.executable.path,
      [
        "publish", file, "--group", "a", "--config", try broker.settings("desk", ca: ca), "--wait",
        "0",
      ])
    #expect(run.status == 69, "\(run.output) \(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    return run.errors
  }

  @Test func wrongNameIsOneLine() async throws {
    let line = try refusal(of: try await FleetBroker(host: "broker.example"))
    #expect(line.contains("127.0.0.1"), "\(line)")
    #expect(line.contains("certificate"), "\(line)")
  }

  @Test func wrongAuthorityIsOneLine() async throws {
    let broker = try await FleetBroker()
    let other = try await FleetBroker()
    let line = try refusal(of: broker, ca: "\(other.path)/ca.pem")
    #expect(line.contains("certificate"), "\(line)")
  }

  @Test func expiredCertificateIsOneLine() async throws {
    let line = try refusal(of: try await FleetBroker(isExpired: true))
    #expect(line.contains("expired"), "\(line)")
  }
}
