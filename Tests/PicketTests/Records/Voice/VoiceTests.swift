import Base
import Board
import Desk
import Foundation
import Geofence
import Records
import RegionFiles
import Testing

struct VoiceTests {
  private static func table(_ bytes: [UInt8]) throws -> [String: JSON] {
    try #require(try JSON.parse(String(decoding: bytes, as: UTF8.self)).object)
  }

  /// The sentences of a language with those that no phone needs; those of a log are `log`.
  private static func table(of name: String) throws -> [String: JSON] {
    let language = Language(rawValue: name)
    let more = (language.map(Voice.init) ?? .log).commandWords
    #expect(more.count > 200)
    return try table(language?.words ?? Language.logWords).merging(more) { $1 }
  }

  /// The sentences of a code: one, or those for one thing and for several.
  private static func forms(_ entry: JSON) -> [String: String] {
    entry.string.map { ["": $0] } ?? (entry.object ?? [:]).compactMapValues(\.string)
  }

  /// The places in a sentence, without the forms of their values.
  private static func places(_ sentence: String) -> Set<Substring> {
    Set(sentence.matches(of: /\{(\w+)/).map(\.output.1))
  }

  private static let translated = [Language.german, .french, .spanish]

  @Test(arguments: translated)
  func eachLanguageHasEachCodeAndPlace(_ language: Language) throws {
    let (log, words) = (try Self.table(of: "log"), try Self.table(of: language.rawValue))
    #expect(log.count > 150 && Set(log.keys).isSubset(of: words.keys))
    #expect(try Set(words.keys) == Set(Self.table(of: "de").keys))
    for (key, entry) in words {
      let (said, english) = (Self.forms(entry), log[key].map(Self.forms) ?? ["": key])
      #expect(said.keys == english.keys, "\(key)")
      for (form, sentence) in said {
        let left = Self.places(english[form] ?? "").subtracting(Self.places(sentence))
        #expect(Self.places(sentence).isSubset(of: Self.places(english[form] ?? "")), "\(key)")
        // A path or an error of the system is not for the carrier; a field has its name, what was
        // typed, and its unit.
        let known: Set<Substring> = ["path", "reason", "watching", "key", "found", "unit"]
        #expect(left.isSubset(of: known), "\(key)")
      }
    }
  }

  @Test(arguments: translated)
  func noSentenceHasEnglishWords(_ language: Language) throws {
    let words = try Self.table(of: language.rawValue)
    let english = /\b(the|since|not|fix|fixes|is|it|its|and|of|for|carrier|border|no longer)\b/
    for code in try Self.table(of: "log").keys {
      for sentence in Self.forms(words[code] ?? .null).values {
        let plain = sentence.replacing(/\{[^}]*\}|\[gpsd\]/, with: "")
        #expect(plain.firstMatch(of: english) == nil, "\(code): \(sentence)")
      }
    }
  }

  @Test func eachCodeOfTheTableIsUsed() throws {
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/")
    let sources = URL(fileURLWithPath: root).appendingPathComponent("Sources")
    var used: Set<String> = ["all", "joint", "joint.and", "joint.comma", "names.blind"]
    for case let file as URL in FileManager.default.enumerator(
      at: sources, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /"([a-z]+\.[a-z]\w+)"/) { used.insert(String(match.1)) }
    }
    // Codes with a name from elsewhere.
    used.formUnion(Rejection.allCases.map { "rejection.\($0.rawValue)" })
    used.formUnion(AccuracySource.allCases.map { "accuracy.\($0.rawValue)" })
    used.formUnion(Stranger.allCases.map { "stranger.\($0.rawValue)" })
    used.formUnion(Event.Kind.allCases.map { "event.\($0.rawValue)" })
    used.formUnion(Event.Kind.allCases.map { "done.\($0.rawValue)" })
    used.formUnion(Note.Kind.allCases.map { "kind.\($0.rawValue)" })
    used.formUnion(["gpsd", "receiver", "sky", "reports", "agreement"].map { "lacks.\($0)" })
    used.formUnion(["unsure.inside", "unsure.outside", "unsure.near"])
    used.formUnion(["pending.enter", "pending.exit"])
    used.formUnion(["inside", "outside", "unsure", "unknown", "disabled"].map { "state.\($0)" })
    let columns = ["region", "figure", "size", "state", "active", "origin", "note"]
    used.formUnion(columns.map { "column.\($0)" })
    let figures = ["gate", "circle", "polygon", "corridor", "band", "difference"]
    used.formUnion(figures.map { "figure.\($0)" } + ["origin.board", "origin.fleet"])
    used.formUnion((0...3).map { "mode.\($0)" })
    used.formUnion(["enter", "exit", "both", "entered", "left"].map { "alarm.\($0)" })
    used.formUnion(["inside", "outside", "unsure", "unknown"].map { "why.\($0)" })
    used.formUnion(["", "Quiet", "For", "ForQuiet"].map { "doctor.muted\($0)" })
    used.formUnion(Diagnosis.Check.allCases.map { "check.\($0.rawValue)" })
    used.formUnion(Diagnosis.Result.allCases.map { "verdict.\($0.rawValue)" })
    used.formUnion(["command", "button", "muted"].map { "ended.\($0)" })
    used.formUnion(["storage.journal", "storage.state"])
    let rings = ["fewCorners", "notClosed", "crossing", "noArea"]
    used.formUnion(rings.flatMap { ["wrong.\($0)", "mend.\($0)"] })
    // What is told of a region.
    let told = [
      "region", "shape", "state", "origin", "area", "length", "inradius", "noise", "reports",
      "expect", "more", "wander", "reception", "now",
    ]
    let untold: [RegionProperty] = [
      .id, .notifyOnEntry, .notifyOnExit, .radius, .width, .enabled, .gate,
    ]
    let names = RegionProperty.allCases.filter { !untold.contains($0) }.map { $0.rawValue } + told
    used.formUnion(names.map { "fact.\($0)" })
    used.formUnion(["atStart", "latch", "once", "mute"].map { "rule.\($0)" })
    used.formUnion(Sense.allCases.map { "sense.\($0.rawValue)" })
    used.formUnion(["inside", "outside", "both"].map { "side.\($0)" })
    used.formUnion(["held.notInside", "held.notSpeeding", "held.unwatched"].map { "\($0)Any" })
    used.formUnion(["why.never", "event.at"].flatMap { ["\($0)Inside", "\($0)Outside"] })
    let codes = Set(try Self.table(of: "log").keys)
    #expect(codes.subtracting(used).isEmpty, "\(codes.subtracting(used))")
    let families = Set(codes.map { $0.prefix { $0 != "." } })
    let unknown = used.subtracting(codes).filter { families.contains($0.prefix { $0 != "." }) }
    let others: Set = [
      "event.at", "why.never", "why.js", "state.js", "shape.js", "reports.json",
    ]
    #expect(unknown.subtracting(others).isEmpty, "\(unknown)")
  }

  /// What each language says; the page's script is tested with the same file.
  @Test func reasonsAreSaid() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("reasons.json")
    let cases = try #require(
      try JSON.parse(String(contentsOf: file, encoding: .utf8)).array)
    #expect(cases.count > 10)
    for one in cases {
      let fields = try #require(one.object)
      let reason = try #require(Reason(fields["reason"]))
      #expect(reason.json == fields["reason"])
      for (tag, said) in fields["said"]?.object ?? [:] {
        let voice = try tag == "log" ? .log : Voice(#require(Language(rawValue: tag)))
        #expect(voice.say(reason) == said.string)
      }
    }
  }

  @Test func laterCodesAreReadAsText() {
    let later = #"{"code":"of.later","values":{"a":1}}"#
    #expect(Reason(text: "words", try? JSON.parse(later)).verbatim == "words")
    let nested = #"{"code":"held.on","values":{"region":"a","reason":[{"code":"of.later"}]}}"#
    #expect(Reason(text: "words", try? JSON.parse(nested)).verbatim == "words")
    #expect(Reason(text: "old", nil).text == "old")
    #expect(Reason(verbatim: "a {b}").text == "a {b}")
  }

  @Test func logHasTimesInItsZone() {
    let reason = Reason("event.entry", ["time": .text("2026-06-03T09:00:00.200Z")])
    let zone = Voice.log.times(in: Zone { _ in 3600 })
    #expect(zone.say(reason) == "10:00:00.2 entry confirmed, without an event")
  }

  @Test func valuesAreSetIn() {
    let values: KeyValuePairs = ["time": "12 s", "name": "{time}"]
    let said = Voice(.german).say("approach: {name} in {time}", values)
    #expect(said == "Annäherung: {time} in 12 s")
    #expect(
      Voice(.english).say("approach: {name} in {time}", values) == "approach: {time} in 12 s")
    #expect(Voice(.french).say("{none}, no sentence") == ", no sentence")
  }

  @Test func distancesAreShort() {
    #expect(Voice(.english).metres(-12.4) == "12 m")
    #expect(Voice(.english).metres(1234) == "1.2 km")
    #expect(Voice(.spanish).metres(1234) == "1,2 km")
  }
}
