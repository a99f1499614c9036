internal import Geofence

/// A held output that is on, for one side of its regions.
struct HeldLight: Sendable {
  /// The side that the output shows.
  let side: RegionSide

  // `nil` for a steady level.
  private let repetition: Repetition?

  /// Creates an output that shows a side from an instant on.
  init(_ side: RegionSide, _ output: Output, from start: Instant) {
    self.side = side
    let pattern = side == .inside ? output.insidePattern : output.outsidePattern
    repetition = pattern.map { Repetition($0, from: start) }
  }

  /// The level at an instant, and the instant of the next change; `nil` when there is none.
  func level(at now: Instant) -> (level: Level, until: Instant?) {
    repetition?.level(at: now) ?? (.active(), nil)
  }
}
