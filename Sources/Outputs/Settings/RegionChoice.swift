/// A choice of regions by their identifiers and classes.
package enum RegionChoice: Hashable, Sendable {
  /// No region.
  case none
  /// Every region, with a class or without.
  case any
  /// The regions with these identifiers, and those of these classes.
  case some(ids: Set<String> = [], classes: Set<String> = [])

  /// Whether a region is one of these.
  func has(_ id: String, class category: String?) -> Bool {
    switch self {
    case .none: false
    case .any: true
    case .some(let ids, let classes):
      ids.contains(id) || (category.map(classes.contains) ?? false)
    }
  }

  /// The identifiers and classes, for a person.
  var words: String {
    switch self {
    case .none: "no region"
    case .any: "any"
    case .some(let ids, let classes):
      (ids.sorted() + classes.sorted().map { "class:\($0)" }).joined(separator: ", ")
    }
  }
}
