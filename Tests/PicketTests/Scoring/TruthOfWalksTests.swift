import Desk
import Foundation
import Geofence
@testable import Scoring
import Testing

/// Truths of whole walks, recorded and simulated: events at the right times score without a mistake.
struct TruthOfWalksTests {
  @Test func recordingsScorePerfectly() throws {
    let score = try Self.perfectScore(of: Self.board("walks/real"))
    #expect(score.required == 316)
  }

  @Test func simulatedWalksOfEachKindScorePerfectly() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [
      "-Bc", "import pathlib, sys, simulated_walks as s; s.write(pathlib.Path(sys.argv[1]), 1, 1)",
      folder.path,
    ]
    process.environment = ["PYTHONPATH": Self.board("lib")]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let score = try Self.perfectScore(of: folder.path)
    #expect(score.required > 50)
  }

  /// The score of events at the exact times of the crossings in each truth of a folder.
  private static func perfectScore(of folder: String) throws -> Score {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    var score = Score()
    for name in names where name.contains(".truth.json") {
      let truth = try Truth(path: "\(folder)/\(name)")
      let events = truth.regions.flatMap { id, region in
        region.slots.filter { [.required, .brief].contains($0.kind) }.map { slot in
          Event(
            sequence: 1, kind: slot.event, region: id, time: slot.passed,
            coordinate: Coordinate(latitude: 0, longitude: 0))
        }
      }
      #expect(score.add(truth, events: events).isEmpty, "\(name)")
    }
    #expect(score.missed == 0 && score.spurious == 0 && score.briefReported == score.brief)
    #expect(score.required == 0 || score.delay(1) == 0)
    return score
  }

  private static func board(_ path: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("board/\(path)").path
  }
}
