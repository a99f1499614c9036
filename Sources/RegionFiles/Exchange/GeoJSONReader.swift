internal import Geofence
internal import Notation

/// Reads GeoJSON: a collection of features, or a single feature.
enum GeoJSONReader {
  /// Reads the features of a text.
  static func read(_ text: String, file: String) throws(Problem) -> Candidates {
    var candidates = Candidates()
    var features: [JSONSource] = []
    if let source = try? JSONSource.parse(text), source["type"]?.text == "Feature" {
      features = [source]
    } else if let source = try? JSONSource.parse(text), source["type"]?.text == "umap" {
      // A backup of a uMap map, whose layers are collections.
      features = (source["layers"]?.elements ?? []).flatMap { $0["features"]?.elements ?? [] }
    } else {
      try RegionsFile.visitFeatures(text, file: file) { _, _ in }
      // `visitFeatures` has just read the text as JSON.
      features = (try? JSONSource.parse(text))?["features"]?.elements ?? []
    }
    for (index, feature) in features.enumerated() {
      var candidate = Candidate(
        place: .feature(index, id: RegionsDocument.identifier(of: feature)), noun: "feature")
      candidate.isEdited = true
      candidate.read(featureOf: feature.members ?? [])
      do throws(Problem) {
        candidate.tidy()
        try read(feature["geometry"] ?? .leaf("null"), into: &candidate, file: file)
        candidates.problems += candidate.dropBadParts(file: file)
        guard candidate.geometries.contains(where: { !$0.isEmpty }) else {
          throw candidate.problem(
            "its geometry is empty", remedy: "draw it, or remove it", file: file)
        }
        candidates.list.append(candidate)
      } catch {
        candidates.problems.append(error)
      }
    }
    return candidates
  }

  private static func read(
    _ geometry: JSONSource, into candidate: inout Candidate, file: String
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
        try read(part, into: &candidate, file: file)
      }
    case let type:
      throw candidate.problem(
        type.map { "unknown geometry \($0.quoted)" } ?? "it has no geometry", file: file)
    }
  }
}

extension Candidate {
  /// Reads all members of a GeoJSON feature except its geometry.
  mutating func read(featureOf members: [JSONSource.Member]) {
    for member in members {
      switch member.name {
      case "type", "geometry": break
      case "id" where member.value != .leaf("null"): id = member.value
      case "properties":
        for property in member.value.members ?? [] { add(property.name, property.value) }
      default: others.append(member)
      }
    }
    // An identifier among the properties stays there.
    if id == nil, let own = property("id"), own != .leaf("null") { id = own }
  }
}
