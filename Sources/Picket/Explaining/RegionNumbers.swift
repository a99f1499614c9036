/// Identifiers of regions by small numbers, in the order in which they were first seen.
struct RegionNumbers: Hashable, Sendable {
  private var identifiers: [String] = []
  private var latest = 0

  /// The number of identifiers.
  var count: Int { identifiers.count }

  /// The identifier of a number that was given to it.
  subscript(number: UInt16) -> String { identifiers[Int(number)] }

  /// The number of an identifier; a new identifier gets the next number.
  mutating func number(of identifier: String) -> UInt16 {
    // Regions are visited in the same order at each fix.
    latest = latest + 1 < identifiers.count ? latest + 1 : 0
    if identifiers.isEmpty || identifiers[latest] != identifier {
      latest = identifiers.firstIndex(of: identifier) ?? identifiers.count
      if latest == identifiers.count { identifiers.append(identifier) }
    }
    return UInt16(latest)
  }
}
