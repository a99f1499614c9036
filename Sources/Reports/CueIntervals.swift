internal import Geofence

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
