internal import Base
internal import Geofence
internal import Picket

/// The record of one region on a walk, with its depth and state over time.
struct RegionHistory: Sendable {
  /// The counts, as `picket replay --summary` prints them.
  private(set) var record = RegionRecord()

  /// The states in order; times out of reach are left out.
  private(set) var states: [(state: RegionState, interval: Interval)] = []

  /// The times inside, each by its confirmed side of the border.
  private(set) var stays: [Stay] = []

  /// A time inside.
  struct Stay: Hashable, Sendable {
    var interval: Interval
    /// Whether the carrier was outside before; otherwise the walk began inside.
    let isEntered: Bool
    /// Whether the carrier was outside afterwards.
    var isLeft = false
  }

  /// The time in which the state was unsure, in seconds.
  var unsure: Double {
    states.reduce(0) { $0 + ($1.state == .unsure ? $1.interval.length : 0) }
  }

  /// The times of pending crossings.
  private(set) var pending: [Interval] = []

  /// Whether the carrier came within reach of the region at least once.
  private(set) var isNear = false

  /// The least distance of the carrier from the region, in metres; `nil` out of reach.
  var approach: Double? { isNear ? max(0, record.visits > 0 ? 0 : -(record.closest ?? 0)) : nil }

  /// Whether there was a visit or a near miss.
  var isBusy: Bool { record.visits > 0 || record.nearMisses > 0 }

  private var side = RegionState.unknown
  private var isPending = false
  private var isReached = false

  /// Notes the carrier's stand at a trusted fix; `nil` when the region is out of reach.
  mutating func note(
    _ standing: RegionStanding?, at offset: Double, _ instant: Instant
  ) {
    guard let standing else {
      // Far outside, nothing changes until the carrier comes near again.
      guard isReached else { return }
      record.note(nil, at: instant)
      turn(to: .outside, at: offset)
      (isReached, isPending) = (false, false)
      return
    }
    record.note(
      Standing(
        region: "", state: standing.side, depth: standing.depth, rawDepth: standing.rawDepth,
        pending: standing.pending), at: instant)
    turn(to: standing.side, at: offset)
    extend(standing.state, at: offset)
    extend(isPending: standing.pending != nil, at: offset)
    (isReached, isNear) = (true, true)
  }

  private mutating func turn(to now: RegionState, at offset: Double) {
    guard now == .inside || now == .outside else { return }
    if side == .inside {
      stays[stays.count - 1].interval.end = offset
      stays[stays.count - 1].isLeft = now == .outside
    } else if now == .inside {
      stays.append(
        Stay(interval: Interval(start: offset, end: offset), isEntered: side == .outside))
    }
    side = now
  }

  private mutating func extend(_ state: RegionState, at offset: Double) {
    if isReached, !states.isEmpty { states[states.count - 1].interval.end = offset }
    if isReached, states.last?.state == state { return }
    states.append((state, Interval(start: offset, end: offset)))
  }

  private mutating func extend(isPending: Bool, at offset: Double) {
    if isPending, self.isPending {
      pending[pending.count - 1].end = offset
    } else if isPending {
      pending.append(Interval(start: offset, end: offset))
    }
    self.isPending = isPending
  }
}

/// A part of a walk's time, in seconds since its first trusted fix.
package struct Interval: Hashable, Sendable {
  /// The start of the interval.
  let start: Double

  /// The end of the interval.
  var end: Double

  /// The length of the interval.
  var length: Double { end - start }
}

/// The times on a walk at which an approach cue played, by region.
package struct CueIntervals: Sendable {
  private var list: [(region: String, interval: Interval)] = []
  private var present: (region: String, start: Double)?

  /// Creates an empty list.
  init() {}

  /// Whether no cue played.
  var isEmpty: Bool { list.isEmpty }

  /// Notes that another cue, or none, plays from an offset on.
  mutating func note(_ cue: Cue?, at offset: Double) {
    if let present {
      if present.region == cue?.region { return }
      list.append((present.region, Interval(start: present.start, end: max(present.start, offset))))
    }
    present = cue.map { ($0.region, offset) }
  }

  /// The stretches of a region.
  func intervals(of region: String) -> [Interval] {
    list.lazy.filter { $0.region == region }.map(\.interval)
  }
}
