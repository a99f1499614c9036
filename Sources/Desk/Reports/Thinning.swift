internal import Base

/// Selects the fixes of a walk that a page shows one by one.
///
/// A page shows all fixes, if there are not too many; otherwise it shows fixes at a regular
/// spacing, and each fix at which something happened.
struct Thinning: Hashable, Sendable {
  /// The indices of the selected fixes, in order.
  let kept: [Int]

  /// The seconds between fixes at which nothing happened; `nil` when all fixes are selected.
  let spacing: Double?

  /// Whether even fixes at which something happened are left out.
  let isCrowded: Bool

  /// Selects this many fixes at most.
  init(_ moments: [Moment], most: Int) {
    guard moments.count > most else {
      (kept, spacing, isCrowded) = (Array(moments.indices), nil, false)
      return
    }
    // Half are fixes at which something happened, by importance; half are at a regular spacing.
    var chosen: Set<Int> = [0, moments.count - 1]
    var crowded = false
    for weight in [Moment.Weight.event, .changed, .rejected] {
      let all = moments.indices.filter { moments[$0].weight == weight }
      let room = max(0, most / 2 - chosen.count)
      let stride = all.count <= room ? 1 : room == 0 ? all.count + 1 : (all.count + room - 1) / room
      if stride > 1 { crowded = true }
      for (place, index) in all.enumerated() where place.isMultiple(of: stride) {
        chosen.insert(index)
      }
    }
    let length = (moments.last?.offset ?? 0) - (moments.first?.offset ?? 0)
    let least = max(length, 1) / Double(max(1, most / 2))
    let spacing = Self.spacings.first { $0 >= least } ?? least.rounded(.up)
    var next = -Double.infinity
    for index in moments.indices where moments[index].offset >= next {
      chosen.insert(index)
      next = moments[index].offset + spacing
    }
    (kept, self.spacing, isCrowded) = (chosen.sorted(), spacing, crowded)
  }

  private static let spacings = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60, 120, 300, 600]
}
