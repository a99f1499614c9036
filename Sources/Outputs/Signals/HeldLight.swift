internal import Geofence

/// A light that shows on which side of regions the carrier is.
struct HeldLight: Sendable {
  /// The side that the light shows.
  let side: RegionSide

  // `nil` for a steady light.
  private let repetition: Repetition?

  /// Creates a light that shows a side from an instant on.
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

extension Output {
  /// The side that a light shows; `nil` when it is dark.
  func side(for presence: Presence) -> RegionSide? {
    let isInside =
      switch holdsInside {
      case .none: false
      case .any: !presence.inside.isEmpty
      case .some(let classes): presence.inside.contains { $0.map(classes.contains) ?? false }
      }
    if isInside { return .inside }
    let isOutside =
      switch holdsOutside {
      case .none: false
      case .any: presence.isOutsideAll
      case .some(let classes): !classes.isDisjoint(with: presence.outside)
      }
    return isOutside ? .outside : nil
  }
}
