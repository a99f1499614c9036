import Base
import Foundation
@testable import PicketPage
import Testing

/// The records of the past that can be requested, and their programs.
struct PastRecordTests {
  @Test func argumentsNameARecording() throws {
    for (arguments, recording) in [
      (["walk": "ride", "format": "gpx"], PastRecord.walk("ride", .gpx)),
      (["walk": "..", "format": "capture"], .walk("..", .capture)),
      (["recording": "tour.gpx", "format": "geojson"], .recording("tour.gpx", .geojson)),
      (["format": "jsonl"], .journal(day: nil, .jsonl)),
      (["day": "2026-06-03", "format": "html"], .journal(day: "2026-06-03", .html)),
    ] {
      #expect(try PastRecord(arguments, form: nil) == recording)
    }
    #expect(try PastRecord(["walk": "ride"], form: .html) == .walk("ride", .html))
  }

  @Test func otherArgumentsAreRefused() {
    for arguments in [
      [:], ["walk": "a"], ["format": "pdf"], ["walk": "a", "format": "jsonl"],
      ["format": "gpx"], ["day": "2026-06-3", "format": "html"],
      ["day": "--regions", "format": "html"], ["day": "2026-13-40", "format": "html"],
      ["day": "2026-06-03", "walk": "a", "format": "html"], ["path": "/etc", "format": "html"],
      ["recording": "a", "format": "capture"], ["recording": "a", "walk": "a", "format": "html"],
    ] {
      #expect(throws: Denial.self, "\(arguments)") { try PastRecord(arguments, form: nil) }
    }
  }

  @Test func fileNamesArePlain() throws {
    let name = "a\"b/..\r\nSet-Cookie: é"
    #expect(
      try PastRecord(["walk": name, "format": "gpx"], form: nil).fileName
        == "a_b_..__Set-Cookie___.gpx")
    #expect(
      try PastRecord(["recording": "a b.gpx", "format": "gpx"], form: nil).fileName
        == "a_b.gpx.report.gpx")
    #expect(
      try PastRecord(["day": "2026-06-03", "format": "jsonl"], form: nil).fileName
        == "journal-2026-06-03.jsonl")
  }

  @Test func onlyListedNamesLeadToWalks() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in ["walks/ride", "walks/.hidden", "other", "walks/a b"] {
      try manager.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    _ = try folder.write("{}", to: "walks/file")
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/walks/link", withDestinationPath: "\(folder.path)/other")
    let shelf = WalkShelf(folder: "\(folder.path)/walks")
    #expect(try shelf.path(of: "ride") == "\(folder.path)/walks/ride")
    #expect(try shelf.path(of: "a b") == "\(folder.path)/walks/a b")
    for name in [
      "", ".", "..", "../other", "ride/", "ride/../ride", "/etc", "link", "file", ".hidden", "Ride",
      "ride\u{0}", "..%2fother", "%2e%2e", "ride\n", "\(folder.path)/walks/ride",
    ] {
      #expect(throws: Denial.self, "\(name)") { try shelf.path(of: name) }
    }
    // Before the first walk there is no folder.
    #expect(throws: Denial(404, Reason("denied.noWalk", ["name": .text("\"ride\"")]))) {
      try WalkShelf(folder: "\(folder.path)/no").path(of: "ride")
    }
  }

  @Test func reportPolicyAddsASandbox() {
    let page = """
      <!DOCTYPE html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'sha256-a+b/c='"></head>
      """
    #expect(
      ReportPolicy.policy(of: Array(page.utf8))
        == "default-src 'none'; style-src 'sha256-a+b/c='; sandbox allow-scripts allow-downloads; "
        + "frame-ancestors 'none'")
    for page in [
      "", "<html>", #"<meta http-equiv="Content-Security-Policy" content=""#,
      #"<meta http-equiv="Content-Security-Policy" content="">"#,
      "<meta http-equiv=\"Content-Security-Policy\" content=\"a\r\nSet-Cookie: b\">",
    ] {
      #expect(ReportPolicy.policy(of: Array(page.utf8)) == nil, "\(page)")
    }
  }
}
