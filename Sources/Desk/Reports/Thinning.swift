internal import Notation

/// Which fixes of a walk a page shows one by one.
///
/// All of them, if there are not too many. Else one in so many seconds, and
/// each at which something happened.
struct Thinning: Hashable, Sendable {
  /// The places of the fixes that are kept, in order.
  let kept: [Int]

  /// How many seconds apart those are at which nothing happened; `nil` when all are kept.
  let spacing: Double?

  /// Whether there was more at which something happened than could be kept.
  let isCrowded: Bool

  /// Thins out so that this many are left at most.
  init(_ moments: [Moment], most: Int) {
    guard moments.count > most else {
      (kept, spacing, isCrowded) = (Array(moments.indices), nil, false)
      return
    }
    // Half for what happened, the weightiest first; the rest for what lies between.
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
