internal import Geofence
internal import Notation

/// A pattern that is repeated for ever, as a light shows a status.
struct Repetition: Hashable, Sendable {
  private let edges: [Pattern.Edge]
  private let period: Duration
  private let start: Instant

  /// A repetition of a pattern from an instant on.
  init(_ pattern: Pattern, from start: Instant) {
    period = pattern.duration
    // Where the pattern ends it begins.
    edges = pattern.edges.filter { [period] in $0.after < period }
    self.start = start
  }

  /// The level at an instant, and when the next one is due; `nil` when it never changes.
  func level(at now: Instant) -> (level: Level, until: Instant?) {
    let phase = max(.zero, start.duration(to: now)).remainder(dividingBy: period)
    let level = edges.last { $0.after <= phase }?.level ?? .inactive
    guard edges.count > 1 else { return (level, nil) }
    let round = now.advanced(by: .zero - phase)
    if let next = edges.first(where: { $0.after > phase }) {
      return (level, round.advanced(by: next.after))
    }
    // What is the same at the end and at the start goes on beyond the start.
    let next = edges.first { $0.level != level }
    return (level, next.map { round.advanced(by: period + $0.after) })
  }
}

extension Duration {
  /// What is left of it after as many whole others as there are in it, to the nanosecond.
  fileprivate func remainder(dividingBy other: Duration) -> Duration {
    let whole = other.nanoseconds
    return whole > 0 ? .nanoseconds(nanoseconds % whole) : .zero
  }

  private var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
