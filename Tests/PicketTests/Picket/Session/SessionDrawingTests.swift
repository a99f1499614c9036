import Base
@testable import Picket
import RegionFiles
import Testing

/// Requests that change the regions, as a session decides on them.
struct SessionDrawingTests {
  private static let base = String(repeating: "0a", count: 32)

  private func edit(_ fields: String, base: String = base) -> String {
    #"{"do":"edit","base":"\#(base)",\#(fields)}"#
  }

  @Test func changeIsPassedOn() throws {
    let line = edit(#""rename":{"a":"b"},"remove":["c"],"put":[{"id":"d"}],"force":true"#)
    guard case .success(.files(.edit(let editing))) = try SessionRide().ask(line) else {
      Issue.record("not passed on")
      return
    }
    #expect(
      editing.change
        == RegionChange(
          base: Self.base, renames: ["a": "b"], removals: ["c"],
          features: [.object(["id": .string("d")])], isForced: true))
    #expect(editing.rules.settings.file == "/etc/picket/regions.geojson")
  }

  @Test func incompleteChangeIsRefused() throws {
    for (line, words) in [
      (#"{"do":"edit","remove":["a"]}"#, "edit needs a text under base"),
      (edit(#""remove":["a"]"#, base: "abc"), "64 small hexadecimal digits"),
      (edit(#""remove":["a"]"#, base: Self.base.uppercased()), "64 small hexadecimal digits"),
      (edit(#""force":true"#), "edit changes nothing"), (edit(#""remove":"a""#), "give an array"),
      (edit(#""remove":[1]"#), "not the identifier"),
      (edit(#""rename":{"a":1}"#), "not the identifier"),
      (edit(#""put":{}"#), "give an array"),
    ] {
      let refusal = try SessionRide().refusal(line)
      #expect(refusal?.contains(words) == true, "\(line): \(refusal ?? "accepted")")
    }
  }

  @Test func changesHaveABudget() throws {
    let ride = SessionRide()
    for _ in 0..<60 { _ = try ride.ask(edit(#""remove":["a"]"#)) }
    let refusal = try ride.refusal(edit(#""remove":["a"]"#))
    #expect(refusal?.hasPrefix("too many requests such as edit") == true)
  }

  @Test func documentIsReadLater() throws {
    for (line, first) in [
      (#"{"do":"regions","document":true}"#, 0),
      (#"{"do":"regions","document":true,"from":7}"#, 7),
    ] {
      guard case .success(.files(.document(let from, _))) = try SessionRide().ask(line) else {
        Issue.record("answered at once")
        return
      }
      #expect(from == first)
    }
    #expect(try SessionRide().refusal(#"{"do":"regions","document":true,"from":0.5}"#) != nil)
  }

  @Test func longFileIsAnsweredInParts() throws {
    let note = String(repeating: "n", count: 900)
    let features = (0..<500).map {
      #"{"type":"Feature","id":\#($0),"properties":{"note":"\#(note)"},"geometry":null}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let document = try RegionsDocument(text, file: "r")
    var from = 0
    var parts = 0
    while true {
      let line = try RegionsPage(from: from, path: "r").line(document, sha256: "").text
      #expect(line.utf8.count < ControlClient.mostWaiting)
      parts += 1
      guard let range = line.range(of: #""next":"#, options: []) else { break }
      from = try #require(Int(line[range.upperBound...].prefix { $0.isNumber }))
    }
    #expect(parts == 3)
    #expect(from < 500)
  }

  @Test func tooLongRegionIsNamed() throws {
    let note = String(repeating: "n", count: 250_000)
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{"note":"\(note)"}}]}
      """
    let document = try RegionsDocument(text, file: "r")
    let problem = thrown(Problem.self) {
      try RegionsPage(from: 0, path: "r").line(document, sha256: "")
    }
    #expect(problem?.description.contains("continue from 1") == true)
    let rest = try RegionsPage(from: 1, path: "r").line(document, sha256: "").text
    #expect(!rest.contains("next"))
  }
}
