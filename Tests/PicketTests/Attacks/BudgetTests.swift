import Base
import Desk
import Foundation
import Glibc
import Records
import Testing

/// Clients of the control socket that send far too many requests: they cannot fill the card.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct BudgetTests {
  @Test func reloadingTheSameRegionsWritesNothing() async throws {
    let picket = try ControlTests.picket()
    let talk = await ControlTalk(picket)
    #expect(try talk.ask(#"{"do":"walk","start":"a"}"#).refusal == nil)
    // The start and the missing gpsd may be written after the walk begins.
    await eventually("the start is written") { Self.notes(picket).count == 2 }
    let notes = Self.notes(picket)
    for _ in 0..<10 { #expect(try talk.ask(#"{"do":"reload"}"#).flag("reloaded")) }
    _ = try talk.ask(#"{"do":"mark","text":"after them"}"#)
    await eventually("the mark is written") { Self.notes(picket).count == notes.count + 1 }
    #expect(
      Self.files(picket, "a") == ["picket.toml", "regions.geojson", "reports.json", "walk.jsonl"])
    // Changed regions are written, and so is a changed configuration.
    try Epoch.regions(#","linger":3"#)
      .write(to: picket.file("regions.geojson"), atomically: true, encoding: .utf8)
    #expect(try talk.ask(#"{"do":"reload"}"#).flag("reloaded"))
    await eventually("it is written") { Self.notes(picket).count == notes.count + 2 }
    await eventually("they are in the walk") {
      Self.files(picket, "a").contains("regions.2.geojson")
    }
    let configuration =
      picket.text(of: "picket.toml") + "\n[quiet]\nfrom = \"22:00\"\nto = \"06:00\"\n"
    try configuration.write(to: picket.file("picket.toml"), atomically: true, encoding: .utf8)
    let reply = try talk.ask(#"{"do":"reload"}"#)
    #expect(reply.flag("reloaded"), "\(reply.text)")
    await eventually("it is written") { Self.notes(picket).count == notes.count + 3 }
    #expect(!Self.files(picket, "a").contains("regions.3.geojson"))
    #expect(picket.end().status == 0)
  }

  @Test func floodOfReloadsIsNotedInFewLines() async throws {
    let picket = try ControlTests.picket()
    let talk = await ControlTalk(picket)
    for number in 0..<200 {
      try Epoch.regions(#","linger":\#(number)"#)
        .write(to: picket.file("regions.geojson"), atomically: true, encoding: .utf8)
      let reply = try talk.ask(#"{"do":"reload"}"#)
      #expect(reply.flag("reloaded"), "\(reply.text)")
    }
    // They leave all of the budget to others.
    #expect(try talk.ask(#"{"do":"walk","start":"a"}"#).refusal == nil)
    #expect(Self.notes(picket).count < 110)
    #expect(picket.end().status == 0)
  }

  @Test func floodOfWalksIsRefusedAsBusy() async throws {
    let picket = try ControlTests.picket()
    let talk = await ControlTalk(picket)
    let answers = try (0..<70).map { _ in try talk.ask(#"{"do":"mark","text":"x"}"#) }
    #expect(answers.contains { $0.refusal != nil })
    let refused = try talk.ask(#"{"do":"walk","start":"a"}"#)
    let words = "too many requests such as walk: the limit is 600 an hour; try "
    #expect(refused.refusal?.reason.hasPrefix(words) == true)
    #expect(refused.refusal?.kind == .busy)
    #expect(try !talk.ask(#"{"do":"dance"}"#).flag("busy"))
    #expect(picket.end().status == 0)
  }

  @Test func everyMuteIsWrittenOrRefused() async throws {
    let picket = try ControlTests.picket()
    let talk = await ControlTalk(picket)
    // Too many marks do not prevent a mute.
    for _ in 0..<100 { _ = try talk.ask(#"{"do":"mark","text":"x"}"#) }
    var muted = 0
    for _ in 0..<100 {
      if try talk.ask(#"{"do":"mute"}"#).refusal == nil { muted += 1 }
      #expect(try talk.ask(#"{"do":"unmute"}"#).refusal == nil)
    }
    #expect((1..<100).contains(muted))
    func count(_ words: String) -> Int {
      Self.notes(picket).count { $0.contains(#""text":"\#(words)""#) }
    }
    await eventually("each is written") { count("muted") == muted && count("unmuted") == muted }
    #expect(picket.end().status == 0)
    #expect(count("muted") == muted && count("unmuted") == muted)
  }

  @Test func regionsCountInTheWalksSize() async throws {
    let picket = try ControlTests.picket("[walks]\nsize = 1000000")
    let talk = await ControlTalk(picket)
    #expect(try talk.ask(#"{"do":"walk","start":"a"}"#).refusal == nil)
    let note = String(repeating: "x", count: 1000)
    for number in 0..<8 {
      let features = (0..<300).map { place in
        feature(
          "Point", "[15,47]", #""radius":50,"linger":\#(number),"note":"\#(note)""#,
          id: "\"r\(place)\"")
      }
      try #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        .write(to: picket.file("regions.geojson"), atomically: true, encoding: .utf8)
      #expect(try talk.ask(#"{"do":"reload"}"#).flag("reloaded"))
      await eventually("it is written, or the walk has ended") {
        Self.files(picket, "a").contains("regions.\(number + 2).geojson")
          || picket.log.contains("the walk a has reached 1000000 bytes and ends")
      }
    }
    #expect(picket.log.contains("the walk a has reached 1000000 bytes and ends; raise size in"))
    let walk = try Walk(path: picket.file("state/walks/a").path)
    #expect(walk.folder.size < 1_700_000, "\(walk.folder.size)")
    #expect(picket.end().status == 0)
  }

  private static func notes(_ picket: PicketProcess) -> [String] {
    var reader = JournalReader(directory: picket.file("state").path)
    return ((try? reader.next()) ?? []).map(\.json)
  }

  private static func files(_ picket: PicketProcess, _ walk: String) -> [String] {
    (try? Directory.names(in: picket.file("state/walks/\(walk)").path)) ?? []
  }
}
