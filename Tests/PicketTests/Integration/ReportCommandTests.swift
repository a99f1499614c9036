import Foundation
@testable import PicketCommand
import Records
import Testing

struct ReportCommandTests {
  private let regions = """
    {"type":"FeatureCollection","features":[{"type":"Feature","id":"ring",
    "properties":{"radius":50},"geometry":{"type":"Point","coordinates":[15,47]}}]}
    """

  private func folder() throws -> (TemporaryFolder, walk: String, regions: String) {
    let folder = try TemporaryFolder()
    let walk = try folder.write(
      Epoch.ride.map { $0.report(device: "/dev/gps") }.joined(separator: "\n"), to: "ride.json")
    return (folder, walk, try folder.write(regions, to: "regions.geojson"))
  }

  @Test(arguments: [
    ("walk.html", "<!DOCTYPE html>"), ("walk.gpx", "<?xml"), ("walk.geojson", "{\"type\""),
  ]) func endingSelectsTheFormat(name: String, start: String) throws {
    let (folder, walk, regions) = try folder()
    let run = try PicketCommandRun(
      "report", walk, "--regions", regions, "-o", "\(folder.path)/\(name)")
    #expect(run.status == 0 && run.output.isEmpty && run.log.isEmpty)
    let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    #expect(text.hasPrefix(start))
    #expect(text.contains("ring"))
  }

  @Test func pageNamesTheLocalTimeZone() throws {
    let (folder, walk, regions) = try folder()
    let zone = ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]
    func page(_ words: String...) throws -> String {
      try PicketCommandRun(
        ["report", "-o", "-", "--regions", regions] + words, environment: zone
      ).output
    }
    let local = try page(walk)
    let start = "\"zones\":[{\"from\":1780477200000,\"ahead\""
    #expect(local.contains("\(start):7200}]"))
    #expect(try page(walk, "--utc").contains("\(start):0}]"))
    #expect(try page(walk, "--format", "gpx").contains("<time>2026-06-03T09:00:00.000Z</time>"))
    let events = "\(folder.path)/events.jsonl"
    _ = try PicketCommandRun("replay", walk, "--regions", regions, "--events", events)
    #expect(try page("--events", events).contains("\"ahead\":7200}]"))
    #expect(try page("--events", events, "--utc").contains("\"ahead\":0}]"))
  }

  @Test func dashIsStandardOutput() throws {
    let (folder, walk, regions) = try folder()
    let page = try PicketCommandRun("report", walk, "--regions", regions, "-o", "-")
    #expect(page.status == 0, "\(page.log)")
    #expect(page.output.hasPrefix("<!DOCTYPE html>"))
    let gpx = try PicketCommandRun(
      "report", walk, "--regions", regions, "-o", "-", "--format", "gpx")
    #expect(gpx.status == 0 && gpx.output.hasPrefix("<?xml"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func twoWalksAreDrawnSideBySide() throws {
    let (folder, walk, regions) = try folder()
    let lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n")
    let second = try folder.write(
      lines.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: "\n"),
      to: "second.json")
    for (words, names) in [
      ([walk, second], ["ride", "second"]),
      ([walk, "--sense", "quiet"], ["as configured", "quiet"]),
    ] {
      let run = try PicketCommandRun(["report", "--regions", regions, "-o", "-"] + words)
      #expect(run.status == 0 && run.log.isEmpty, "\(run.log)")
      #expect(run.output.contains("\"pairs\":[{"))
      let quoted = names.map { "\"\($0)\"" }.joined(separator: ",")
      #expect(run.output.contains("\"other\":{\"names\":[\(quoted)]"))
    }
  }

  @Test func recordedWalkIsComparedWithAnotherSense() throws {
    let folder = try TemporaryFolder()
    var course = RecordedCourse(seed: 5)
    try course.start(in: folder.path)
    try course.go(400)
    try course.end()
    let run = try PicketCommandRun(
      "report", "\(folder.path)/walk", "-o", "-", "--sense", "quick")
    #expect(run.status == 0 && run.log.isEmpty, "\(run.log)")
    #expect(run.output.contains("\"pairs\":[{"))
  }

  @Test func journalIsDrawn() throws {
    let (folder, walk, regions) = try folder()
    let events = "\(folder.path)/events.jsonl"
    let replay = try PicketCommandRun("replay", walk, "--regions", regions, "--events", events)
    #expect(replay.status == 0)
    let run = try PicketCommandRun("report", "--events", events, "-o", "\(folder.path)/j.html")
    #expect(run.status == 0)
    let page = try String(contentsOfFile: "\(folder.path)/j.html", encoding: .utf8)
    #expect(page.contains("\"isJournal\":true") && page.contains("\"ring\""))
    let german = try PicketCommandRun("report", "--events", events, "--language", "de", "-o", "-")
    #expect(german.output.contains("<html lang=\"de\">"))
    let wrong = try PicketCommandRun("report", walk, "--language", "it", "-o", "-")
    #expect(wrong.status == 2 && wrong.log.contains("give en, de, fr or es"))
  }

  @Test func recordedWalkIsDrawn() throws {
    let folder = try TemporaryFolder()
    var course = RecordedCourse(seed: 5)
    try course.start(in: folder.path)
    try course.go(400)
    try course.end()
    let page = "\(folder.path)/walk.html"
    let run = try PicketCommandRun("report", "\(folder.path)/walk", "-o", page)
    #expect(run.status == 0 && run.log.isEmpty, "\(run.log)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("<h1><bdi>walk</bdi></h1>"))
    #expect(!text.contains("\"differences\":"))
    #expect(!course.events.isEmpty)
    let none = try PicketCommandRun("report", folder.path, "-o", page)
    #expect(none.status == 1 && none.log.contains("give the folder of a walk"))
    #expect(try String(contentsOfFile: page, encoding: .utf8) == text)
  }

  @Test func nameKeepsItsDots() throws {
    let folder = try TemporaryFolder()
    let walk = "\(folder.path)/gate.a"
    try FileManager.default.createDirectory(atPath: walk, withIntermediateDirectories: false)
    #expect(Report.name(of: walk) == "gate.a" && Report.name(of: "\(walk)/") == "gate.a")
    #expect(Report.name(of: "walks/gate.a.json.xz") == "gate.a")
    #expect(Report.name(of: ".gate") == ".gate")
    #expect(Report.name(of: "-") == "Walk")
  }

  @Test func impossibleReportsHaveTheirExitCodes() throws {
    let (folder, walk, regions) = try folder()
    let none = "\(folder.path)/none"
    let empty = try folder.write("", to: "empty.json")
    let runs: [(Int32, String, [String])] = [
      (2, ".html, .gpx or .geojson", [walk, "-o", "walk.pdf"]),
      (2, "either a walk or --events", [walk, "--events", walk, "-o", "walk.html"]),
      (2, "as a page only", ["--events", walk, "-o", "walk.gpx"]),
      (2, "two can be compared", [walk, walk, walk, "-o", "walk.html"]),
      (2, "give one of these", [walk, walk, "--sense", "even", "-o", "walk.html"]),
      (2, "run board/score --rules in", [walk, "--rule", "raw", "-o", "walk.html"]),
      (2, "--map is drawn on a page", [walk, "--map", walk, "-o", "walk.gpx"]),
      (1, "there is no such file", [walk, "--map", none, "-o", "walk.html"]),
      (1, "this is GeoJSON", [walk, "--map", walk, "-o", "walk.html"]),
      (2, "only once", ["-", "--sense", "quick", "-o", "walk.html"]),
      (2, "on a page only", [walk, "--sense", "quick", "-o", "walk.gpx"]),
      (2, "no fixes to compare", ["--events", walk, "--sense", "quick", "-o", "walk.html"]),
      (1, "No such file", [none, "-o", "walk.html"]),
      (1, "is empty", [empty, "-o", "walk.html"]),
      (1, "contains no journal", ["--events", walk, "-o", "walk.html"]),
      (74, "give another file with -o", [walk, "-o", "\(none)/walk.html"]),
    ]
    for (status, words, arguments) in runs {
      let run = try PicketCommandRun(
        ["report", "--regions", regions] + arguments)
      #expect(run.status == status, "\(arguments)")
      #expect(run.log.contains(words), "\(arguments): \(run.log)")
      #expect(run.log.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: "walk.html"))
  }
}
