/// Lengths in metres as text.
extension Double {
  /// The metres with their unit: 3.2 m.
  package func metresText(decimals: Int = 1) -> String { "\(text(decimals: decimals)) m" }

  /// A length of any size: 3.2 m, 240 m, 1.25 km.
  ///
  /// - Parameters:
  ///   - tenthsBelow: The length below which metres have a decimal.
  ///   - kilometresFrom: The length from which on the unit is kilometres.
  ///   - decimals: The number of decimals of kilometres.
  package func distanceText(
    tenthsBelow: Double = 100, kilometresFrom: Double = 1000, decimals: Int = 2
  ) -> String {
    magnitude < kilometresFrom
      ? metresText(decimals: magnitude < tenthsBelow ? 1 : 0)
      : "\((self / 1000).text(decimals: decimals)) km"
  }

  /// A depth: 3.2 m inside, 12 m outside.
  package func depthText(tenthsBelow: Double = 100, decimals: Int = 2) -> String {
    "\(magnitude.distanceText(tenthsBelow: tenthsBelow, decimals: decimals)) \(side)"
  }

  /// The side of the border on which a depth is.
  package var side: String { self < 0 ? "outside" : "inside" }
}
