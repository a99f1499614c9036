import Board
import Desk
import Foundation
import Picket
import RegionFiles
import Testing

/// The recordings of the tests and of `board`.
enum Recording {
  /// Logs of real receivers, in the test bundle.
  static func log(_ name: String) throws -> String {
    let folder = try #require(Bundle.module.url(forResource: "Captures", withExtension: nil))
    return folder.appendingPathComponent("gpsd-logs/\(name)").path
  }

  /// The scored walks in `board`.
  static func walk(_ name: String) -> String { beside("scored/\(name)") }

  /// The recordings whose true path is known, in `board`.
  static func real(_ name: String) -> String { beside("real/\(name)") }

  private static func beside(_ name: String) -> String {
    root.appendingPathComponent("board/walks/\(name)").path
  }

  /// The folder of the sources of Picket.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether gpsd here is of the release whose decoding made the expected events: others have other errors,
  /// and reports of one epoch in another order.
  static let isDecodedByThatRelease: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gpsdecode")
    process.arguments = ["-V"]
    let output = Pipe()
    // gpsd 3.22 prints its release to standard error.
    (process.standardOutput, process.standardError) = (output, output)
    guard (try? process.run()) != nil else { return false }
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return said.contains("3.22")
  }()

  /// Unpacks an .xz file into a folder.
  static func unpacked(_ path: String, in folder: TemporaryFolder) throws -> String {
    let output = URL(fileURLWithPath: "\(folder.path)/unpacked")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xz")
    process.arguments = ["-dc", path]
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return output.path
  }

  /// The lines of a text file.
  static func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Plays a recording with the regions in a file.
  static func replay(
    _ path: String, regions: String
  ) throws -> (events: [String], tally: Tally) {
    let (watched, problems) = RegionsFile.check(path: regions, rules: Configuration().regionRules)
    #expect(problems.isEmpty)
    var replay = CaptureReplay(regions: watched, blindLimit: .seconds(10))
    var events: [String] = []
    try Capture.forEachLine(of: path) { line in
      for case .event(let event) in replay.play(line) { events.append(event.json) }
    }
    return (events, replay.tally)
  }
}
