/// The rule of a simple program: each fix is inside a region or outside, and each change beeps.
///
/// A page shows the events of this rule next to Picket's own.
struct PointRule: Sendable {
  /// A change that the simple program would have reported.
  struct Beep: Hashable, Sendable {
    /// The index of the region among the account's regions.
    let region: Int
    let isEntry: Bool
    /// The time of the change, in seconds since the first trusted fix.
    let offset: Double
  }

  /// The changes, in order.
  private(set) var beeps: [Beep] = []

  private var inside: [Int: Bool] = [:]

  /// Notes the side of a border on which a fix is; the first fix of a region makes no change.
  mutating func note(_ region: Int, isInside: Bool, at offset: Double) {
    let before = inside.updateValue(isInside, forKey: region)
    guard let before, before != isInside else { return }
    beeps.append(Beep(region: region, isEntry: isInside, offset: offset))
  }
}
