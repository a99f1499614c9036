/// The carrier's side of the regions, by their classes.
package struct Presence: Hashable, Sendable {
  /// The class of each region that the carrier is inside of; `nil` for a region without one.
  package var inside: [String?] = []

  /// The classes of which the carrier is outside of every region.
  package var outside: Set<String> = []

  /// Whether there are regions and the carrier is outside of each.
  package var isOutsideAll = false

  /// Creates the presence of a carrier whose place is not known.
  package init() {}

  /// Creates the presence from the states of regions.
  ///
  /// - Parameter states: Each region's class, and whether the carrier is inside; `nil` when
  ///   unknown.
  package init(states: [(category: String?, isInside: Bool?)]) {
    var others: Set<String> = []
    var (isAny, isAll) = (false, true)
    for (category, isInside) in states {
      isAny = true
      if isInside == true { inside.append(category) }
      guard isInside == false else {
        isAll = false
        if let category { others.insert(category) }
        continue
      }
      if let category { outside.insert(category) }
    }
    outside.subtract(others)
    isOutsideAll = isAny && isAll
  }
}
