import Foundation
import Glibc
import Testing

/// Texts of files and gpsd as each command prints them: they cannot control a terminal or look like
/// a line of picket.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct TerminalTests {
  // A title, a colour, clearing of the screen by C1, a forged line, a reversed writing direction.
  private static let words =
    "a\u{1b}]0;title\u{7}\u{1b}[31m\u{9b}2J\r\n2026-06-03T09:00:00.000Z  enter  forged\u{85}\u{2028}"
    + "\u{202e}x\u{2066}y\u{7f}"

  /// The words as JSON, where only the first 32 characters must be escaped.
  private static let inJSON = words.unicodeScalars.reduce(into: "") { text, scalar in
    if scalar.value < 0x20 {
      text += String(format: "\\u%04x", scalar.value)
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  @Test func noCommandPrintsControlCharacters() async throws {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    let manager = NotifySocket(in: folder)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(#","note":"\#(Self.inJSON)""#), speed: 10,
      configuration: "[blind]\nlimit = 3600\n[control]\nsocket = \"s\"", in: folder,
      environment: ["NOTIFY_SOCKET": manager.path])
    let config = picket.file("picket.toml").path
    func run(_ words: String...) throws -> PicketCommandRun {
      let run = try PicketCommandRun(words + ["--config", config])
      Self.expectPlain(run.output, "\(words)")
      Self.expectPlain(run.log, "\(words)")
      return run
    }
    await gpsd.accept(silently: true)
    for line in [
      #"{"class":"VERSION","release":"\#(Self.inJSON)","proto_major":3,"proto_minor":14}"#,
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"\#(Self.inJSON)"}]}"#,
      #"{"class":"ERROR","message":"\#(Self.inJSON)"}"#,
      #"{"class":"\#(Self.inJSON)"}"#, "{\u{9b}\u{1b}[2J",
    ] { gpsd.sendLine(line) }
    await eventually("the error is reported") {
      picket.log.contains("gpsd reports: a\\u{1b}]0;title")
    }
    #expect(try run("walk", "start", "w").status == 0)
    let watch = Process()
    watch.executableURL = PicketProcess.executable
    watch.arguments = ["watch", "--config", config]
    watch.standardOutput = try Self.handle(picket.file("watched"))
    watch.standardError = try Self.handle(picket.file("watched.err"))
    try watch.run()
    defer { watch.terminate() }
    await eventually("it watches") {
      gpsd.report(Epoch.ride[0], device: Self.inJSON)
      return picket.text(of: "watched").contains("2026-06-03 09:00:00")
    }
    for epoch in Epoch.ride { gpsd.report(epoch, device: Self.inJSON) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    gpsd.sendLine(#"{"class":"DEVICE","path":"\#(Self.inJSON)","activated":0}"#)
    await eventually("the loss is reported") {
      picket.log.contains("gpsd has lost the receiver a\\u{1b}]0;title")
    }
    #expect(try run("status", "--verbose").output.contains(#"(a\u{1b}]0;title\u{7}"#))
    #expect(try run("status", "--json").output.contains(#"a\u001b]0;title\u0007"#))
    #expect(try run("mark", Self.words).log.contains("has a control character; give one line"))
    for words in [
      ["status"], ["state", "ring"], ["state", Self.words], ["why"], ["why", "--json"], ["events"],
      ["events", "--json"], ["regions", "list"], ["regions", "list", "--json"],
      ["regions", "show", "ring"], ["regions", "show", Self.words], ["regions", "export"],
      ["regions", "export", "--format", "gpx"], ["walk", "start", Self.words], ["walk", "stop"],
      ["walk", "list"], ["check"], ["outputs", "list"], ["outputs", "test", Self.words],
      ["outputs", "test", "--pattern", Self.words], ["no" + Self.words], ["report", "-o", "-"],
    ] {
      let run = try PicketCommandRun(words + ["--config", config])
      Self.expectPlain(run.output, "\(words)")
      Self.expectPlain(run.log, "\(words)")
    }
    let walk = picket.file("state/walks/w").path
    let regions = picket.file("regions.geojson").path
    for words in [
      ["replay", walk, "--summary", "--compare"], ["replay", walk, "--json"],
      ["replay", walk, "--explain"], ["tune", walk], ["report", walk, "-o", "-"],
      ["report", walk, "-o", "-", "--format", "gpx"],
      ["report", walk, "-o", "-", "--format", "geojson"],
      ["report", "--events", picket.file("state").path, "-o", "-"],
      ["replay", "\(walk)/reports.json", "--regions", regions, "--summary"],
      ["replay", Self.words, "--regions", Self.words], ["tune", Self.words], ["board", Self.words],
    ] {
      let run = try PicketCommandRun(words)
      Self.expectPlain(run.output, "\(words)")
      Self.expectPlain(run.log, "\(words)")
    }
    #expect(picket.end().status == 0)
    watch.waitUntilExit()
    for name in ["out", "err", "watched", "watched.err", "events.jsonl"] {
      Self.expectPlain(picket.text(of: name), name)
    }
    #expect(
      picket.output.contains(#"enter  ring  - a\u{1b}]0;title\u{7}\u{1b}[31m\u{9b}2J\u{d}\n2"#))
    // A second line in a message to the service manager would be another message.
    let messages = manager.messages.filter { $0.hasPrefix("STATUS=") }
    #expect(messages.contains { $0.contains("gpsd has lost the receiver a") })
    for message in messages { Self.expectPlain(message + "\n", "STATUS", lines: 1) }
  }

  @Test func identifiersWithControlCharactersAreRefused() throws {
    let folder = try TemporaryFolder()
    let text = Epoch.regions(#","class":"\#(Self.inJSON)","nte":"\#(Self.inJSON)""#)
      .replacingOccurrences(of: #""id":"ring""#, with: #""id":"\#(Self.inJSON)""#)
    let regions = try folder.write(text, to: "regions.geojson")
    let config = try folder.write("", to: "picket.toml")
    let check = try PicketCommandRun("check", "--config", config, "--regions", regions)
    #expect(check.status == 1)
    Self.expectPlain(check.log, "check", lines: 3)
    #expect(check.log.contains("the identifier \"a\\u{1b}]0;title"))
    #expect(check.log.contains("has a control character; remove it"))
    #expect(check.log.contains("unknown property \"nte\""))
  }

  private static func handle(_ url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  private static func expectPlain(
    _ text: String, _ what: String, lines: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = text.unicodeScalars.first { OneLineTests.controls.contains($0) && $0 != "\n" }
    #expect(
      found == nil, "\(what.onOneLine): U+\(String(found?.value ?? 0, radix: 16))",
      sourceLocation: sourceLocation)
    // In markup, a line end is only a space.
    let isMarkup = text.hasPrefix("<")
    #expect(
      isMarkup || !text.contains("\n2026-06-03T09:00:00.000Z  enter  forged"), "\(what.onOneLine)",
      sourceLocation: sourceLocation)
    guard let lines else { return }
    #expect(text.split(separator: "\n").count == lines, "\(text)", sourceLocation: sourceLocation)
  }
}
