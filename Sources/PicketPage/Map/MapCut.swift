import Glibc
internal import Notation
internal import System

/// The steps that cut a map out of a larger one, each a program with its arguments.
struct MapCut: Hashable, Sendable {
  let area: MapArea
  /// The file to cut from.
  let source: String
  /// The folder for intermediate files.
  let folder: String
  let format: Format

  /// The format of the map, by the ending of its name.
  enum Format: String, CaseIterable, Hashable, Sendable {
    case mbtiles, geojson

    init?(endingOf path: String) {
      guard let format = Self.allCases.first(where: { path.hasSuffix(".\($0.rawValue)") }) else {
        return nil
      }
      self = format
    }
  }

  /// A program to run, and the package of Debian that contains it.
  struct Step: Hashable, Sendable {
    let words: [String]
    let package: String
  }

  /// The attribution of the data, which the licence of OpenStreetMap requires.
  static let attribution = "© OpenStreetMap contributors"

  /// The finished map.
  var result: String { "\(folder)/map.\(format.rawValue)" }

  /// The part of the larger map, which the first step makes.
  private var cut: String { "\(folder)/cut.osm.pbf" }

  /// Whether the larger map has nothing in the area; the first step must have been done.
  ///
  /// A file of OpenStreetMap is a header and blocks of data, each with its type as plain text.
  var isEmpty: Bool {
    guard let file = try? OpenFile(file: cut, O_RDONLY),
      let start = try? file.contents(upTo: Self.longestHeader)
    else { return false }
    return !start.isEmpty && start.count(of: "OSMData", upTo: 1) == 0
  }

  /// Far more bytes than a header has: it names the programs and the area.
  private static let longestHeader = 1 << 20

  /// The steps, in order.
  var steps: [Step] {
    let extract = osmium(
      "extract", "--bbox", area.text, "--set-bounds", "--overwrite", "-o", cut, source)
    guard format == .geojson else {
      let make = [
        "tilemaker", "--input", cut, "--output", result, "--config", "\(folder)/tilemaker.json",
        "--process", "\(folder)/process.lua",
      ]
      return [extract, Step(words: make, package: "tilemaker")]
    }
    let part = "\(folder)/part.osm.pbf"
    return [
      extract,
      osmium(
        "tags-filter", "--overwrite", "-o", part, cut, "w/highway", "w/railway", "w/barrier",
        "w/waterway", "wr/natural=water,tree_row,wood,scrub,heath,grassland", "wr/building",
        "wr/landuse=forest,farmland,meadow,grass,orchard,vineyard,allotments", "wr/leisure=park",
        "n/place"),
      osmium(
        "export", "--overwrite", "-c", "\(folder)/osmium.json",
        "--geometry-types", "point,linestring,polygon", "-f", "geojson", "-o",
        result, part),
    ]
  }

  private func osmium(_ words: String...) -> Step {
    // Otherwise a terminal would show a progress bar for each step.
    Step(words: ["osmium", words[0], "--no-progress"] + words.dropFirst(), package: "osmium-tool")
  }
}
