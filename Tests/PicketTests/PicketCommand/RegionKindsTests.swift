import Foundation
import RegionFiles
import Testing

/// Commands that make each kind of region that a file can hold, on a file of their own.
struct RegionKindsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(WrongRegionTests.regions(), to: "regions.geojson")
  }

  private func run(_ words: String...) throws -> PicketCommandRun {
    try PicketCommandRun(words + ["--regions", path])
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func properties(_ id: String) throws -> String? {
    let document = try RegionsDocument(path: path)
    return document.features.first { RegionsDocument.identifier(of: $0) == id }?["properties"]?.line
  }

  @Test func gateOfTwoEndsIsAdded() throws {
    let added = try run(
      "regions", "add", "finish", "--gate", "-33.9000,18.5,-33.9,18.5010", "--heading", "315-45",
      "--after", "zone", "--once")
    #expect(added.status == 0, "\(added.log)")
    #expect(added.output.hasPrefix("added finish: gate of 2 corners"))
    #expect(
      try properties("finish")
        == #"{ "gate": true, "after": "zone", "heading": [315, 45], "once": true }"#)
    #expect(try text().contains(#""coordinates": [[18.5, -33.9000], [18.5010, -33.9]]"#))
  }

  @Test func circleOfExcludeBecomesADisabledRegion() throws {
    let added = try run(
      "regions", "add", "yard", "--circle", "46,14,50", "--exclude", "46.0001,14,10", "--exclude",
      "field,zone", "--exclude", "46,14.0002,5")
    #expect(added.status == 0, "\(added.log)")
    #expect(
      try properties("yard")
        == #"{ "radius": 50, "exclude": ["field", "zone", "yard-hole", "yard-hole-2"] }"#)
    #expect(try properties("yard-hole-2") == #"{ "radius": 5, "enabled": false }"#)
  }

  @Test func holesAreRemovedWithTheirRegion() throws {
    _ = try run(
      "regions", "add", "yard", "--circle", "46,14,50", "--exclude", "46.0001,14,10", "--exclude",
      "zone", "--exclude", "46,14.0002,5")
    _ = try run("regions", "set", "field", "exclude", "yard-hole-2")
    let removed = try run("regions", "remove", "yard")
    #expect(removed.output.hasPrefix("removed yard\nalso removed yard-hole\n"), "\(removed.log)")
    #expect(try properties("yard-hole") == nil && properties("zone") != nil)
    #expect(try properties("yard-hole-2") == #"{ "radius": 5, "enabled": false }"#)
    _ = try run("regions", "set", "field", "exclude", "--unset")
    _ = try run("regions", "remove", "yard-hole-2")
    #expect(try properties("yard-hole-2") == nil)
  }

  @Test func ownRegionIsNoHole() throws {
    _ = try run("regions", "add", "yard-hole-old", "--circle", "46,14,5")
    _ = try run("regions", "set", "yard-hole-old", "enabled", "false")
    let own = try properties("yard-hole-old")
    #expect(own == #"{ "radius": 5, "enabled": false }"#)
    _ = try run("regions", "add", "yard", "--circle", "46,14,50", "--exclude", "yard-hole-old")
    let removed = try run("regions", "remove", "yard")
    #expect(removed.output.hasPrefix("removed yard\n"), "\(removed.log)")
    #expect(try properties("yard-hole-old") == own)
  }

  @Test func oldEndOfAGateIsRefused() throws {
    let kept = #"{"region":"start","time":"2026-01-01T00:00:00Z","lat":46.5,"lon":-14.25}"#
    try kept.write(toFile: "\(path).gate", atomically: false, encoding: .utf8)
    let late = try run("regions", "add", "start", "--gate", "--here")
    #expect(late.status == 1)
    #expect(
      late.log.hasPrefix("picket: the first end that was kept is of 2026-01-01T"), "\(late.log)")
    #expect(
      late.log.hasSuffix(
        "; remove \(path).gate to begin anew, or keep that end with "
          + "--gate 46.5,-14.25 --here\n"), "\(late.log)")
    #expect(try String(contentsOfFile: "\(path).gate", encoding: .utf8) == kept)
  }

  @Test func severalPropertiesAreSetAtOnce() throws {
    let set = try run(
      "regions", "set", "field", "remind=5m", "remindSide=inside", "note=a=b", "exclude=zone")
    #expect(set.status == 0, "\(set.log)")
    #expect(
      set.output.hasPrefix("set remind of field to 300 s\nset remindSide of field to inside\n"))
    #expect(
      try properties("field")
        == #"{ "remind": 300, "remindSide": "inside", "note": "a=b", "exclude": ["zone"] }"#)
    let unset = try run("regions", "set", "field", "remind", "remindSide", "exclude", "--unset")
    #expect(unset.status == 0, "\(unset.log)")
    #expect(try properties("field") == #"{ "note": "a=b" }"#)
  }

  @Test func oneWrongPropertySetsNone() throws {
    let before = try text()
    let wrong = try run("regions", "set", "field", "dwell=5m", "remind=1")
    #expect(wrong.status == 1)
    #expect(wrong.log.contains("(\"field\"): remind is 1; give seconds from 5 to 86400"))
    #expect(try text() == before)
  }

  @Test func courseIsMadeInOrder() throws {
    let made = try run("course", "make", "gate", "zone", "field")
    #expect(made.status == 0, "\(made.log)")
    #expect(made.output.hasPrefix("the course is gate, then zone, then field\n"))
    #expect(try properties("gate") == #"{ "gate": true, "once": true }"#)
    #expect(
      try properties("zone") == #"{ "radius": 60, "class": "yard", "after": "gate", "once": true }"#
    )
    #expect(try properties("field") == #"{ "after": "zone", "once": true }"#)
    let turned = try run("course", "make", "field", "zone", "gate")
    #expect(turned.status == 0, "\(turned.log)")
    #expect(try properties("field") == #"{ "once": true }"#)
    let before = try text()
    let missing = try run("course", "make", "gate", "zoen")
    #expect(missing.status == 1)
    #expect(missing.log.contains(#"there is no region "zoen"; did you mean "zone"?"#))
    #expect(try text() == before)
  }

  @Test(arguments: [
    (
      ["regions", "add", "x", "--gate", "46,14,46"],
      "--gate 46,14,46: give latitude and longitude of both ends, such as 51.501,-0.142,51.5015,-0.142, or --here"
    ),
    (
      ["regions", "add", "x", "--circle", "46,14,9", "--heading", "45"],
      "heading is not two numbers"
    ),
    (["regions", "add", "x", "--circle", "46,14,9", "--dwell", "soon"], #"dwell is "soon"; give"#),
    (
      ["regions", "add", "x", "--circle", "46,14,9", "--remind-side", "inside"],
      "--remind-side needs --remind"
    ),
    (
      ["regions", "set", "field", "dwell=5", "sense"],
      "sense: give property=value, such as dwell=5m"
    ),
    (["regions", "set", "field", "dwell=5", "dwell=6"], "dwell is there twice; give it once"),
    (
      ["regions", "set", "field", "dwell", "5", "sense"],
      "give one property and its value, or property=value for each, such as dwell=5"
    ),
    (["regions", "set", "field", "dwell", "5", "--unset"], "give a value or --unset, not both"),
    (["course", "make", "field"], "a course has two places or more; give the next one, too"),
    (["course", "make", "field", "zone", "field"], "field is there twice; give each place once"),
  ])
  func wrongUseHasOneLine(_ words: [String], _ line: String) throws {
    let before = try text()
    let wrong = try PicketCommandRun(words + ["--regions", path])
    #expect(wrong.status == 2)
    #expect(wrong.log.hasPrefix("picket: \(line)"), "\(wrong.log)")
    #expect(wrong.log.split(separator: "\n").count == 1)
    #expect(try text() == before)
  }

  @Test(arguments: [
    (
      ["regions", "add", "x", "--circle", "46,14,9", "--exclude", "96,14,9"],
      "--exclude: the latitude"
    ),
    (
      ["regions", "add", "x", "--circle", "46,14,9", "--exclude", "zoen"], "did you mean \"zone\"?"
    ),
    (
      ["regions", "set", "gate", "dwell", "5"],
      "dwell is for a region with an inside, and this is a gate"
    ),
    (
      ["regions", "add", "x", "--gate", "46,14,46,214"], "--gate: the longitude 214 is out of range"
    ),
  ])
  func wrongPlaceIsNotWritten(_ words: [String], _ line: String) throws {
    let before = try text()
    let wrong = try PicketCommandRun(words + ["--regions", path])
    #expect(wrong.status == 1)
    #expect(wrong.log.contains(line), "\(wrong.log)")
    #expect(try text() == before)
  }
}
