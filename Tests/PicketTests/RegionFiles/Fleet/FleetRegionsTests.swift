import Base
import Geofence
import Picket
import RegionFiles
import Testing

/// Regions of a fleet as a file.
enum FleetSample {
  /// A hash as a file may have it.
  static let hash = String(repeating: "7", count: 64)

  static func version(
    _ number: Int, source: String = "fleet/a", hash: String = hash
  ) -> FleetVersion {
    guard let version = FleetVersion(source: source, number: number, sha256: hash) else {
      fatalError("no version: \(source), \(number), \(hash)")
    }
    return version
  }

  /// A file with circles.
  static func text(_ ids: [String], _ properties: String = "", more: String = "") -> String {
    let features = ids.map { id in
      """
      {"type":"Feature","id":"\(id)","properties":{"radius":50\(properties)},\
      "geometry":{"type":"Point","coordinates":[15.0,47.0]}}
      """
    }
    return """
      {"type":"FeatureCollection"\(more),"features":[\(features.joined(separator: ",\n"))]}

      """
  }

  static func regions(_ ids: [String], _ properties: String = "") -> FleetRegions {
    FleetRegions(
      FleetFile.stamped(text(ids, properties), version(3)), file: "fleet.geojson",
      rules: Configuration().regionRules)
  }
}

struct FleetRegionsTests {
  private let rules = Configuration().regionRules

  private func own(_ ids: [String]) -> [Region] {
    RegionsFile.check(FleetSample.text(ids), file: "own", rules: rules).regions
  }

  @Test func stampIsReadBack() {
    let fleet = FleetSample.regions(["a", "b"])
    #expect(fleet.version == FleetSample.version(3))
    #expect(fleet.problems.isEmpty)
    #expect(fleet.regions.map(\.id) == ["a", "b"])
  }

  @Test func stampKeepsThePlacesOfMistakes() {
    let text = FleetSample.text(["a"], #","active":"Mo-"# + "\"")
    let plain = RegionsFile.check(text, file: "f", rules: rules).problems
    let stamped = FleetRegions(
      FleetFile.stamped(text, FleetSample.version(1)), file: "f", rules: rules
    ).problems
    #expect(!plain.isEmpty)
    #expect(stamped == plain)
  }

  @Test(arguments: ["", "{", "[]", "7", "{}", "  ", "\"}\"", "{\"type\":\"FeatureCollection\"}"])
  func stampOfOtherTextsChangesNoRefusal(_ text: String) throws {
    let plain = try #require(RegionsFile.check(text, file: "f", rules: rules).problems.first)
    let stamped = FleetRegions(
      FleetFile.stamped(text, FleetSample.version(1)), file: "f", rules: rules)
    #expect(stamped.problems.first == plain)
  }

  @Test func fileWithAnotherVersionIsRefused() throws {
    let text = FleetSample.text(["a"], more: #","fleet":{"version":99}"#)
    let fleet = FleetRegions(
      FleetFile.stamped(text, FleetSample.version(1)), file: "f", rules: rules)
    let problem = try #require(fleet.problems.first)
    #expect(problem.wrong == #"this is not JSON: "fleet" appears twice"#)
    #expect(fleet.regions.isEmpty)
  }

  @Test func fileWithoutAVersionIsRefused() {
    let fleet = FleetRegions(FleetSample.text(["a"]), file: "f", rules: rules)
    #expect(
      fleet.problems.map(\.description) == [
        "f: fleet does not give its version; remove the file, and picket-link fetches it again"
      ])
  }

  @Test func ownRegionReplacesTheFleets() {
    var fleet = FleetSample.regions(["a", "b", "c"])
    var ring = own(["b"])
    ring[0].note = "mine"
    let all = fleet.joined(to: ring, rules: rules)
    #expect(all.map(\.id) == ["b", "a", "c"])
    #expect(all[0].note == "mine")
    #expect(
      fleet.problems.map(\.description) == [
        #"fleet.geojson: feature 1 ("b"): warning: the board has a region of its own with this "#
          + "identifier, and watches that one; rename one of them"
      ])
    #expect(fleet.regions.count == 2)
  }

  @Test func doubledRegionHasItsNumberInTheFile() {
    var fleet = FleetSample.regions(["", "b"])
    _ = fleet.joined(to: own(["b"]), rules: rules)
    #expect(fleet.problems.map(\.place) == [.feature(0, id: nil), .feature(1, id: "b")])
  }

  /// A file in which each region excludes the next one.
  private func chain(_ ids: [String]) -> String {
    let features = ids.enumerated().map { index, id in
      let next = ids.dropFirst(index + 1).first.map { #","exclude":["\#($0)"]"# } ?? ""
      return """
        {"type":"Feature","id":"\(id)","properties":{"radius":50\(next)},\
        "geometry":{"type":"Point","coordinates":[15.0,47.0]}}
        """
    }
    return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  @Test func longChainIsTheFleetsProblem() {
    let own = RegionsFile.check(chain((1...6).map { "own \($0)" }), file: "own", rules: rules)
    let ids = (1...5).map { "fleet \($0)" } + ["own 1"]
    var fleet = FleetRegions(
      FleetFile.stamped(chain(ids), FleetSample.version(1)), file: "f", rules: rules)
    #expect(own.problems.isEmpty && fleet.problems.isEmpty)
    _ = fleet.joined(to: own.regions, rules: rules)
    let wrong = "its exclusions form a circle or a chain of more than 8 regions; remove one of them"
    #expect(
      fleet.problems.dropFirst().map(\.description) == [
        #"f: feature 0 ("fleet 1"): \#(wrong)"#, #"f: feature 1 ("fleet 2"): \#(wrong)"#,
      ])
  }

  @Test func eachProblemHasOneFile() {
    let exclude = #","exclude":["none"]"#
    let own = RegionsFile.check(FleetSample.text(["b"], exclude), file: "own", rules: rules)
    var fleet = FleetSample.regions(["a", "b"], exclude)
    let before = fleet.problems
    #expect(own.problems.count == 1 && before.count == 2)
    _ = fleet.joined(to: own.regions, rules: rules)
    #expect(fleet.problems.dropLast() == before[...])
    #expect(fleet.problems.last?.severity == .warning)
  }

  @Test func limitCountsOwnAndFleetRegions() {
    var rules = rules
    rules.settings.maxCount = 3
    var fleet = FleetSample.regions(["a", "b"])
    #expect(fleet.joined(to: own(["c"]), rules: rules).count == 3)
    #expect(fleet.problems.isEmpty)
    _ = fleet.joined(to: own(["c", "d"]), rules: rules)
    #expect(
      fleet.problems.map(\.description) == [
        "fleet.geojson: with the board's own there are 4 regions, more than max_count 3 in "
          + "[regions]; remove some or raise max_count"
      ])
  }

  @Test func exclusionStaysWithinItsFile() {
    let fleet = FleetSample.regions(["a"], #","exclude":["pond"]"#)
    #expect(fleet.problems.first?.wrong == #"exclude names "pond", which is not in the file"#)
  }

  // MARK: Versions

  @Test func olderVersionIsRefused() {
    let present = FleetSample.version(7)
    #expect(
      FleetSample.version(6).refusal(after: present)
        == "version 6 of fleet/a is older than version 7, which the board has")
    #expect(FleetSample.version(8).refusal(after: present) == nil)
    #expect(FleetSample.version(1).refusal(after: nil) == nil)
  }

  @Test func sameNumberMustBeTheSameFile() {
    let present = FleetSample.version(7)
    let other = FleetSample.version(7, hash: String(repeating: "8", count: 64))
    #expect(present.refusal(after: present) == nil)
    #expect(
      other.refusal(after: present)
        == "the board has another version 7 of fleet/a; give this one a higher number")
  }

  @Test func eachSourceHasItsOwnNumbers() {
    #expect(
      FleetSample.version(1, source: "board/x").refusal(after: FleetSample.version(7)) == nil)
  }

  @Test func versionHasBounds() {
    let hash = FleetSample.hash
    #expect(FleetVersion(source: "", number: 1, sha256: hash) == nil)
    #expect(FleetVersion(source: "a\nb", number: 1, sha256: hash) == nil)
    #expect(FleetVersion(source: "a", number: 0, sha256: hash) == nil)
    #expect(FleetVersion(source: "a", number: 1 << 53, sha256: hash) == nil)
    #expect(FleetVersion(source: "a", number: 1, sha256: "7") == nil)
    #expect(FleetVersion(source: "a", number: (1 << 53) - 1, sha256: hash) != nil)
  }

  // MARK: Edits

  @Test func fleetsRegionIsNotEdited() throws {
    let fleet = FleetSample.regions(["a", "b"])
    let document = try RegionsDocument(FleetSample.text(["c"]), file: "own")
    let refusal = thrown(Problems.self) { try fleet.checkChange(of: "b", in: document) }
    #expect(
      refusal?.description
        == #"fleet.geojson: feature 1 ("b"): this region comes from the fleet (version 3 of fleet/a); "#
        + "change it where the fleet's regions are published")
    try fleet.checkChange(of: "c", in: document)
    // An unknown region is reported as usual.
    try fleet.checkChange(of: "d", in: document)
  }

  @Test func fleetsIdentifierIsNotAdded() throws {
    let fleet = FleetSample.regions(["a"])
    let before = try RegionsDocument(FleetSample.text(["c"]), file: "own")
    let after = try RegionsDocument(FleetSample.text(["c", "a"]), file: "own")
    let refusal = thrown(Problems.self) {
      try fleet.checkAdditions(to: before, in: after)
    }
    #expect(refusal?.list.map(\.remedy) == ["give another identifier"])
    // A region that existed before may still be changed.
    try fleet.checkAdditions(to: after, in: after)
  }
}
