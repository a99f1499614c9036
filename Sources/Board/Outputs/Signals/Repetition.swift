internal import Base
internal import Geofence

/// A pattern that an output repeats for as long as a state lasts.
struct Repetition: Hashable, Sendable {
  private let edges: [Pattern.LevelChange]
  private let period: Duration
  private let start: Instant

  /// Creates the repetition of a pattern from an instant on.
  init(_ pattern: Pattern, from start: Instant) {
    period = pattern.duration
    // The end of the pattern is its beginning.
    edges = pattern.edges.filter { [period] in $0.after < period }
    self.start = start
  }

  /// The level at an instant, and the instant of the next change; `nil` when there is none.
  func level(at now: Instant) -> (level: Level, until: Instant?) {
    let phase = max(.zero, start.duration(to: now)).remainder(dividingBy: period)
    let level = edges.last { $0.after <= phase }?.level ?? .inactive
    guard edges.count > 1 else { return (level, nil) }
    let round = now.advanced(by: .zero - phase)
    if let next = edges.first(where: { $0.after > phase }) {
      return (level, round.advanced(by: next.after))
    }
    // When the pattern begins with the level at its end, the next change is in the next round.
    let next = edges.first { $0.level != level }
    return (level, next.map { round.advanced(by: period + $0.after) })
  }
}

extension Duration {
  /// The remainder of the division by another duration, to the nanosecond.
  fileprivate func remainder(dividingBy other: Duration) -> Duration {
    let whole = other.nanoseconds
    return whole > 0 ? .nanoseconds(nanoseconds % whole) : .zero
  }

  private var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
