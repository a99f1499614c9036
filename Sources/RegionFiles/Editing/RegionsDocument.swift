package import Notation

/// The text of a regions file that is being edited.
///
/// What is not touched stays as it is, whether Picket knows it or not.
package struct RegionsDocument: Hashable, Sendable {
  /// The path of the file, for what is wrong with it.
  package let file: String

  /// The features in their order.
  package private(set) var features: [JSONSource] = []

  // All but the features, of which it holds none.
  private var root: JSONSource
  // Of two features with one identifier the first: the file is no good, and `check` says so.
  private var indices: [String: Int] = [:]

  /// A file without regions.
  package init(file: String) {
    self.file = file
    root = .object(["type": .string("FeatureCollection"), "features": .array([])])
  }

  /// The file with this text.
  ///
  /// - Throws: What keeps it from being a collection of features.
  package init(_ text: String, file: String) throws(Problem) {
    self.init(file: file)
    try RegionsFile.visitFeatures(text, file: file) { _, _ in }
    // It was just read as JSON.
    guard let source = try? JSONSource.parse(text) else { return }
    root = source
    root["features"] = .array([])
    features = source["features"]?.elements ?? []
    findIdentifiers()
  }

  /// The file at this path.
  package init(path: String) throws(Problem) {
    try self.init(try RegionsFile.text(path: path), file: path)
  }

  /// What is to be written.
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
    reader.takeID(json)
    return reader.id
  }

  private static let plain = RegionRules(RegionSettings())

  // MARK: Edits

  /// Adds a feature behind the others.
  package mutating func add(_ feature: JSONSource) throws(Problems) {
    if let id = Self.identifier(of: feature), let index = indices[id] {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id), wrong: "this region is there already",
          remedy: "give another identifier, or remove this one first")
      ])
    }
    put(feature)
  }

  /// Puts a feature in the place of the one with the same identifier, or behind the others.
  package mutating func put(_ feature: JSONSource) {
    let id = Self.identifier(of: feature)
    if let index = id.flatMap({ indices[$0] }) {
      features[index] = feature
    } else {
      if let id { indices[id] = features.count }
      features.append(feature)
    }
  }

  /// Takes a region out.
  ///
  /// - Parameter isForced: Whether it is also taken out of the `exclude` of
  ///   others; without that they keep it from being removed.
  /// - Returns: The others that excluded it.
  package mutating func remove(_ id: String, isForced: Bool = false) throws(Problems) -> [String] {
    let index = try existing(id)
    let users = features.indices.filter { $0 != index && excluded(by: features[$0]).contains(id) }
    let names = users.map { Self.identifier(of: features[$0]) ?? "feature \($0)" }
    guard users.isEmpty || isForced else {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id),
          wrong: "\(names.map(\.quoted).listed()) \(users.count == 1 ? "excludes" : "exclude") it",
          remedy: "--force takes it out of exclude there")
      ])
    }
    for user in users { forget(id, at: user) }
    features.remove(at: index)
    findIdentifiers()
    return names
  }

  /// Says whether a region is watched.
  ///
  /// - Returns: Whether that is new.
  package mutating func setEnabled(_ id: String, _ isEnabled: Bool) throws(Problems) -> Bool {
    let index = try existing(id)
    var properties = features[index]["properties"] ?? .object([])
    // Without properties there is null.
    if properties.members == nil { properties = .object([]) }
    guard (properties["enabled"] == .boolean(false)) == isEnabled else { return false }
    properties["enabled"] = isEnabled ? nil : .boolean(false)
    features[index]["properties"] = properties
    return true
  }

  /// Gives a region another identifier, also in the `exclude` of others.
  ///
  /// - Returns: The others that exclude it.
  package mutating func rename(_ id: String, to new: String) throws(Problems) -> [String] {
    let index = try existing(id)
    guard indices[new] == nil else {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id),
          wrong: "there is a region \(new.quoted) already", remedy: "give another identifier")
      ])
    }
    let users = features.indices.filter { excluded(by: features[$0]).contains(id) }
    let isAmongProperties = features[index]["id"] == nil
    if isAmongProperties, var properties = features[index]["properties"] {
      properties["id"] = .string(new)
      features[index]["properties"] = properties
    } else {
      features[index]["id"] = .string(new)
    }
    for user in users {
      guard var properties = features[user]["properties"] else { continue }
      let list = properties["exclude"]?.elements ?? []
      properties["exclude"] = .array(list.map { $0.text == id ? .string(new) : $0 })
      features[user]["properties"] = properties
    }
    findIdentifiers()
    return users.map { Self.identifier(of: features[$0]) ?? "feature \($0)" }
  }

  /// Sets a property of a region, or takes it out.
  ///
  /// - Parameter text: JSON, or else a text; `nil` takes the property out.
  package mutating func set(_ id: String, _ key: String, to text: String?) throws(Problems) {
    let index = try existing(id)
    guard key != "id" else {
      throw Problems([
        Problem(
          file: file, place: .feature(index, id: id), wrong: "the identifier is no property",
          remedy: "picket regions rename \(id) NEW")
      ])
    }
    var properties = features[index]["properties"] ?? .object([])
    if properties.members == nil { properties = .object([]) }
    properties[key] = text.map { Self.value(of: key, $0) }
    features[index]["properties"] = properties
  }

  /// The value that a text gives a property: what is text for the regions file stays text.
  private static func value(of key: String, _ text: String) -> JSONSource {
    if ["note", "class", "signal", "expires", "name"].contains(key) { return .string(text) }
    if key == "exclude", !text.hasPrefix("[") {
      return .array(text.split(separator: ",").map { .string(String($0)) })
    }
    return (try? JSONSource.parse(text)) ?? .string(text)
  }

  // MARK: Parts

  private mutating func findIdentifiers() {
    let pairs = features.indices.compactMap { index in
      Self.identifier(of: features[index]).map { ($0, index) }
    }
    indices = Dictionary(pairs) { first, _ in first }
  }

  private func existing(_ id: String) throws(Problems) -> Int {
    if let index = indices[id] { return index }
    throw Problems([Problem(file: file, missing: id, of: identifiers)])
  }

  private func excluded(by feature: JSONSource) -> [String] {
    feature["properties"]?["exclude"]?.elements?.compactMap(\.text) ?? []
  }

  private mutating func forget(_ id: String, at index: Int) {
    guard var properties = features[index]["properties"] else { return }
    let rest = (properties["exclude"]?.elements ?? []).filter { $0.text != id }
    properties["exclude"] = rest.isEmpty ? nil : .array(rest)
    features[index]["properties"] = properties
  }
}

extension Problem {
  /// A region that somebody names and that is not in the file.
  package init(file: String, missing id: String, of known: [String]) {
    self.init(
      file: file, wrong: "there is no region \(id.quoted)",
      remedy: Spelling.nearest(to: id, in: known).map { "did you mean \($0.quoted)?" }
        ?? "picket regions list shows those there are")
  }
}
