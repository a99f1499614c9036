internal import Base
internal import Geofence

/// Reads GeoJSON: a collection of features, a single feature or geometry, or a sequence of them.
enum GeoJSONReader {
  /// Reads the features of a text.
  static func read(_ text: String, into candidates: inout Candidates) throws(Problem) {
    guard let root = try? JSONSource.parse(text) else {
      return try read(JSONRecords(text).list, into: &candidates)
    }
    guard try read(root, line: nil, into: &candidates) else {
      // It has the messages about a regions file that is not a collection.
      try RegionsFile.checkCollection(root, file: candidates.file)
      return
    }
  }

  /// Reads a sequence of values, or a text that ends early.
  private static func read(
    _ records: [JSONRecords.Record], into candidates: inout Candidates
  ) throws(Problem) {
    for (index, record) in records.enumerated() {
      do throws(JSON.Mistake) {
        _ = try JSON.parse(record.text)
      } catch {
        var problem = Problem(
          file: candidates.file,
          place: .text(line: record.line + error.line - 1, column: error.column),
          wrong: "this is not JSON: \(error.reason)")
        if index == records.count - 1, isAtEnd(error, of: record.text),
          JSONScan.endsEarly(record.text)
        {
          problem.wrong = "the file ends early"
          try readStart(of: record, into: &candidates)
          try candidates.noteEnd(problem)
        } else if records.count > 1 {
          candidates.problems.append(problem)
        } else {
          throw problem
        }
        continue
      }
      guard let root = try? JSONSource.parse(record.text),
        try read(root, line: record.line, into: &candidates)
      else {
        candidates.problems.append(
          Problem(
            file: candidates.file, place: .text(line: record.line, column: 1),
            wrong: "this is not a feature", remedy: "remove it"))
        continue
      }
    }
  }

  /// Whether a mistake is at the end of a text, where a word such as `false` may be cut.
  private static func isAtEnd(_ mistake: JSON.Mistake, of text: String) -> Bool {
    let lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
      .dropFirst(mistake.line - 1)
    guard let line = lines.first, lines.dropFirst().allSatisfy({ $0.allSatisfy { $0 <= 0x20 } })
    else { return false }
    return String(decoding: line, as: UTF8.self).unicodeScalars.count - mistake.column < 6
  }

  /// Reads the features that are complete in a value that ends early.
  private static func readStart(
    of record: JSONRecords.Record, into candidates: inout Candidates
  ) throws(Problem) {
    guard let text = JSONScan.completed(record.text), var root = try? JSONSource.parse(text) else {
      return
    }
    // Some programs write the type behind the features.
    if root["type"] == nil, root["features"] != nil { root["type"] = .string("FeatureCollection") }
    _ = try read(root, line: nil, into: &candidates)
  }

  /// Reads a value; returns whether it is one of those that are known.
  ///
  /// - Parameter line: The line of the file on which it begins, if the file is a sequence.
  private static func read(
    _ root: JSONSource, line: Int?, into candidates: inout Candidates
  ) throws(Problem) -> Bool {
    if ZoneList.read(root, into: &candidates) { return true }
    if let format = ForeignFormat(json: root) {
      throw format.problem(of: candidates.file, isPacked: candidates.isPacked)
    }
    guard let features = features(of: root) else { return false }
    for feature in features {
      let index = candidates.features
      candidates.features += 1
      let place =
        line.map { Problem.Place.text(line: $0, column: 1) }
        ?? .feature(index, id: RegionsDocument.identifier(of: feature))
      add(feature, at: place, to: &candidates)
    }
    return true
  }

  private static let geometries: Set = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  /// The features of a value; `nil` if it is not GeoJSON.
  private static func features(of root: JSONSource) -> [JSONSource]? {
    switch root["type"]?.text {
    case "FeatureCollection"?:
      // Programs that join files put their collections into one.
      return root["features"]?.elements?.flatMap { feature in
        let isCollection = feature["type"]?.text == "FeatureCollection"
        return isCollection ? features(of: feature) ?? [feature] : [feature]
      }
    case "Feature"?: return [root]
    case "umap"?:
      // A backup of a uMap map, whose layers are collections.
      return (root["layers"]?.elements ?? []).flatMap { $0["features"]?.elements ?? [] }
    case let type? where geometries.contains(type):
      return [.object(["type": .string("Feature"), "geometry": root])]
    default:
      guard let elements = root.elements, !elements.isEmpty else { return nil }
      var all: [JSONSource] = []
      for element in elements {
        guard let more = features(of: element) else { return nil }
        all += more
      }
      return all
    }
  }

  private static func add(
    _ feature: JSONSource, at place: Problem.Place, to candidates: inout Candidates
  ) {
    var candidate = Candidate(file: candidates.file, place: place, noun: "feature")
    candidate.isEdited = true
    candidate.read(featureOf: feature.members ?? [])
    candidate.tidy()
    do throws(Problem) {
      try read(feature["geometry"] ?? .leaf("null"), into: &candidate)
      try candidates.add(candidate)
    } catch {
      candidates.problems.append(error)
    }
  }

  private static func read(
    _ geometry: JSONSource, into candidate: inout Candidate
  ) throws(Problem) {
    let coordinates = geometry["coordinates"]?.elements ?? []
    // A value that is not an array becomes an empty array, which `check` refuses.
    func lists(_ sources: [JSONSource]) -> [[JSONSource]] { sources.map { $0.elements ?? [] } }
    switch geometry["type"]?.text {
    case "Point": candidate.geometries.append(.points([.array(coordinates)]))
    case "MultiPoint": candidate.geometries.append(.points(coordinates))
    case "LineString": candidate.geometries.append(.lines([coordinates]))
    case "MultiLineString": candidate.geometries.append(.lines(lists(coordinates)))
    case "Polygon": candidate.geometries.append(.polygons([lists(coordinates)]))
    case "MultiPolygon":
      candidate.geometries.append(.polygons(lists(coordinates).map(lists)))
    case "GeometryCollection":
      for part in geometry["geometries"]?.elements ?? [] {
        do throws(Problem) {
          try read(part, into: &candidate)
        } catch {
          candidate.faults.append(error)
        }
      }
    case let type:
      throw candidate.problem(
        type.map { "unknown geometry \($0.quoted)" } ?? "it has no geometry")
    }
  }
}

extension Candidate {
  /// Reads all members of a GeoJSON feature except its geometry.
  mutating func read(featureOf members: [JSONSource.Member]) {
    for member in members {
      switch member.name {
      case "type", "geometry": break
      case "id": id = member.value == .leaf("null") ? nil : member.value
      case "properties": add(contentsOf: member.value.members ?? [])
      default: others.append(member)
      }
    }
    // An identifier among the properties stays there.
    if id == nil, let own = property("id"), own != .leaf("null") { id = own }
  }
}
