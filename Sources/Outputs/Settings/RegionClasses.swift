/// A choice of regions by their class.
package enum RegionClasses: Hashable, Sendable {
  /// No region.
  case none
  /// Every region, with a class or without.
  case any
  /// The regions of these classes.
  case some(Set<String>)
}
