import Base
import Desk
import Foundation
import Geofence
import Glibc
@testable import Picket
import RegionFiles
import Testing

struct WalkFilesTests {
  /// A walk of some minutes in its own folder.
  private static func recorded(in folder: TemporaryFolder) throws -> Walk {
    var course = RecordedCourse(seed: 7)
    try course.go(50)
    try course.start(in: folder.path)
    try course.go(300)
    try course.end()
    return try Walk(path: "\(folder.path)/walk")
  }

  @Test func truncatedWalkIsPlayedToItsEnd() throws {
    let folder = try TemporaryFolder()
    let whole = try Self.recorded(in: folder)
    let entries = try Data(contentsOf: URL(fileURLWithPath: whole.folder.entries))
    let reports = try Data(contentsOf: URL(fileURLWithPath: whole.reports))
    let first = try #require(entries.firstIndex(of: 0x0a)) + 1
    var random = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      let end = Int.random(in: first...entries.count - 1, using: &random)
      try entries.prefix(end).write(to: URL(fileURLWithPath: whole.folder.entries))
      let cut = reports.prefix(Int.random(in: 200...reports.count, using: &random))
      try cut.write(to: URL(fileURLWithPath: whole.reports))
      let walk = try Walk(path: whole.folder.path)
      #expect(walk.notices.contains { $0.wrong.contains("the walk has no end") })
      #expect(walk.events == Array(whole.events.prefix(walk.events.count)))
      // The events before the cut in both files are the same.
      let played = try WalkReplayTests.play(walk)
      let lines = cut.split(separator: 0x0a).count - (cut.last == 0x0a ? 0 : 1)
      let count = zip(whole.entries, walk.entries).prefix { $0.1.report < lines }.reduce(0) {
        if case .event = $1.1.entry { $0 + 1 } else { $0 }
      }
      #expect(Array(played.prefix(count)) == Array(whole.events.prefix(count)))
    }
  }

  @Test func onlyTheDamagedLineIsLost() throws {
    let folder = try TemporaryFolder()
    let whole = try Self.recorded(in: folder)
    var lines = try Recording.lines(of: whole.folder.entries)
    lines[3] = "{\"seq\":"
    lines.insert("{\"news\":1,\"report\":2}", at: 5)
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: "walk/walk.jsonl")
    let walk = try Walk(path: whole.folder.path)
    #expect(walk.entries.count == whole.entries.count - 1)
    #expect(walk.notices.map(\.place) == [.text(line: 4, column: 1)])
  }

  @Test(arguments: [
    ("", "this is not the first line of a walk"), ("{}", "this is not the first line of a walk"),
    ("{\"seq\":1}", "this is not the first line of a walk"),
    ("{\"walk\":2}", "written by a newer Picket (format 2, this release reads 1)"),
    ("{\"walk\":1}", "the first line of the walk is damaged"),
  ])
  func otherFilesAreRefusedWithARemedy(line: String, wrong: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(line + "\n", to: "walk.jsonl")
    do {
      _ = try Walk(path: folder.path)
      Issue.record("the walk was read")
    } catch {
      #expect(error.wrong == wrong)
      #expect(error.place == .text(line: 1, column: 1))
      #expect(error.remedy != nil)
    }
    #expect(throws: Problem.self) { try Walk(path: "\(folder.path)/none") }
  }

  @Test func recordedNoteOfAnyLengthIsRead() throws {
    let folder = try TemporaryFolder()
    let whole = try Self.recorded(in: folder)
    let note = String(repeating: "n", count: 2000)
    let regions = try String(contentsOfFile: whole.regionsPath, encoding: .utf8)
    _ = try folder.write(
      regions.replacingOccurrences(of: #"Gate \"A\""#, with: note), to: "walk/regions.geojson")
    let notes = try Walk(path: whole.folder.path).regions().map(\.note)
    #expect(notes.contains(note), "\(notes)")
  }

  @Test func changedRegionsAndReleaseAreReported() throws {
    let folder = try TemporaryFolder()
    let whole = try Self.recorded(in: folder)
    let regions = try String(contentsOfFile: whole.regionsPath, encoding: .utf8)
    _ = try folder.write(
      regions.replacingOccurrences(of: "\"radius\":40", with: "\"radius\":45"),
      to: "walk/regions.geojson")
    var lines = try Recording.lines(of: whole.folder.entries)
    lines[0] = lines[0].replacingOccurrences(of: "\"picket\":\"", with: "\"picket\":\"9.")
    lines[0] = lines[0].replacingOccurrences(of: "\"covariance\"", with: "\"precision\"")
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: "walk/walk.jsonl")
    let walk = try Walk(path: whole.folder.path)
    let notices = try WalkReplay(walk).notices.map(\.wrong)
    #expect(notices.count == 3)
    #expect(notices[0].contains("recorded by Picket 9."))
    #expect(notices[1].contains("the crossings that were pending at its start cannot be read"))
    #expect(notices[2].contains("has been changed since the walk was recorded"))
    #expect(try !WalkReplayTests.play(walk).isEmpty)
  }

  @Test func regionsAreReadBack() throws {
    var regions = RecordedCourse.regions(2)
    regions[0].cushion = 0.1 + 0.2
    regions[0].category = "school"
    regions[0].exclude = ["far", "path"]
    regions[1].isEnabled = false
    let usual = WalkStart.Thresholds(RegionSettings())
    var configuration = Configuration()
    configuration.outputs.signals["own"] = configuration.outputs.signals["enter"]
    let (again, problems) = RegionsFile.check(
      RegionsText(usual: usual).text(regions), file: "f", rules: configuration.regionRules)
    #expect(problems.isEmpty)
    #expect(again == regions)
  }

  @Test(arguments: Sense.allCases)
  func sensesAreReadBackForEveryDefault(_ usual: Sense) {
    var settings = RegionSettings()
    settings.sense = usual
    var regions = RecordedCourse.regions(2)
    for index in regions.indices { regions[index].sense = Sense.allCases[index % 3] }
    let text = RegionsText(usual: WalkStart.Thresholds(settings)).text(regions)
    let (again, problems) = RegionsFile.check(text, file: "f", rules: RegionRules(settings))
    #expect(problems.isEmpty)
    #expect(again.map(\.sense) == regions.map(\.sense))
  }

  @Test func walkWithoutASenseIsEven() throws {
    let folder = try TemporaryFolder()
    let whole = try Self.recorded(in: folder)
    var lines = try Recording.lines(of: whole.folder.entries)
    #expect(lines[0].contains(#","sense":"even""#))
    lines[0] = lines[0].replacingOccurrences(of: #","sense":"even""#, with: "", options: [])
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: "walk/walk.jsonl")
    let walk = try Walk(path: whole.folder.path)
    #expect(walk.start.usual.sense == nil)
    #expect(try walk.regions() == whole.regions())
  }

  @Test func onlyUserAndGroupCanRead() throws {
    let folder = try TemporaryFolder()
    let walk = try Self.recorded(in: folder)
    for name in try Directory.names(in: walk.folder.path) {
      var status = stat()
      #expect(stat(walk.folder.file(name), &status) == 0)
      #expect(status.st_mode & 0o777 & ~0o640 == 0, "\(name)")
    }
  }

  @Test(arguments: ["a", "2026-06-03_gate.2", "always", "always-", "always-01", "A-"])
  func lettersDigitsAndSomeSignsAreValid(text: String) throws {
    #expect(try WalkName(text).text == text)
  }

  @Test(arguments: ["", ".", "..", ".a", "a/b", "/a", "a b", "ä", "a\n", "always-1", "a\u{0}"])
  func otherPathsAreRefused(text: String) {
    #expect(throws: WalkName.NameMistake.self) { try WalkName(text) }
  }

  @Test func oldestAutomaticWalksAreRemovedFirst() throws {
    let folder = try TemporaryFolder()
    for name in ["always-2", "always-10", "always-1", "asked"] {
      try Directory.make("\(folder.path)/\(name)")
      _ = try folder.write(Data(count: 300_000), to: "\(name)/reports.json")
    }
    _ = try folder.write("mine", to: "always-1/notes.txt")
    #expect(WalkDirectory.nextNumber(in: folder.path) == 11)
    WalkDirectory.removeOldest(in: folder.path, keeping: 800_000)
    // Files that are not part of a walk stay, and so does their folder.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["always-1", "always-10", "always-2", "asked"])
    #expect(try Directory.names(in: "\(folder.path)/always-1") == ["notes.txt"])
    WalkDirectory.removeOldest(in: folder.path, keeping: 400_000)
    #expect(access("\(folder.path)/always-2", F_OK) != 0)
    #expect(access("\(folder.path)/asked/reports.json", F_OK) == 0)
  }
}
