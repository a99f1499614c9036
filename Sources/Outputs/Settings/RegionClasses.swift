/// Some of the classes that regions are of.
package enum RegionClasses: Hashable, Sendable {
  /// None of them.
  case none
  /// Every region, of a class or not.
  case any
  /// The regions of these classes.
  case some(Set<String>)
}
