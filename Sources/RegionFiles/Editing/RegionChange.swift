package import Base

/// A change of several regions that a client requests as one.
package struct RegionChange: Hashable, Sendable {
  /// The SHA-256 of the file that the change is based on.
  package let base: String

  /// New identifiers, by the old ones.
  package let renames: [String: String]

  /// The identifiers of regions that are removed.
  package let removals: [String]

  /// Whole features, each new or a replacement for the feature with its identifier.
  package let features: [JSON]

  /// Whether a region is also removed from the `exclude` of others.
  package let isForced: Bool

  /// Creates a change with these parts.
  package init(
    base: String, renames: [String: String] = [:], removals: [String] = [],
    features: [JSON] = [], isForced: Bool = false
  ) {
    self.base = base
    self.renames = renames
    self.removals = removals
    self.features = features
    self.isForced = isForced
  }

  /// The identifiers of the features.
  package var identifiers: [String] {
    features.compactMap { RegionsDocument.identifier(of: JSONSource($0)) }
  }

  /// Makes the change: first renames, then removals, then features.
  ///
  /// - Parameter fleet: The regions of the fleet, which are not changed here.
  package func apply(
    to document: inout RegionsDocument, fleet: FleetRegions?
  ) throws(Problems) {
    let before = document
    for (old, new) in renames.sorted(by: { $0.key < $1.key }) {
      try fleet?.checkChange(of: old, in: before)
      _ = try document.rename(old, to: new)
    }
    // A band before the region around which it lies, whatever their order is.
    let bands = removals.filter { id in
      document.features.contains {
        RegionsDocument.identifier(of: $0) == id && $0["properties"]?["border"] != nil
      }
    }
    var holes: [String] = []
    for id in bands + removals.filter({ !bands.contains($0) }) where !holes.contains(id) {
      try fleet?.checkChange(of: id, in: before)
      holes += try document.remove(id, isForced: isForced).holes
    }
    let present = document.features.compactMap { feature in
      RegionsDocument.identifier(of: feature).map { ($0, feature) }
    }
    let old = Dictionary(present) { first, _ in first }
    for feature in features {
      let id = RegionsDocument.identifier(of: JSONSource(feature))
      if let id { try fleet?.checkChange(of: id, in: before) }
      let before = id.flatMap { old[$0] }
      document.put(JSONSource(Self.plain(feature, unlike: before), like: before))
    }
    try fleet?.checkAdditions(to: before, in: document)
  }

  /// The feature with new times that have a unit in seconds, as the commands write them.
  private static func plain(_ feature: JSON, unlike old: JSONSource?) -> JSON {
    guard var members = feature.object, var properties = members["properties"]?.object else {
      return feature
    }
    for (name, value) in properties {
      guard let text = value.string, value != old?["properties"]?[name]?.json,
        let property = RegionProperty(rawValue: name), case .seconds = property.entry.values,
        let seconds = property.value(text).json
      else { continue }
      properties[name] = seconds
    }
    members["properties"] = .object(properties)
    return .object(members)
  }
}
