internal import Geofence
internal import Notation
internal import Picket
internal import System

/// The axis of the timelines.
struct TimeAxis: Sendable {
  /// The interval that the axis shows, in seconds since the first trusted fix.
  let span: Interval

  private let base: Timestamp?
  private let zone: Zone

  /// An axis over an interval, with a margin on both sides.
  ///
  /// - Parameters:
  ///   - base: The time of the first trusted fix.
  ///   - zone: The time zone of the times along the axis.
  init(_ span: Interval, base: Timestamp?, zone: Zone) {
    let least = max(1, span.length * 0.06)
    self.span = Interval(start: span.start - least / 2, end: span.end + least / 2)
    self.base = base
    self.zone = zone
  }

  /// Whether the times differ from UTC, which is then written below them.
  var hasUTC: Bool { base.map { zone.offset($0) != 0 } ?? false }

  /// Adds the time at offset 0, and the local times' lead over UTC, from which the script writes times.
  func add(to line: inout JSONLine) {
    guard let base else { return }
    var zones: [JSONLine] = []
    var last: Int?
    // Clocks are set at quarters of an hour.
    for offset in stride(from: span.start, through: span.end, by: max(900, span.length / 2000)) {
      let ahead = zone.offset(base.advanced(by: .seconds(offset)))
      if ahead == last { continue }
      last = ahead
      var zone = JSONLine()
      zone.add("from", offset, decimals: 1)
      zone.add("ahead", ahead)
      zones.append(zone)
    }
    line.add("base", Int(base.nanoseconds / 1_000_000))
    line.add("zones", zones)
  }
}
