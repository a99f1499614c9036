import Base
import FoundationEssentials
@testable import Geofence
import Glibc
import Picket
@testable import RegionFiles
import Testing

/// A regions file, of which few pieces and values are in memory, is read as its values of JSON are.
struct ReadingComparedTests {
  private static let rules = Configuration().regionRules
  private static let words = ["active", "border", "exclude", "after", "timezone"]

  private static let files: [String] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folders = ["Captures/gpsd-logs", "Captures/imports", "Captures/recordings", "Turf"]
    return folders.flatMap { folder -> [String] in
      let path = tests.path + "/" + folder
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".geojson") }.sorted().map { path + "/" + $0 }
    }
  }()

  @Test func thereAreFiles() { #expect(Self.files.count > 25) }

  @Test(arguments: files) func realFileIsReadAsJSON(_ path: String) throws {
    try Self.compare(TextFile.bytes(path: path, limit: 1 << 20, remedy: ""))
  }

  @Test(arguments: files) func damagedFileIsReadAsJSON(_ path: String) throws {
    let good = try TextFile.bytes(path: path, limit: 1 << 20, remedy: "")
    let others = Array("{}[]\",:.-+e0159 \n\\".utf8) + [0xC3, 0xA4, 0xF0]
    for seed in 1...60 {
      var chance = SeededGenerator(seed: UInt64(seed))
      var bytes = good
      let place = Int.random(in: bytes.indices, using: &chance)
      switch seed % 3 {
      case 0: bytes[place] = others.randomElement(using: &chance) ?? 0
      case 1: bytes.insert(others.randomElement(using: &chance) ?? 0, at: place)
      default: bytes.remove(at: place)
      }
      try Self.compare(bytes)
    }
  }

  private static func compare(_ bytes: [UInt8]) throws {
    guard let general = general(bytes) else { return }
    let folder = try TemporaryFolder()
    let path = folder.path + "/r"
    try OpenFile(path, O_WRONLY | O_CREAT).write(bytes, at: 0)
    var (regions, problems) = RegionsFile.check(path: path, rules: rules)
    for place in problems.indices { problems[place].file = "r" }
    #expect(regions == general.regions)
    #expect(problems == general.problems)
  }

  /// The regions and the problems of features whose values were all read before; `nil` for a text
  /// with problems of another kind.
  private static func general(_ bytes: [UInt8]) -> (regions: [Region], problems: [Problem])? {
    let root: JSON
    let text: String
    do {
      text = try TextFile.text(bytes, path: "r")
      root = try JSON.parse(text)
    } catch let mistake as JSON.Mistake {
      let place = Problem.Place.text(line: mistake.line, column: mistake.column)
      return ([], [Problem(file: "r", place: place, wrong: "this is not JSON: \(mistake.reason)")])
    } catch {
      return ([], (error as? Problem).map { [$0] } ?? [])
    }
    guard root.object?["type"]?.string == "FeatureCollection",
      let features = root.object?["features"]?.array, !words.contains(where: text.contains)
    else { return nil }
    var (regions, problems, indices): ([Region], [Problem], [String: Int]) = ([], [], [:])
    for (index, feature) in features.enumerated() {
      var reader = FeatureReader(file: "r", index: index, rules: rules)
      let region = reader.region(FeatureText(json: feature, positions: nil))
      if let id = reader.id {
        if let other = indices[id] {
          reader.note(
            "feature \(other) has the same identifier", remedy: "give each feature its own")
        } else {
          indices[id] = index
          if let region { regions.append(region) }
        }
      }
      problems += reader.problems
    }
    return (regions, problems)
  }
}
