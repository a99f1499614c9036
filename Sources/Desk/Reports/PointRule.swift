/// The rule of a simple program: each fix is inside a region or outside, and each change beeps.
///
/// A page shows the events of this rule next to Picket's own.
struct PointRule: Sendable {
  /// A change that it would have reported.
  struct Beep: Hashable, Sendable {
    /// The place of the region among the account's.
    let region: Int
    let isEntry: Bool
    /// In seconds since the first trusted fix.
    let offset: Double
  }

  /// The changes, in order.
  private(set) var beeps: [Beep] = []

  private var inside: [Int: Bool] = [:]

  /// Notes on which side a fix is; the first fix of a region makes no change.
  mutating func note(_ region: Int, isInside: Bool, at offset: Double) {
    let before = inside.updateValue(isInside, forKey: region)
    guard let before, before != isInside else { return }
    beeps.append(Beep(region: region, isEntry: isInside, offset: offset))
  }
}
