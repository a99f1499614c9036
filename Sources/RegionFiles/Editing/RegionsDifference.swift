internal import Base

/// The regions in which two versions of a file differ, by identifier.
package struct RegionsDifference: Hashable, Sendable {
  /// Regions that only the second version has.
  package let added: [String]

  /// Regions that only the first version has.
  package let removed: [String]

  /// Regions that both versions have, with other contents.
  package let changed: [String]

  /// Compares two versions.
  package init(from first: RegionsDocument, to second: RegionsDocument) {
    let old = Self.features(of: first)
    let new = Self.features(of: second)
    added = second.identifiers.filter { old[$0] == nil }
    removed = first.identifiers.filter { new[$0] == nil }
    changed = second.identifiers.filter { id in
      guard let before = old[id], let after = new[id], before != after else { return false }
      // The same values may be written in another way.
      return before.json != after.json
    }
  }

  private static func features(of document: RegionsDocument) -> [String: JSONSource] {
    let pairs = document.features.compactMap { feature in
      RegionsDocument.identifier(of: feature).map { ($0, feature) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// A line for each kind of difference, as an undo reports it.
  package var lines: [String] {
    let all = [("brought back", added), ("changed back", changed), ("removed", removed)]
    let lines = all.filter { !$0.1.isEmpty }.map { "\($0.0) \(Self.words($0.1))" }
    return lines.isEmpty ? ["the regions are the same; the rest of the file is as before"] : lines
  }

  private static func words(_ ids: [String]) -> String {
    let rest = ids.count - mostNames
    guard rest > 0 else { return ids.listed() }
    return "\(ids.prefix(mostNames).joined(separator: ", ")) and \(rest) more"
  }

  /// The most identifiers in a line.
  private static let mostNames = 10
}
