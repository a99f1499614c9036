package import Geofence
package import Notation
internal import System

/// The GeoJSON file with the regions.
package enum RegionsFile {
  /// How long the file may be.
  static let mostBytes = 256 << 20

  /// Reads as many of the regions in a file as can be, and tells all that is wrong.
  package static func check(
    path: String, rules: RegionRules
  ) -> (regions: [Region], problems: [Problem]) {
    do throws(Problem) {
      return check(try text(path: path), file: path, rules: rules)
    } catch {
      return ([], [error])
    }
  }

  /// The text of a file.
  package static func text(path: String) throws(Problem) -> String {
    try TextFile.read(
      path: path, limit: mostBytes, remedy: "create it, or name another in [regions] file")
  }

  /// Reads a text as the regions in a file of this path.
  package static func check(
    _ text: String, file: String, rules: RegionRules
  ) -> (regions: [Region], problems: [Problem]) {
    var regions: [Region] = []
    var problems: [Problem] = []
    var indices: [String: Int] = [:]
    let most = rules.settings.maxCount
    let count: Int
    do throws(Problem) {
      count = try visitFeatures(text, file: file) { index, json in
        guard index < most else { return }
        var feature = FeatureReader(file: file, index: index, rules: rules)
        let region = feature.region(json)
        if let id = feature.id {
          if let other = indices[id] {
            feature.note(
              "feature \(other) has the same identifier", remedy: "give each feature its own")
          } else {
            indices[id] = index
            if let region { regions.append(region) }
          }
        }
        problems += feature.problems
      }
    } catch {
      return ([], [error])
    }
    if count > most {
      let tooMany = Problem(
        file: file,
        wrong: "the file has \(count) features, more than max_count \(most) in [regions]",
        remedy: "take some out or raise max_count")
      problems.insert(tooMany, at: 0)
    }
    problems += Exclusions.problems(of: regions, at: indices, file: file)
    return (regions, problems)
  }

  /// Hands out the features in a text one after another, so that what is read makes room for what
  /// is made of it.
  ///
  /// - Parameter take: Called with the index of each and the feature, which is of no use if the
  ///   text turns out to be wrong.
  /// - Returns: How many there are.
  /// - Throws: What is wrong with the text when it has none.
  @discardableResult
  static func visitFeatures(
    _ text: String, file: String, _ take: (Int, JSON) -> Void
  ) throws(Problem) -> Int {
    let example = "give an object of type \"FeatureCollection\""
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Problem(file: file, wrong: "the file is empty", remedy: example)
    }
    let root: JSON
    var count = 0
    do throws(JSON.Mistake) {
      var parser = JSONParser(text)
      root = try parser.document(streaming: "features") { feature in
        take(count, feature)
        count += 1
      }
    } catch {
      throw Problem(
        file: file, place: .text(line: error.line, column: error.column),
        wrong: "this is not JSON: \(error.reason)")
    }
    guard case .object(let members) = root else {
      throw Problem(
        file: file, wrong: "this is \(root.noun), not a FeatureCollection", remedy: example)
    }
    switch members["type"] {
    case .string("FeatureCollection"): break
    case .string(let type):
      throw Problem(
        file: file, wrong: "type is \(type.quoted), not \"FeatureCollection\"",
        remedy: "put each region as a Feature into \"features\" of a FeatureCollection")
    case let other:
      throw Problem(
        file: file, wrong: other.map { "type is \($0.noun)" } ?? "there is no type",
        remedy: example)
    }
    guard case .array? = members["features"] else {
      throw Problem(
        file: file,
        wrong: members["features"].map { "features is \($0.noun)" } ?? "there are no features",
        remedy: "give an array of features")
    }
    return count
  }
}
