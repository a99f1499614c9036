package import Base
package import Geofence

/// The text of a regions file, for editing.
///
/// An edit leaves the rest of the file unchanged, including what Picket does not read.
package struct RegionsDocument: Hashable, Sendable {
  /// The path of the file, for problems with it.
  package let file: String

  /// The features in their order.
  package private(set) var features: [JSONSource] = []

  // The collection without its features.
  private var root: JSONSource
  // The index of the first feature with each identifier; `check` reports duplicates.
  private var indices: [String: Int] = [:]

  /// Creates a file without regions.
  package init(file: String) {
    self.file = file
    root = .object(["type": .string("FeatureCollection"), "features": .array([])])
  }

  /// Reads a text.
  ///
  /// - Throws: The reason why the text is not a collection of features.
  package init(_ text: String, file: String) throws(Problem) {
    self.init(file: file)
    let source = try RegionsFile.source(text, file: file)
    root = source
    root["features"] = .array([])
    features = source["features"]?.elements ?? []
    findIdentifiers()
  }

  /// Reads the bytes of a file.
  package init(_ bytes: [UInt8], file: String) throws(Problem) {
    try self.init(try TextFile.text(bytes, path: file), file: file)
  }

  /// Reads the file at a path.
  package init(path: String) throws(Problem) {
    try self.init(try RegionsFile.text(path: path), file: path)
  }

  /// The text with all edits.
  package var text: String {
    var whole = root
    whole["features"] = .array(features)
    return whole.document
  }

  /// The identifiers of the features that have one, in their order.
  package var identifiers: [String] { features.compactMap(Self.identifier) }

  /// The identifier of a feature, as `check` reads it.
  package static func identifier(of feature: JSONSource) -> String? {
    let json = (feature["id"] ?? feature["properties"]?["id"])?.json
    var reader = FeatureReader(file: "", index: 0, rules: plain)
    reader.readID(json)
    return reader.id
  }

  private static let plain = RegionRules(RegionSettings())

  // MARK: Edits

  /// Adds a feature after the others.
  package mutating func add(_ feature: JSONSource) throws(Problems) {
    if let id = Self.identifier(of: feature), let index = indices[id] {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id), wrong: "this region already exists",
          remedy: "give another identifier, or remove this region first",
          field: RegionProperty.id.rawValue)
      ])
    }
    put(feature)
  }

  /// Replaces the feature with the same identifier, or adds the feature after the others.
  package mutating func put(_ feature: JSONSource) {
    let id = Self.identifier(of: feature)
    if let index = id.flatMap({ indices[$0] }) {
      features[index] = feature
    } else {
      if let id { indices[id] = features.count }
      features.append(feature)
    }
  }

  /// Removes a region.
  ///
  /// Regions whose border lies around it always prevent the removal.
  ///
  /// - Parameter isForced: Whether the region is also removed from the `exclude` and the `after` of
  ///   other regions; otherwise they prevent the removal.
  /// - Returns: The other regions that excluded the region or came after it, and its holes, which are
  ///   removed, too.
  package mutating func remove(_ id: String, isForced: Bool = false) throws(Problems) -> RegionUsers
  {
    let index = try index(of: id)
    let bands = features.indices.filter { $0 != index && uses(features[$0], id, in: "border") }
    guard bands.isEmpty else {
      let around = names(bands).map(\.quoted).listed()
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id),
          wrong: "the border of \(around) lies around it", remedy: "remove \(around) first")
      ])
    }
    let followers = features.indices.filter { $0 != index && uses(features[$0], id, in: "after") }
    let users = features.indices.filter { $0 != index && excluded(by: features[$0]).contains(id) }
    let (excluding, following) = (names(users), names(followers))
    guard followers.isEmpty || isForced else {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id),
          wrong:
            "\(following.map(\.quoted).listed()) \(following.count == 1 ? "comes" : "come") after it",
          remedy: "--force removes it from their after")
      ])
    }
    for follower in followers { changeProperties(at: follower) { $0["after"] = nil } }
    guard users.isEmpty || isForced else {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id),
          wrong:
            "\(excluding.map(\.quoted).listed()) \(users.count == 1 ? "excludes" : "exclude") it",
          remedy: "--force removes it from their exclude")
      ])
    }
    for user in users { dropExclusion(of: id, at: user) }
    var result = RegionUsers(excluding: excluding, following: following)
    let holes = holes(of: id, at: index)
    features.remove(at: index)
    findIdentifiers()
    // A hole that another region names is refused, and stays.
    result.holes = holes.filter { (try? remove($0)) != nil }
    return result
  }

  /// Gives a region another identifier, in the `exclude`, `border` and `after` of others as well.
  ///
  /// - Returns: The other regions that name the region.
  package mutating func rename(_ id: String, to new: String) throws(Problems) -> RegionUsers {
    let index = try index(of: id)
    guard indices[new] == nil else {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id),
          wrong: "a region \(new.quoted) already exists", remedy: "give another identifier",
          field: RegionProperty.id.rawValue)
      ])
    }
    let users = features.indices.filter { excluded(by: features[$0]).contains(id) }
    let followers = features.indices.filter { uses(features[$0], id, in: "after") }
    let bands = features.indices.filter { uses(features[$0], id, in: "border") }
    for user in followers { changeProperties(at: user) { $0["after"] = .string(new) } }
    for user in bands { changeProperties(at: user) { $0["border"] = .string(new) } }
    let isAmongProperties = features[index]["id"] == nil
    if isAmongProperties {
      changeProperties(at: index) { $0["id"] = .string(new) }
    } else {
      features[index]["id"] = .string(new)
    }
    for user in users {
      changeProperties(at: user) { properties in
        let list = properties["exclude"]?.elements ?? []
        properties["exclude"] = .array(list.map { $0.text == id ? .string(new) : $0 })
      }
    }
    findIdentifiers()
    return RegionUsers(
      excluding: names(users), following: names(followers), around: names(bands))
  }

  // MARK: Parts

  /// The identifiers of features, or their places where they have none.
  private func names(_ places: [Int]) -> [String] {
    places.map { Self.identifier(of: features[$0]) ?? "feature \($0)" }
  }

  private mutating func findIdentifiers() {
    let pairs = features.indices.compactMap { index in
      Self.identifier(of: features[index]).map { ($0, index) }
    }
    indices = Dictionary(pairs) { first, _ in first }
  }

  /// Changes the properties of a feature, which may have none.
  mutating func changeProperties(at index: Int, _ change: (inout JSONSource) -> Void) {
    var properties = features[index]["properties"] ?? .object([])
    // RFC 7946 has null for a feature without properties.
    if properties.members == nil { properties = .object([]) }
    change(&properties)
    features[index]["properties"] = properties
  }

  /// The index of a region.
  ///
  /// - Throws: The problem that the file has no such region.
  func index(of id: String) throws(Problems) -> Int {
    if let index = indices[id] { return index }
    throw Problems([Problem(file: file, missing: id, of: identifiers)])
  }

  /// Whether a property of a feature is the identifier of a region.
  private func uses(_ feature: JSONSource, _ id: String, in property: String) -> Bool {
    feature["properties"]?[property]?.text == id
  }

  private func excluded(by feature: JSONSource) -> [String] {
    feature["properties"]?["exclude"]?.elements?.compactMap(\.text) ?? []
  }

  /// The disabled regions that `--exclude` made for a region.
  private func holes(of id: String, at index: Int) -> [String] {
    excluded(by: features[index]).filter { hole in
      features.indices.contains { NewRegion.hole(of: id, at: $0) == hole }
        && indices[hole].map {
          features[$0]["properties"]?["enabled"]?.json == .boolean(false)
        } ?? false
    }
  }

  private mutating func dropExclusion(of id: String, at index: Int) {
    changeProperties(at: index) { properties in
      let rest = (properties["exclude"]?.elements ?? []).filter { $0.text != id }
      properties["exclude"] = rest.isEmpty ? nil : .array(rest)
    }
  }
}

extension Problem {
  /// Creates the problem that a region is not in the file.
  package init(file: String, missing id: String, of known: [String]) {
    self.init(
      file: file, wrong: "there is no region \(id.quoted)",
      remedy: Spelling.nearest(to: id, in: known).map { "did you mean \($0.quoted)?" }
        ?? "picket regions list shows all regions")
  }
}

extension RegionsDocument {
  /// The same file for other programs: each band has the outline of its border as its geometry, to
  /// 2 mm up to a kilometre of size.
  ///
  /// - Parameter regions: The regions of the file.
  package func withOutlines(_ regions: [Region]) -> RegionsDocument {
    var document = self
    let bands = Dictionary(regions.filter { $0.band != nil }.map { ($0.id, $0.shape) }) {
      first, _ in first
    }
    for feature in features {
      guard let id = Self.identifier(of: feature), let shape = bands[id] else { continue }
      let geometry = GeoJSONGeometry(
        shape, precision: .file, position: { .position($0, decimals: 9) },
        array: JSONSource.array)
      var drawn = feature
      drawn["geometry"] = .geometry(geometry.type, geometry.coordinates)
      drawn["properties"]?["border"] = nil
      drawn["properties"]?["offset"] = nil
      if let measure = geometry.measure {
        drawn["properties"]?[measure.name] = .number(measure.metres, decimals: 3)
      }
      document.put(drawn)
    }
    return document
  }
}
