/// Other regions that name a region, each by its identifier.
package struct RegionUsers: Hashable, Sendable {
  /// The regions that exclude it.
  package var excluding: [String]

  /// The regions that come after it.
  package var following: [String]

  /// The regions whose border lies around it.
  package var around: [String]

  /// The circles that `--exclude` had made for it alone, which are removed with it.
  package var holes: [String] = []

  /// Creates a list of these regions; without arguments, an empty one.
  package init(excluding: [String] = [], following: [String] = [], around: [String] = []) {
    (self.excluding, self.following, self.around) = (excluding, following, around)
  }

  /// What its removal changed in them, a line for each property.
  package var removal: [String] {
    lines([
      ("no longer excluded by", excluding), ("no longer comes before", following),
      ("also removed", holes),
    ])
  }

  /// What its new name changed in them, a line for each property.
  package var renaming: [String] {
    lines([
      ("also in the exclude of", excluding), ("also in the after of", following),
      ("also in the border of", around),
    ])
  }

  private func lines(_ lists: [(words: String, regions: [String])]) -> [String] {
    lists.filter { !$0.regions.isEmpty }.map { "\($0.words) \($0.regions.joined(separator: ", "))" }
  }
}
