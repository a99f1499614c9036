import Foundation
import Glibc
import Testing

/// A run in which much happens, as its carrier is told of it in each language but English.
@Suite(.timeLimit(.minutes(10)))
struct SpokenLanguagesTests {
  private static let languages = ["de", "fr", "es"]

  /// Words of English that none of these languages has.
  static var english: Regex<AnyRegexOutput> {
    get throws {
      try Regex(
        #"\b(the|since|fix|fixes|is|it|its|and|of|for|at|to|by|from|with|within|until|while|than|that"#
          + #"|carrier|border|side|longer|been|have|were|will|first|last|before|after|inside|outside"#
          + #"|unsure|unknown|sighted|blind|alarm|acknowledged|entered|left|crossed|speed|speeding|fast"#
          + #"|gate|heading|receiver|clock|jump|asleep|once|silent"#
          + #"|metres|seconds|sound|muted|fault|day|today|events|needs|must|cannot|yet|only|any)\b"#
      )
    }
  }

  // From west to east: a gate, a latched ring with a limit of speed, a gate in one direction, and
  // a circle after it.
  private static let regions = """
    {"type":"FeatureCollection","features":[
    \(feature("arc", #""gate":true,"once":true"#, line(14.9987))),
    \(feature("ring", #""radius":50,"latch":true,"maxSpeed":10,"speedLinger":1"#, point(15))),
    \(feature("ziel", #""gate":true,"heading":[180,270]"#, line(15.0008))),
    \(feature("hof", #""radius":20,"after":"ziel","once":true"#, point(15.0014)))
    ]}
    """

  private static func feature(_ id: String, _ properties: String, _ geometry: String) -> String {
    #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"geometry":\#(geometry)}"#
  }

  private static func point(_ east: Double) -> String {
    #"{"type":"Point","coordinates":[\#(east),47]}"#
  }

  private static func line(_ east: Double) -> String {
    #"{"type":"LineString","coordinates":[[\#(east),46.999],[\#(east),47.001]]}"#
  }

  /// Fails for each line that has an English word.
  private func expectNone(
    in text: String, _ language: String, _ face: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let english = try Self.english
    for line in Set(text.split(separator: "\n")) {
      let word = line.firstMatch(of: english)
      #expect(word == nil, "\(language), \(face): \(line)", sourceLocation: sourceLocation)
    }
  }

  private static let ids = ["arc", "ring", "ziel", "hof"]

  /// Asks for everything in each language.
  ///
  /// - Parameter more: What does not change during a run, which must not become blind between fixes.
  private func ask(
    _ picket: PicketProcess, _ stage: String, more: [[String]] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let faces = [["status"], ["why"], ["regions", "list"]] + Self.ids.map { ["why", $0] } + more
    for language in Self.languages {
      for face in faces {
        let run = try PicketCommandRun(
          face + ["--config", picket.file("picket.toml").path], environment: ["LC_ALL": language])
        #expect(!run.output.isEmpty, "\(stage), \(face): \(run.log)")
        try expectNone(
          in: run.output, language, "\(face.joined(separator: " ")), \(stage)",
          sourceLocation: sourceLocation)
      }
    }
  }

  /// Has everything examined in each language; gpsd answers nobody but the controller.
  private func examine(_ picket: PicketProcess) throws {
    for language in Self.languages {
      let run = try PicketCommandRun(
        ["doctor", "--config", picket.file("picket.toml").path], environment: ["LC_ALL": language])
      // Paths stay as they are.
      let text = run.output.replacing(/\/[\w\/.\-]+/, with: "")
      #expect(text.split(separator: "\n").count > 20, "\(run.log)")
      try expectNone(in: text, language, "doctor")
    }
  }

  @Test func carrierIsToldNothingInEnglish() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Self.regions, configuration: "[blind]\nlimit = 60")
    try await gpsd.accept(from: picket)
    await eventually("it is connected") { picket.log.contains("connected to gpsd") }
    let watches = try Self.languages.map {
      try picket.watch(into: "watch-\($0)", environment: ["LC_ALL": $0])
    }
    defer {
      for one in watches {
        kill(one.processIdentifier, SIGKILL)
        one.waitUntilExit()
      }
    }
    try ask(picket, "without a fix", more: Self.ids.map { ["regions", "show", $0] })
    for epoch in Epoch.ride[..<35] { gpsd.report(epoch) }
    await eventually("the entry") { picket.events.contains("enter ring") }
    try ask(picket, "too fast, with an alarm")
    gpsd.report(Epoch(second: 35, east: 90_000))
    gpsd.report(Epoch(second: 36, east: nil))
    try ask(picket, "after a jump")
    for epoch in Epoch.ride[37...] { gpsd.report(epoch) }
    await eventually("the exit") { picket.events.contains("exit ring") }
    try ask(picket, "after the exit")
    // A fix is old before the command comes, if the machine is slow.
    let isDropped = try (61...69).contains { second in
      gpsd.report(Epoch(second: Double(second), east: 150, speed: 0))
      return try PicketCommandRun(
        "drop", "--radius", "30", "--config", picket.file("picket.toml").path
      ).status == 0
    }
    #expect(isDropped)
    try ask(picket, "at anchor")
    gpsd.report(Epoch(second: 70, east: nil))
    await eventually("it is blind") { picket.output.contains("blind: ") }
    try ask(picket, "blind")
    let report = Epoch(second: 80, east: 150).report(device: "/dev/gps")
    gpsd.sendLine(report.replacingOccurrences(of: "2026-06-03", with: "2006-10-18"))
    try ask(picket, "with a wrong date")
    // It takes half a minute without a fix.
    try examine(picket)
    for language in Self.languages {
      let text = picket.text(of: "watch-\(language)")
      #expect(text.contains("ring"), "\(language)")
      try expectNone(in: text, language, "watch")
    }
    #expect(picket.end().status == 0)
  }
}
