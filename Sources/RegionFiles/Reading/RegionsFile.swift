package import Geofence
package import Notation
internal import System

/// The GeoJSON file with the regions.
package enum RegionsFile {
  /// The greatest size of the file.
  static let mostBytes = 256 << 20

  /// Reads the valid regions of a file, and all its problems.
  package static func check(
    path: String, rules: RegionRules
  ) -> (regions: [Region], problems: [Problem]) {
    do throws(Problem) {
      return check(try text(path: path), file: path, rules: rules)
    } catch {
      return ([], [error])
    }
  }

  /// Reads the text of a file.
  package static func text(path: String) throws(Problem) -> String {
    try TextFile.read(
      path: path, limit: mostBytes, remedy: "create it, or name another in [regions] file")
  }

  /// Reads the valid regions of a text, and all its problems.
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
        remedy: "remove some or raise max_count")
      problems.insert(tooMany, at: 0)
    }
    problems += Exclusions.problems(of: regions, at: indices, file: file)
    return (regions, problems)
  }

  /// Calls `body` with each feature of a text in turn, so that only one is in memory as JSON.
  ///
  /// - Parameter body: Called with the index of each feature and the feature; what it has made of
  ///   them is discarded if this method throws.
  /// - Returns: The number of features.
  /// - Throws: Why the text is not a collection of features.
  @discardableResult
  static func visitFeatures(
    _ text: String, file: String, _ body: (Int, JSON) -> Void
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
        body(count, feature)
        count += 1
      }
    } catch {
      throw Problem(
        file: file, place: .text(line: error.line, column: error.column),
        wrong: "this is not JSON: \(error.reason)")
    }
    try checkCollection(root, file: file, remedy: example)
    return count
  }

  /// Checks that a document is a FeatureCollection.
  private static func checkCollection(
    _ root: JSON, file: String, remedy: String
  ) throws(Problem) {
    guard case .object(let members) = root else {
      throw Problem(
        file: file, wrong: "this is \(root.noun), not a FeatureCollection", remedy: remedy)
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
        remedy: remedy)
    }
    guard case .array? = members["features"] else {
      throw Problem(
        file: file,
        wrong: members["features"].map { "features is \($0.noun)" } ?? "there are no features",
        remedy: "give an array of features")
    }
  }
}
