internal import Base
internal import Geofence
internal import Picket

/// The timelines of a page, as data from which its script draws them.
struct TimelineData: Sendable {
  /// The interval of the axis, in seconds since the first trusted fix, with a margin on both sides.
  let axis: Interval

  private var rows: [JSONLine] = []
  private var line = JSONLine()

  /// Timelines without rows.
  ///
  /// - Parameters:
  ///   - span: The interval of the walk.
  ///   - base: The time of the first trusted fix.
  ///   - unseen: The times without a trusted fix.
  ///   - marks: The times of marks, with their texts.
  init(
    _ span: Interval, base: Timestamp?, unseen: [Interval],
    marks: [(offset: Double, text: String)]
  ) {
    let margin = max(1, span.length * 0.06) / 2
    axis = Interval(start: span.start - margin, end: span.end + margin)
    line.add("start", axis.start, decimals: 2)
    line.add("length", axis.length, decimals: 2)
    line.add("base", base?.milliseconds)
    line.add("unseen", Self.times(unseen.prefix(500)))
    line.add(
      "marks",
      marks.prefix(200).map { mark in
        var line = JSONLine()
        line.add("at", mark.offset, decimals: 2)
        line.add("text", mark.text)
        return line
      })
  }

  /// Adds a row below the others.
  mutating func add(_ row: JSONLine) { rows.append(row) }

  /// The data.
  var json: JSONLine {
    var all = line
    all.add("rows", rows)
    return all
  }

  // MARK: Values

  /// Stretches of time.
  static func times(_ intervals: some Sequence<Interval>) -> [JSONLine] {
    intervals.map { interval in
      var line = JSONLine()
      line.add("from", interval.start, decimals: 2)
      line.add("to", interval.end, decimals: 2)
      return line
    }
  }

  /// Stretches of time as columns of hundredths of a second.
  static func columns(_ intervals: [Interval]) -> JSONLine {
    var line = JSONLine()
    line.add("from", hundredths(intervals.map(\.start)))
    line.add("to", hundredths(intervals.map(\.end)))
    return line
  }

  /// The states of a region as columns.
  static func columns(_ states: [(state: RegionState, interval: Interval)]) -> JSONLine {
    var line = columns(states.map(\.interval))
    line.add("state", Columns.text(states.map { Columns.code(of: $0.state) }))
    return line
  }

  /// A value over time as columns, in hundredths.
  static func columns(_ profile: Profile, most: Int) -> JSONLine {
    let columns = profile.coarser(than: most)
    var line = JSONLine()
    line.add("at", hundredths(columns.map(\.offset)))
    line.add("least", hundredths(columns.map(\.least)))
    line.add("greatest", hundredths(columns.map(\.greatest)))
    line.add("signs", Columns.text(columns.map { ($0.rises ? 1 : 0) + ($0.isLifted ? 2 : 0) }))
    return line
  }

  static func hundredths(_ values: [Double]) -> String {
    Columns.steps(values.map { Int((max(-1e9, min(1e9, $0)) * 100).rounded()) })
  }

  /// An event at a time.
  static func pin(_ number: Int, _ kind: Event.Kind, at offset: Double) -> JSONLine {
    var line = JSONLine()
    line.add("seq", number)
    line.add("event", kind.rawValue)
    line.add("at", offset, decimals: 2)
    return line
  }
}
