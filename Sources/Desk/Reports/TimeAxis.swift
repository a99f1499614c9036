internal import Geofence
internal import Notation
internal import Outputs
internal import Picket
internal import RegionFiles
internal import System

/// Where on a timeline moments are, and what is written along it.
struct TimeAxis: Sendable {
  /// What it shows, in seconds since the first trusted fix.
  let span: Interval

  /// The time at the start of those seconds.
  let base: Timestamp?

  private let zone: Zone

  /// How wide a timeline is drawn, in units of its drawing.
  static let width = 4000

  /// An axis over a stretch of time, which is made a little longer if it is very short.
  ///
  /// - Parameter zone: The time zone of what is written along it.
  init(_ span: Interval, base: Timestamp?, zone: Zone) {
    let least = max(1, span.length * 0.06)
    self.span = Interval(start: span.start - least / 2, end: span.end + least / 2)
    self.base = base
    self.zone = zone
  }

  /// Where a moment is, in units of the drawing.
  func x(_ offset: Double) -> Int {
    Int((share(offset) * Double(Self.width)).rounded())
  }

  /// Where a moment is, in percent of the width.
  func percent(_ offset: Double) -> String { (share(offset) * 100).text(decimals: 2) }

  private func share(_ offset: Double) -> Double {
    max(0, min(1, (offset - span.start) / span.length))
  }

  /// The times that are written along it; a few of them, and more that need more room.
  var ticks: [(offset: Double, label: String, isMajor: Bool)] {
    guard let base else { return [] }
    let step = Self.steps.first { span.length / $0 <= 24 } ?? Self.steps[Self.steps.count - 1]
    let majorStep =
      Self.steps.first { $0 >= 4 * step && $0.remainder(dividingBy: step) == 0 }
      ?? 4 * step
    // By the clocks there: some zones are half an hour off.
    let ahead = Double(zone.offset(base))
    let start = Double(base.nanoseconds) / 1e9 + ahead + span.start
    let first = (start / step).rounded(.up)
    guard span.length / step < 100 else { return [] }
    return (0...Int(span.length / step)).compactMap { number in
      let time = (first + Double(number)) * step
      let offset = time - start + span.start
      guard share(offset) > 0.015, share(offset) < 0.985,
        let stamp = Timestamp(seconds: time - ahead)
      else { return nil }
      let label = zone.timeOfDay(stamp, tenths: false)
      return (
        offset, time.remainder(dividingBy: 60) == 0 ? String(label.prefix(5)) : label,
        time.remainder(dividingBy: majorStep) == 0
      )
    }
  }

  /// The ticks as lines of a drawing that is so high.
  func lines(height: Int) -> String {
    var lines = DrawnPath()
    for tick in ticks where tick.isMajor {
      lines.line([
        DrawnPath.Place(x: x(tick.offset), y: 0), DrawnPath.Place(x: x(tick.offset), y: height),
      ])
    }
    return "<path class=\"ticks\" d=\"\(lines.data)\"/>"
  }

  /// The ticks as elements.
  var html: String {
    ticks.map { tick in
      "<span\(tick.isMajor ? " class=\"major\"" : "") style=\"left:\(percent(tick.offset))%\">\(tick.label)</span>"
    }.joined()
  }

  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    172_800, 604_800, 2_419_200,
  ]
}
