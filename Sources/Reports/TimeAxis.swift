internal import Geofence
internal import Notation
internal import Outputs
internal import Picket
internal import RegionFiles
internal import System

/// The axis of the timelines: the places of moments, and the times written along it.
struct TimeAxis: Sendable {
  /// The interval that the axis shows, in seconds since the first trusted fix.
  let span: Interval

  /// The time of the first trusted fix.
  let base: Timestamp?

  private let zone: Zone

  /// The width of a timeline, in units of its drawing.
  static let width = 4000

  /// An axis over an interval, with a margin on both sides.
  ///
  /// - Parameter zone: The time zone of the times along the axis.
  init(_ span: Interval, base: Timestamp?, zone: Zone) {
    let least = max(1, span.length * 0.06)
    self.span = Interval(start: span.start - least / 2, end: span.end + least / 2)
    self.base = base
    self.zone = zone
  }

  /// The place of a moment, in units of the drawing.
  func x(_ offset: Double) -> Int {
    Int((share(offset) * Double(Self.width)).rounded())
  }

  /// The place of a moment, in percent of the width.
  func percent(_ offset: Double) -> String { (share(offset) * 100).text(decimals: 2) }

  private func share(_ offset: Double) -> Double {
    max(0, min(1, (offset - span.start) / span.length))
  }

  /// The times along the axis: a few major ones, and minor ones that need more room.
  var ticks: [(offset: Double, label: String, isMajor: Bool)] {
    guard let base else { return [] }
    let step = Self.steps.first { span.length / $0 <= 24 } ?? Self.steps[Self.steps.count - 1]
    let majorStep =
      Self.steps.first { $0 >= 4 * step && $0.remainder(dividingBy: step) == 0 }
      ?? 4 * step
    // By local time: some zones differ from UTC by half hours.
    let ahead = Double(zone.offset(base))
    let start = Double(base.nanoseconds) / 1e9 + ahead + span.start
    let first = (start / step).rounded(.up)
    guard span.length / step < 100 else { return [] }
    return (0...Int(span.length / step)).compactMap { number in
      let time = (first + Double(number)) * step
      let offset = time - start + span.start
      guard share(offset) > 0.03, share(offset) < 0.97,
        let stamp = Timestamp(seconds: time - ahead)
      else { return nil }
      let label = zone.timeOfDay(stamp, tenths: false)
      return (
        offset, time.remainder(dividingBy: 60) == 0 ? String(label.prefix(5)) : label,
        time.remainder(dividingBy: majorStep) == 0
      )
    }
  }

  /// The major ticks as lines of a drawing of this height.
  func lines(height: Int) -> String {
    var lines = DrawnPath()
    for tick in ticks where tick.isMajor {
      lines.line([
        DrawnPath.Place(x: x(tick.offset), y: 0), DrawnPath.Place(x: x(tick.offset), y: height),
      ])
    }
    return "<path class=\"ticks\" d=\"\(lines.data)\"/>"
  }

  /// Whether the times differ from UTC, which is then written below them.
  var hasUTC: Bool { base.map { zone.offset($0) != 0 } ?? false }

  /// The time at offset 0 and the local time's lead over UTC, from which the script writes ticks.
  var attributes: String {
    guard let base else { return "" }
    var zones: [(from: Double, ahead: Int)] = []
    // Clocks are set at quarters of an hour.
    for offset in stride(from: span.start, through: span.end, by: max(900, span.length / 2000)) {
      let ahead = zone.offset(base.advanced(by: .seconds(offset)))
      if ahead != zones.last?.ahead { zones.append((offset, ahead)) }
    }
    let list = zones.map { "\($0.from.text(decimals: 1)):\($0.ahead)" }.joined(separator: " ")
    return " data-base=\"\(base.nanoseconds / 1_000_000)\" data-zones=\"\(list)\""
  }

  /// The ticks as elements.
  var html: String {
    ticks.map { tick in
      let utc = hasUTC ? "<small>\(label(tick.offset, .utc))Z</small>" : ""
      return """
        <span\(tick.isMajor ? " class=\"major\"" : "") \
        style="left:\(percent(tick.offset))%">\(tick.label)\(utc)</span>
        """
    }.joined()
  }

  /// The time of day of a tick, without seconds where there are none.
  private func label(_ offset: Double, _ zone: Zone) -> String {
    guard let time = base?.advanced(by: .seconds(offset)) else { return "" }
    let nearest = time.advanced(by: .milliseconds(500))
    let text = zone.timeOfDay(nearest, tenths: false)
    return text.hasSuffix(":00") ? String(text.prefix(5)) : text
  }

  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    172_800, 604_800, 2_419_200,
  ]
}
