internal import Notation

/// The steps that cut a map out of one of OpenStreetMap, each a program with its arguments.
struct MapCut: Hashable, Sendable {
  let area: MapArea
  /// The file to cut from.
  let source: String
  /// The folder for what is made on the way.
  let folder: String
  let format: Format

  /// The format of the map, which the ending of its name says.
  enum Format: String, CaseIterable, Hashable, Sendable {
    case mbtiles, geojson

    init?(endingOf path: String) {
      guard let format = Self.allCases.first(where: { path.hasSuffix(".\($0.rawValue)") }) else {
        return nil
      }
      self = format
    }
  }

  /// A program that is run, and the package of Debian that has it.
  struct Step: Hashable, Sendable {
    let words: [String]
    let package: String
  }

  /// Whose data it is: the licence of OpenStreetMap asks for these words.
  static let attribution = "© OpenStreetMap contributors"

  /// The finished map.
  var result: String { "\(folder)/map.\(format.rawValue)" }

  /// The steps, in order.
  var steps: [Step] {
    let cut = "\(folder)/cut.osm.pbf"
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
        "w/waterway", "wr/natural=water,tree_row", "wr/building"),
      osmium(
        "export", "--overwrite", "-c", "\(folder)/osmium.json",
        "--geometry-types", "linestring,polygon", "-f", "geojson", "-o",
        result, part),
    ]
  }

  private func osmium(_ words: String...) -> Step {
    // Bars of progress are for a terminal, which has one for each step otherwise.
    Step(words: ["osmium", words[0], "--no-progress"] + words.dropFirst(), package: "osmium-tool")
  }
}
