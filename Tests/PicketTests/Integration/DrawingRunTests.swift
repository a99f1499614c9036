import Base
import Foundation
import Glibc
@testable import Picket
import Records
import RegionFiles
import Testing

/// A real run whose regions clients change.
@Suite(.timeLimit(.minutes(20)))
struct DrawingRunTests: @unchecked Sendable {
  private let gpsd = FakeGPSD()
  private let picket: PicketProcess
  private let talk: ControlTalk

  init() async throws {
    picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    try await gpsd.accept(from: picket)
    talk = await ControlTalk(picket)
  }

  private var stored: String { picket.text(of: "regions.geojson") }

  private func base() throws -> String {
    try #require(try talk.ask(#"{"do":"regions","document":true}"#).text("sha256"))
  }

  private func circle(_ id: String, _ properties: String = #""radius":30"#) -> String {
    #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"#
      + #""geometry":{"type":"Point","coordinates":[15.001,47]}}"#
  }

  private func edit(_ fields: String, base: String? = nil) throws -> Reply {
    try talk.ask(#"{"do":"edit","base":"\#(try base ?? self.base())",\#(fields)}"#)
  }

  @Test func drawnRegionIsWatchedAtOnce() async throws {
    let before = try talk.ask(#"{"do":"regions","document":true}"#)
    #expect(before.number("count") == 1)
    #expect(before.objects("features").first?.text("id") == "ring")
    #expect(before.text("sha256") == SHA256.hexadecimal(Array(stored.utf8)))
    let answer = try edit(#""put":[\#(circle("gate", #""radius":30,"dwell":5"#))]"#)
    #expect(answer.flag("applied"), "\(answer.text)")
    #expect(answer.number("watched") == 2)
    #expect(answer.text("sha256") == SHA256.hexadecimal(Array(stored.utf8)))
    #expect(try talk.ask(#"{"do":"state","region":"gate"}"#).refusal == nil)
    #expect(stored.contains(#""properties": { "dwell": 5, "radius": 30 }"#))
    let renamed = try edit(#""rename":{"gate":"door"},"put":[\#(circle("door"))]"#)
    #expect(renamed.number("watched") == 2)
    #expect(try talk.ask(#"{"do":"state","region":"door"}"#).refusal == nil)
    let removed = try edit(#""remove":["door"],"by":"Ann's phone""#)
    #expect(removed.number("watched") == 1, "\(removed.text)")
    #expect(picket.end().status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: picket.folder.path)
        .allSatisfy { !$0.hasSuffix(".new") })
    await eventually("the order is written") {
      picket.text(of: "state/journal.1.jsonl").contains("Ann's phone requested edit")
    }
  }

  @Test func secondPhoneDoesNotOverwriteTheFirst() throws {
    let base = try base()
    #expect(try edit(#""put":[\#(circle("a"))]"#, base: base).flag("applied"))
    let before = stored
    for fields in [#""put":[\#(circle("b"))]"#, #""remove":["ring"]"#] {
      let late = try edit(fields, base: base)
      #expect(late.denies("applied"))
      #expect(late.flag("conflict"))
      #expect(late.text("sha256") == SHA256.hexadecimal(Array(stored.utf8)))
      #expect(late.texts("refused").first?.contains("changed meanwhile") == true)
    }
    // The same holds after an edit by hand without a reload.
    let now = try self.base()
    try (before + "\n").write(
      to: picket.file("regions.geojson"), atomically: false, encoding: .utf8)
    #expect(try edit(#""put":[\#(circle("b"))]"#, base: now).flag("conflict"))
    #expect(stored == before + "\n")
    #expect(picket.end().status == 0)
  }

  @Test func mistakesAreNamedAsByCheck() throws {
    let before = stored
    for (properties, words, field) in [
      (#""radius":-1"#, "radius -1 is not positive; give metres greater than 0", "radius"),
      (#""radius":30,"dwell":"x""#, "dwell is \"x\"", "dwell"),
      (#""radius":30,"active":"Mi 7""#, "active of \"gate\":", "active"),
      (#""radius":30,"sense":"loud""#, "sense is", "sense"),
      (#""radius":30,"signal":"horn""#, "is not in the configuration", "signal"),
    ] {
      let answer = try edit(#""put":[\#(circle("gate", properties))]"#)
      #expect(answer.denies("applied") && !answer.flag("conflict"))
      #expect(answer.texts("refused").contains { $0.contains(words) }, "\(answer.text)")
      #expect(answer.objects("problems").first?.text("field") == field, "\(answer.text)")
    }
    for feature in ["7", "{}", #"{"type":"Feature"}"#, "null", #"{"id":[]}"#] {
      #expect(try edit(#""put":[\#(feature)]"#).denies("applied"), "\(feature)")
    }
    // The first of two is right, and is not written alone.
    let both = try edit(#""put":[\#(circle("a")),\#(circle("b", ""))]"#)
    #expect(both.objects("problems").first?.text("region") == "b")
    #expect(stored == before)
    #expect(try !edit(#""put":[\#(circle("a", #""radius":2"#))]"#).texts("warnings").isEmpty)
    #expect(picket.end().status == 0)
  }

  @Test func refusedChangeIsNeverInTheFile() throws {
    func number() throws -> Int? {
      let path = picket.file("regions.geojson").path
      return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let (before, configuration) = (try number(), picket.text(of: "picket.toml"))
    try #require(before != nil)
    try Epoch.regions().write(
      to: picket.file("other.geojson"), atomically: false, encoding: .utf8)
    for (more, words) in [
      ("nothing = 1", "nothing"),
      ("[regions]\nfile = \"other.geojson\"", "names another file by now"),
    ] {
      try "\(configuration)\n\(more)\n".write(
        to: picket.file("picket.toml"), atomically: false, encoding: .utf8)
      let answer = try edit(#""put":[\#(circle("gate"))]"#)
      #expect(answer.denies("applied"), "\(answer.text)")
      #expect(answer.texts("refused").contains { $0.contains(words) }, "\(answer.text)")
      // A file that is replaced and restored has another number.
      #expect(try number() == before)
    }
    try configuration.write(to: picket.file("picket.toml"), atomically: false, encoding: .utf8)
    #expect(try edit(#""put":[\#(circle("gate"))]"#).number("watched") == 2)
    #expect(picket.end().status == 0)
  }

  @Test func regionsOfTheFleetStay() throws {
    let file = Path.resolved(picket.file("update.geojson").path)
    let text = FleetSample.text(["far"])
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let hash = SHA256.hexadecimal(Array(text.utf8))
    #expect(
      try talk.ask(
        #"{"do":"fleet","file":"\#(file)","source":"f/a","version":1,"sha256":"\#(hash)"}"#
      ).flag("applied"))
    for fields in [#""remove":["far"]"#, #""put":[\#(circle("far"))]"#, #""rename":{"far":"x"}"#] {
      let answer = try edit(fields)
      #expect(
        answer.texts("refused").first?.contains("this region comes from the fleet") == true,
        "\(answer.text)")
    }
    #expect(try edit(#""put":[\#(circle("gate"))]"#).number("watched") == 3)
    #expect(picket.end().status == 0)
  }

  @Test func fixesContinueWhileAChangeWaits() async throws {
    // Somebody else holds the file, such as a command that waits for its reload.
    let lock = try FileLock(folder: picket.folder.path, within: 5)
    let base = try base()
    talk.sendLine(#"{"do":"edit","base":"\#(base)","put":[\#(circle("gate"))]}"#)
    let other = await ControlTalk(picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("the events come meanwhile") { picket.events.count == 2 }
    #expect(try other.ask(#"{"do":"status"}"#).refusal == nil)
    withExtendedLifetime(lock) {}
    #expect(picket.end().status == 0)
  }

  @Test func fixesContinueWhileAnOutlineIsDrawn() async throws {
    // To and fro: each line crosses the last one, which takes seconds.
    let positions = (0..<3000).map { second in
      "[\(15 + Double(second) * 1e-5),\(second.isMultiple(of: 2) ? 47 : 47.005),\(second),0]"
    }
    talk.sendLine(#"{"do":"survey","positions":[\#(positions.joined(separator: ","))]}"#)
    let other = await ControlTalk(picket)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("the events come meanwhile") { picket.events.count == 2 }
    #expect(try other.ask(#"{"do":"status"}"#).refusal == nil)
    #expect(talk.linesSoFar().isEmpty)
    #expect(try talk.reply().refusal == nil)
    #expect(picket.end().status == 0)
  }

  @Test func placeThatCannotBeWrittenIsNamed() {
    var settings = RegionSettings()
    settings.file = "/nowhere/regions.geojson"
    let editing = RegionsEditing(
      change: RegionChange(base: ""), rules: RegionRules(settings), fleet: nil)
    let words = editing.words(SystemError("open /nowhere/regions.geojson.new", code: EROFS))
    #expect(words.contains("sudo install -o picket -g picket -m 640 /nowhere/regions.geojson"))
    #expect(!words.contains("\n"))
  }
}
