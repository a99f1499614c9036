import Base
import Foundation
import Glibc
import Testing

/// Approach cues of a real picket, and of its replays, which play none.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct CueRunTests {
  private static let approach = #","approach":6,"approachFrom":"both""#

  /// The ring with a cue, and perhaps with hours.
  private static func regions(_ hours: String? = nil) -> String {
    let active = hours.map { #","active":"\#($0)""# } ?? ""
    return Epoch.regions(approach + active)
      .replacing(#""features""#, with: #""timezone":"<UTC>0","features""#)
  }

  /// A picket whose carrier rides towards the ring, and is 2 s before its border.
  private static func nearTheBorder(
    _ gpsd: FakeGPSD, _ configuration: String = "", hours: String? = nil,
    sending request: String? = nil
  ) async throws -> PicketProcess {
    let picket = try PicketProcess(
      port: gpsd.port, regions: regions(hours),
      configuration: """
        [signal.ready]
        [signal.sighted]
        [signal.enter]
        led = "100"
        \(configuration)
        """, environment: ["TZ": "UTC0"])
    try await gpsd.accept(from: picket)
    if let request { #expect(try await ControlTalk(picket).ask(request).refusal == nil) }
    for epoch in Epoch.ride[...18] { gpsd.report(epoch) }
    return picket
  }

  private static func count(_ words: String, in picket: PicketProcess) -> Int {
    picket.output.components(separatedBy: words).count - 1
  }

  @Test func cueIsHeardAndSeen() async throws {
    let gpsd = FakeGPSD()
    let picket = try await Self.nearTheBorder(gpsd)
    await eventually("it ticks") { Self.count("buzzer active", in: picket) >= 3 }
    #expect(picket.output.contains("    approach cue: ring\n    buzzer active\n"))
    #expect(picket.end().status == 0)
  }

  @Test(
    arguments: [
      ("[quiet]\nfrom = \"08:00\"\nto = \"10:00\"", nil), ("[quiet]\nmute = true", nil),
      ("", #"{"do":"mute"}"#),
    ] as [(String, String?)])
  func quietHoursAndMutesKeepTheLight(_ configuration: String, _ request: String?) async throws {
    let gpsd = FakeGPSD()
    let picket = try await Self.nearTheBorder(gpsd, configuration, sending: request)
    await eventually("the light ticks") { Self.count("led active", in: picket) >= 3 }
    #expect(picket.output.contains("approach cue: ring"))
    #expect(picket.end().status == 0)
    #expect(Self.count("buzzer active", in: picket) == 0)
  }

  @Test func nothingTicksOutsideTheHours() async throws {
    let gpsd = FakeGPSD()
    let picket = try await Self.nearTheBorder(gpsd, hours: "09:01-10:00")
    await eventually("the fixes are there") {
      (try? await ControlTalk(picket).ask(#"{"do":"status"}"#))?.text("time")?.contains("09:00:1")
        == true
    }
    #expect(picket.end().status == 0)
    #expect(!picket.output.contains("approach cue"))
    #expect(!picket.output.contains("active"))
  }

  /// The seconds of cue of a replay of the ride from 09:00 to 09:01.
  @Test(
    arguments: [
      (nil, 8...16), ("08:00-10:00", 8...16), ("09:01-10:00", 0...0), ("08:00-09:00", 0...0),
    ] as [(String?, ClosedRange<Double>)])
  func replayIsSilentOutsideTheHours(_ hours: String?, _ range: ClosedRange<Double>) throws {
    let folder = try TemporaryFolder()
    let regions = try folder.write(Self.regions(hours), to: "regions.geojson")
    let log = try folder.write(
      Epoch.ride.flatMap(\.sentences).map { $0 + "\r\n" }.joined(), to: "ride.nmea")
    let run = try PicketCommandRun("replay", "--summary", "--json", "--regions", regions, log)
    #expect(run.status == 0, "\(run.log)")
    let summary = try #require(run.output.split(separator: "\n").last)
    let cue = try JSON.parse(String(summary)).object?["summary"]?.object?["regions"]
    guard case .array(let all)? = cue, case .number(let seconds)? = all.first?.object?["cue"] else {
      Issue.record("\(summary)")
      return
    }
    #expect(range.contains(seconds))
  }
}
